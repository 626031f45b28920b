import { readFileSync } from 'node:fs'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { LIKENESSES, type Likeness, type Schooling } from './likeness.ts'

/** Written by `bench/understanding/learn-likeness.ts`. */
export const WEIGHTS_FILE = new URL('likeness-weights.json', import.meta.url)
/** The weight of each likeness in the log odds that a text asks for an entry. */
const WEIGHTS = JSON.parse(readFileSync(WEIGHTS_FILE, 'utf8')) as Record<
  Schooling,
  Record<(typeof LIKENESSES)[number] | 'constant', number>
>

/**
 * For plain knowledge, the weights of the log odds by likeness and by match; learnt by softmax regression from the
 * catalogue without its phrasings and from `own-texts`.
 */
const OF_PLAIN = { likeness: 0.49, match: 0.61, constant: 0.32 }

/** An entry with at least this probability is answered, if it is clearly the best. */
const ANSWERED_FROM = { schooled: 0.4, plain: 0.54, 'plain, by rough words': 0.55 }
/** An entry is clearly the best if its probability is at least this many times that of the next one. */
const CLEAR_FROM = 1.8
/** If the best entries together have at least this probability, the assistant asks which is meant. */
const ASKED_BACK_FROM = { schooled: 0.25, plain: 0.35, 'plain, by rough words': 0.32 }
/** Entries with a lower probability are not suggested. */
const OFFERED_FROM = 0.08
/** So many entries are suggested at most. */
export const MAX_OFFERED = 3

export interface Likely {
  entry: KnowledgeEntry
  kind: Schooling | 'plain, by rough words'
  /** 0 to 1; the probabilities of all entries and of "no entry" add up to 1. */
  probability: number
}

export type Understanding =
  | { kind: 'answer'; entry: KnowledgeEntry }
  /** One or a few entries, most probable first. */
  | { kind: 'ask-back'; entries: readonly KnowledgeEntry[] }
  | { kind: 'refuse' }

/**
 * The probability of each entry, highest first.
 * @param likenesses of a text to the entries, in their order; empty if it has no significant word
 * @param matches with the entries of plain knowledge, as log odds
 */
export function likelihoods(
  entries: readonly KnowledgeEntry[],
  kind: Schooling,
  likenesses: readonly Likeness[],
  matches: readonly number[],
): Likely[] {
  if (likenesses.length === 0 || (kind === 'plain' && matches.length === 0)) return []
  const weights = WEIGHTS[kind]
  const odds = likenesses.map(({ values }, at) => {
    const byLikeness = LIKENESSES.reduce((sum, name, of) => sum + weights[name] * (values[of] ?? 0), weights.constant)
    if (kind === 'schooled') return Math.exp(byLikeness)
    return Math.exp(OF_PLAIN.likeness * byLikeness + OF_PLAIN.match * (matches[at] ?? 0) + OF_PLAIN.constant)
  })
  const total = odds.reduce((sum, each) => sum + each, 1)
  return entries
    .map((entry, at) => ({ entry, kind, probability: (odds[at] ?? 0) / total }))
    .toSorted((left, right) => right.probability - left.probability)
}

/** Decides what to say of these entries, which are given in order of probability. */
export function judge(likely: readonly Likely[]): Understanding {
  const [best, second] = likely
  if (!best) return { kind: 'refuse' }
  const isClear = best.probability >= CLEAR_FROM * (second?.probability ?? 0)
  if (best.probability >= ANSWERED_FROM[best.kind] && isClear) return { kind: 'answer', entry: best.entry }
  const offered = likely.slice(0, MAX_OFFERED).filter(({ probability }) => probability >= OFFERED_FROM)
  const together = offered.reduce((sum, { probability }) => sum + probability, 0)
  return together >= ASKED_BACK_FROM[best.kind]
    ? { kind: 'ask-back', entries: offered.map(({ entry }) => entry) }
    : { kind: 'refuse' }
}
