import { readFileSync } from 'node:fs'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { LIKENESSES, type Likeness, type Schooling } from './likeness.ts'
import { passageWeights } from './passage-matcher.ts'

/** Written by `bench/understanding/learn-likeness.ts`. */
export const WEIGHTS_FILE = new URL('likeness-weights.json', import.meta.url)
/** The weight of each likeness in the log odds that a text asks for an entry. */
const WEIGHTS = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Record<
  Schooling,
  Record<(typeof LIKENESSES)[number] | 'constant', number>
>

interface Thresholds {
  /** An entry with at least this probability is answered, if it is clearly the best. */
  answeredFrom: number
  /** If the best entries together have at least this probability, the assistant asks which is meant. */
  askedBackFrom: number
}
export const THRESHOLDS = {
  schooled: { answeredFrom: 0.4, askedBackFrom: 0.25 },
  plain: { answeredFrom: 0.54, askedBackFrom: 0.45 },
  /** For plain knowledge, if the words were recognised one by one. */
  rough: { answeredFrom: 0.55, askedBackFrom: 0.32 },
} satisfies Record<string, Thresholds>

/** An entry is clearly the best if its probability is at least this many times that of the next one. */
const CLEAR_FROM = 1.8
/** Entries with a lower probability are not suggested. */
const OFFERED_FROM = 0.08
/** At most this many entries are suggested. */
export const MAX_OFFERED = 3

export interface Likely {
  entry: KnowledgeEntry
  /** 0 to 1; the probabilities of all entries and of "no entry" add up to 1. */
  probability: number
}

export type Understanding =
  | { kind: 'answer'; entry: KnowledgeEntry }
  /** One or a few entries, most probable first. */
  | { kind: 'ask-back'; entries: readonly KnowledgeEntry[] }
  | { kind: 'refuse' }

export function logOddsByLikeness(values: readonly number[], schooling: Schooling): number {
  const weights = WEIGHTS[schooling]
  return LIKENESSES.reduce((sum, name, place) => sum + weights[name] * (values[place] ?? 0), weights.constant)
}

/**
 * The probability of each entry, highest first.
 * @param likenesses of a text to the entries, in their order
 * @param matches with the entries of plain knowledge, as log odds (`PassageMatcher`)
 */
export function likelihoods(
  entries: readonly KnowledgeEntry[],
  schooling: Schooling,
  likenesses: readonly Likeness[],
  matches: readonly number[] | 'ignored',
): Likely[] {
  if (likenesses.length === 0 || (schooling === 'plain' && matches.length === 0)) return []
  const odds = likenesses.map(({ values }, at) => {
    const byLikeness = logOddsByLikeness(values, schooling)
    if (schooling === 'schooled') return Math.exp(byLikeness)
    if (matches === 'ignored') return Math.exp(byLikeness)
    const { likeness, match, constant } = passageWeights().plain
    return Math.exp(likeness * byLikeness + match * (matches[at] ?? 0) + constant)
  })
  const total = odds.reduce((sum, each) => sum + each, 1)
  return entries
    .map((entry, at) => ({ entry, probability: (odds[at] ?? 0) / total }))
    .toSorted((left, right) => right.probability - left.probability)
}

/** Decides what to say of these entries, which are given in order of probability. */
export function judge(likely: readonly Likely[], { answeredFrom, askedBackFrom }: Thresholds): Understanding {
  const [best, second] = likely
  if (!best) return { kind: 'refuse' }
  const isClear = best.probability >= CLEAR_FROM * (second?.probability ?? 0)
  if (best.probability >= answeredFrom && isClear) return { kind: 'answer', entry: best.entry }
  const offered = likely.slice(0, MAX_OFFERED).filter(({ probability }) => probability >= OFFERED_FROM)
  const together = offered.reduce((sum, { probability }) => sum + probability, 0)
  return together >= askedBackFrom
    ? { kind: 'ask-back', entries: offered.map(({ entry }) => entry) }
    : { kind: 'refuse' }
}
