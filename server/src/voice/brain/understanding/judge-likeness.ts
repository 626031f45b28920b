import { readFileSync } from 'node:fs'
import { LIKENESSES, type Likeness } from './likeness.ts'

/** What each likeness adds to the log odds that a text asks for an entry; learnt by `bench/understanding/learn-likeness.ts`. */
const WEIGHTS = JSON.parse(readFileSync(new URL('likeness-weights.json', import.meta.url), 'utf8')) as Record<
  (typeof LIKENESSES)[number] | 'constant',
  number
>

/** From this probability on, an entry is answered. */
const ANSWERED_FROM = 0.54
/** Where the next entry is likelier than this share of it, both are asked back. */
const CLEAR_FROM = 1.8
/** From this probability on, together, the likeliest entries are asked back. */
const ASKED_BACK_FROM = 0.25
/** An entry that is less likely than this is not offered in a question. */
const OFFERED_FROM = 0.08
const MAX_OFFERED = 3

export interface Likely {
  id: string
  /** 0 to 1; what is left over is the probability that none is meant. */
  probability: number
}

export type Judgement =
  /** The likeliest first; of an answer the only one that counts. */
  { kind: 'answer' | 'ask-back'; ids: string[] } | { kind: 'refuse' }

/** Likeliest first. */
export function likelihoods(likenesses: readonly Likeness[]): Likely[] {
  const odds = likenesses.map(({ values }) =>
    Math.exp(LIKENESSES.reduce((sum, name, at) => sum + WEIGHTS[name] * (values[at] ?? 0), WEIGHTS.constant)),
  )
  const total = odds.reduce((sum, each) => sum + each, 1)
  return likenesses
    .map(({ id }, at) => ({ id, probability: (odds[at] ?? 0) / total }))
    .toSorted((left, right) => right.probability - left.probability)
}

export function judge(likely: readonly Likely[]): Judgement {
  const [best, second] = likely
  if (!best) return { kind: 'refuse' }
  const isClear = best.probability >= CLEAR_FROM * (second?.probability ?? 0)
  if (best.probability >= ANSWERED_FROM && isClear) return { kind: 'answer', ids: [best.id] }
  const offered = likely.slice(0, MAX_OFFERED).filter(({ probability }) => probability >= OFFERED_FROM)
  const together = offered.reduce((sum, { probability }) => sum + probability, 0)
  return together >= ASKED_BACK_FROM ? { kind: 'ask-back', ids: offered.map(({ id }) => id) } : { kind: 'refuse' }
}
