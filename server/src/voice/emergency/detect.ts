import { dangerOf, likeliestKind } from './danger.ts'
import type { EmergencyKind } from './kinds.ts'
import { kindsBySigns } from './signs/kinds-by-signs.ts'
import { plainWords } from './words.ts'

/** Words that are a call for help when said alone. Within a sentence they may mean anything. */
const CRIES: ReadonlyMap<string, EmergencyKind> = new Map([
  ['fire', 'fire'],
  ['choking', 'choking'],
  ['drowning', 'drowning'],
  ['gas leak', 'gas'],
  ['stabbed', 'bleeding'],
  ['shot', 'bleeding'],
  ['bleeding', 'bleeding'],
  ['unconscious', 'unconscious'],
  ['heart attack', 'cardiac'],
  ['chest pain', 'cardiac'],
  ['stroke', 'stroke'],
  ['seizure', 'seizure'],
  ['overdose', 'overdose'],
  ['suicidal', 'suicide'],
  ['ambulance', 'unwell'],
  ['nine one one', 'unwell'],
  ['call nine one one', 'unwell'],
])
/** Begins a sentence whose main clause may be true only under a condition or at a time. */
const SUBORDINATION = /^\W*(?:if|when|whenever|while|after|before|since|because|as|every|sometimes|in|last|what if)\b/i
/** Where people leave out the comma, a new clause may begin with these words: "call me back I want to die". */
const SUBJECTS = "i|i'?m|i'?ve|my|he|he'?s|she|she'?s|we|we'?ve|there'?s|someone|somebody"
/** After these words, a subject continues the clause: "the collar is so tight I can't breathe", "he says he is dying". */
const CONTINUED =
  'a|an|as|at|because|can|could|did|do|does|feel|for|from|had|has|have|her|his|how|if|in|is|know|like|many|might|much|no|of|on|or|our|said|say|saying|says|should|so|so \\w+|than|that|the|their|then|think|to|told|until|was|what|when|where|which|while|who|why|will|with|would|you|your'
const BETWEEN_CLAUSES = new RegExp(
  String.raw`,\s+|\s[–—-]+\s|(?<!\b(?:${CONTINUED}|${SUBJECTS}))\s(?=(?:${SUBJECTS})\s)`,
  'i',
)
/** If a text is longer, only this much of its beginning and of its end is read. */
const READ_CHARACTERS = 1_000
/** A longer sentence is read in parts of this many words that overlap by half. */
const PART_WORDS = 32

/** From these log odds on, a sentence is an emergency. */
const ALARMING_LOG_ODDS = 0.75
/** From these log odds on, a sentence may be an emergency if the assistant cannot answer it. */
const DOUBTFUL_LOG_ODDS = 0.2
/** Said alone, these words may be a cry for help or the beginning of any question: "Hello, I need help." */
const PLEA = / (?:need|get) (?:help|somebody|someone)(?: here| please)* $/
/** From these log odds on, even a sentence without a sign that fits an answer of the assistant is an emergency. */
const CERTAIN_LOG_ODDS = 6
/** The log odds that a sign adds. */
export const SIGN_LOG_ODDS = 2.6
/** An answer must fit better than an emergency by at least this many log odds. */
const FIT_MARGIN = 0.25
/** If the probability of the best kind is smaller than this, no particular kind is assumed. */
const CLEAR_LIKELIHOOD = 0.3

export interface Danger {
  /** The emergency that the text says is happening to a person now, if any. */
  kind: EmergencyKind | undefined
  /**
   * By how much its log odds exceed what an emergency needs. Infinite if it is one regardless of what the assistant
   * knows: the text contains a sign, or its words leave no doubt.
   */
  excess: number
  /** It may be an emergency. If the assistant has no answer to the text, it asks back. */
  isPossible: boolean
}

/**
 * Judges whether a text describes an emergency. Questions about emergencies, past or fictional ones, and all other texts
 * do not. Pure, and fast enough for every turn.
 *
 *   text ─▶ sentences ─▶ words (words.ts) ─┬─▶ signs, unless harmless (signs/, frames.ts) ─────────┬─▶ log odds ─▶ Danger
 *                                          └─▶ concepts and other features (meaning.ts, lexicon.ts)┘
 *                                              weighed by danger.ts, whose weights are learnt
 *
 * Words that the recogniser guessed one by one are judged by heard-danger.ts instead.
 */
export function judgeDanger(text: string, alarmingFrom = ALARMING_LOG_ODDS): Danger {
  let likeliest: { kind: EmergencyKind; likelihood: number } | undefined
  let excess = -Infinity
  let isPossible = false
  for (const words of sentencesOf(text)) {
    const cry = CRIES.get(words.join(' '))
    if (cry) return { kind: cry, excess: Infinity, isPossible: true }
    const { logOdds, features } = dangerOf(words)
    const signs = kindsBySigns(words)
    const ofSign = signs.length > 0 ? SIGN_LOG_ODDS : 0
    const isPlea = PLEA.test(` ${words.join(' ')} `)
    isPossible ||= logOdds >= DOUBTFUL_LOG_ODDS - (isPlea ? SIGN_LOG_ODDS : ofSign)
    if (logOdds < alarmingFrom - ofSign) continue
    const isCertain = signs.length > 0 || logOdds >= CERTAIN_LOG_ODDS
    excess = Math.max(excess, isCertain ? Infinity : logOdds - alarmingFrom)
    const told = likeliestKind(features, signs)
    if (!likeliest || told.likelihood > likeliest.likelihood) likeliest = told
  }
  const kind = likeliest && likeliest.likelihood < CLEAR_LIKELIHOOD ? 'unwell' : likeliest?.kind
  return { kind, excess, isPossible }
}

/** Whether an answer that fits the text with this probability (0–1) explains the text better than an emergency does. */
export function isExplained({ excess }: Danger, probability: number): boolean {
  return Math.log(probability / (1 - probability)) - FIT_MARGIN > excess
}

export function detectEmergency(text: string): EmergencyKind | undefined {
  return judgeDanger(text).kind
}

/** The kind of emergency in rough words (see rough-words.ts) that the recogniser took for a cry for help. */
export function kindOfCry(words: string): EmergencyKind {
  return judgeDanger(words, -Infinity).kind ?? 'unwell'
}

/**
 * Splits a text into sentences, which are judged separately: one sentence ("What are the signs?") must not make the
 * next ("My dad can't speak") harmless.
 */
function sentencesOf(text: string): string[][] {
  const read =
    text.length <= READ_CHARACTERS * 2 ? text : `${text.slice(0, READ_CHARACTERS)}. ${text.slice(-READ_CHARACTERS)}`
  const texts = read.split(/(?<=[.!?;\n])\s+|\n+/)
  const sentences = texts.map(plainWords).filter(({ length }) => length > 0)
  // A sign may be spread over two sentences: "My dad. He isn't breathing."
  const pairs = sentences.slice(1).map((sentence, at) => [...(sentences[at] ?? []), ...sentence])
  return [
    ...sentences.flatMap(partsOf),
    ...pairs.filter(({ length }) => length <= PART_WORDS),
    ...texts.flatMap(signInLastClause).flatMap(partsOf),
  ]
}

/** A sign in the last clause counts by itself ("Call me back, I want to die"), but not after a condition ("When I run, …"). */
function signInLastClause(sentence: string): string[][] {
  if (SUBORDINATION.test(sentence)) return []
  const [last, ...before] = sentence.split(BETWEEN_CLAUSES).toReversed()
  const words = plainWords(before.length > 0 ? (last ?? '') : '')
  return kindsBySigns(words).length > 0 ? [words] : []
}

function partsOf(words: string[]): string[][] {
  const half = PART_WORDS / 2
  if (words.length <= PART_WORDS) return [words]
  return Array.from({ length: Math.ceil(words.length / half) - 1 }, (_, at) =>
    words.slice(at * half, at * half + PART_WORDS),
  )
}
