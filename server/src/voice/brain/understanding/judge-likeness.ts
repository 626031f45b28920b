import { readFileSync } from 'node:fs'
import { LIKENESSES, type Likeness, type Schooling } from './likeness.ts'

/** Written by `bench/understanding/learn-likeness.ts`. */
export const WEIGHTS_FILE = new URL('likeness-weights.json', import.meta.url)
/** The weight of each likeness in the log odds that a text asks for an entry. */
const WEIGHTS = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Record<
  Schooling,
  Record<(typeof LIKENESSES)[number] | 'constant', number>
>

/** An entry with at least this probability is answered, if it is clearly the best. */
const ANSWERED_FROM = { schooled: 0.4, plain: 0.54 }
/** An entry is clearly the best if its probability is at least this many times that of the next one. */
const CLEAR_FROM = 1.8
/** If the best entries together have at least this probability, the assistant asks which is meant. */
const ASKED_BACK_FROM = 0.25
/** Entries with a lower probability are not suggested. */
const OFFERED_FROM = 0.08
/** So many entries are suggested at most. */
export const MAX_OFFERED = 3

export interface Likely {
  id: string
  /** 0 to 1; the probabilities of all entries and of "no entry" add up to 1. */
  probability: number
}

type Judgement =
  /** Entry ids, most probable first; an answer has exactly one. */
  { kind: 'answer' | 'ask-back'; ids: string[] } | { kind: 'refuse' }

/** The probability of each entry, highest first. */
export function likelihoods(likenesses: readonly Likeness[], schooling: Schooling): Likely[] {
  const weights = WEIGHTS[schooling]
  const odds = likenesses.map(({ values }) =>
    Math.exp(LIKENESSES.reduce((sum, name, at) => sum + weights[name] * (values[at] ?? 0), weights.constant)),
  )
  const total = odds.reduce((sum, each) => sum + each, 1)
  return likenesses
    .map(({ id }, at) => ({ id, probability: (odds[at] ?? 0) / total }))
    .toSorted((left, right) => right.probability - left.probability)
}

export function judge(likely: readonly Likely[], schooling: Schooling): Judgement {
  const [best, second] = likely
  if (!best) return { kind: 'refuse' }
  const isClear = best.probability >= CLEAR_FROM * (second?.probability ?? 0)
  if (best.probability >= ANSWERED_FROM[schooling] && isClear) return { kind: 'answer', ids: [best.id] }
  const offered = likely.slice(0, MAX_OFFERED).filter(({ probability }) => probability >= OFFERED_FROM)
  const together = offered.reduce((sum, { probability }) => sum + probability, 0)
  return together >= ASKED_BACK_FROM ? { kind: 'ask-back', ids: offered.map(({ id }) => id) } : { kind: 'refuse' }
}
