import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { VoiceId } from '#contract/voices.ts'
import { capitalised } from '#contract/written-text.ts'
import { splitSentences } from '../tts/sentences.ts'
import { speakingMs } from '../tts/speaking-time.ts'

/** Said at the end of each part of an answer but the last. */
export const OFFER = 'Shall I go on?'

/**
 * How long the assistant speaks before the caller gets a turn. The target is eight seconds; the difference allows for
 * the error of the estimate.
 */
export const PART_MS = 7_500

/** Clauses with fewer words than this are joined to their neighbour; no part has fewer. */
const SHORTEST_CLAUSE_WORDS = 4

/** A clause that begins so says nothing without the next one: both are said together, in up to twice the usual time. */
const CONDITION = /^(?:if|unless|when|whenever|because|although|while|once) /i

/** Matches text that says where to get help. Such text is never left for a later part. */
const NAMES_HELP =
  /emergency (number|services|help|room)|ambulance|poison (center|centre|control)|samaritans|crisis line|nine eight eight|nine one one|\b(911|999|112|988)\b/i

/** Whether a text says where to get help. */
export function namesHelp(text: string): boolean {
  return NAMES_HELP.test(text)
}

/** The first part of an answer as it is spoken, with the offer to go on if there is more. */
export function firstPart(answer: string, voiceId: VoiceId): string {
  return partOf(unitsOf(answer, voiceId), voiceId)
}

/**
 * The part of an answer that follows `heard`, the part spoken last. `heard` may be cut off in the middle: then its last
 * sentence is said again. Empty if all was heard; undefined if `heard` is not part of this answer.
 */
export function nextPart(answer: string, heard: string, voiceId: VoiceId): string | undefined {
  const units = unitsOf(answer, voiceId)
  for (const words of withoutOffer(normaliseWords(heard))) {
    for (const first of units.keys()) {
      const next = unitAfter(units.slice(first), words)
      if (next !== undefined) return partOf(units.slice(first + next), voiceId)
    }
  }
  return undefined
}

/**
 * Splits an answer into units in the order in which they are spoken: sentences, with long ones split after a comma. If
 * the answer does not fit into one part, the sentences that say where to get help follow the first one directly.
 */
function unitsOf(answer: string, voiceId: VoiceId): string[] {
  const sentences = splitSentences(`${answer.trim()} `)
  if (isSaidWhole(sentences, voiceId)) return sentences
  const [first = '', ...others] = sentences
  const help = others.filter((sentence) => NAMES_HELP.test(sentence))
  const inOrder = [first, ...help, ...others.filter((sentence) => !help.includes(sentence))]
  return inOrder.flatMap((sentence) => cutLong(sentence, roomBesideOffer(voiceId), voiceId))
}

/** Whether an answer is spoken without a break: it is short enough, or its first sentence says where to get help. */
function isSaidWhole(units: readonly string[], voiceId: VoiceId): boolean {
  return NAMES_HELP.test(units[0] ?? '') || speakingMs(units.join(''), voiceId) <= PART_MS
}

function cutLong(sentence: string, roomMs: number, voiceId: VoiceId): string[] {
  if (NAMES_HELP.test(sentence) || speakingMs(sentence, voiceId) <= roomMs) return [sentence]
  const clauses = sentence.split(/(?<=[,;:]["”’)]* )/)
  const units: string[] = []
  for (const clause of clauses) {
    const last = units.at(-1)
    const fits = last !== undefined && speakingMs(last + clause, voiceId) <= roomMs
    const isShort = [last ?? '', clause].some((part) => normaliseWords(part).length < SHORTEST_CLAUSE_WORDS)
    const isOpen = last !== undefined && CONDITION.test(last) && speakingMs(last + clause, voiceId) <= 2 * roomMs
    if (last !== undefined && (fits || isShort || isOpen)) units[units.length - 1] = last + clause
    else units.push(clause)
  }
  return units
}

function roomBesideOffer(voiceId: VoiceId): number {
  return PART_MS - speakingMs(OFFER, voiceId)
}

/**
 * As many units as fit into one part, followed by the offer if some are left over; empty if there are no units. The first
 * unit may be from the middle of a sentence.
 */
function partOf(units: readonly string[], voiceId: VoiceId): string {
  if (isSaidWhole(units, voiceId)) return capitalised(units.join('').trim())
  const roomMs = roomBesideOffer(voiceId)
  let taken = Math.max(1, units.findLastIndex((unit) => NAMES_HELP.test(unit)) + 1)
  const isShort = () => normaliseWords(units.slice(0, taken).join('')).length < SHORTEST_CLAUSE_WORDS
  const fits = () => speakingMs(units.slice(0, taken + 1).join(''), voiceId) <= roomMs
  while (taken < units.length && (isShort() || fits())) taken += 1
  const part = capitalised(units.slice(0, taken).join('').trim())
  return taken === units.length ? part : `${part.replace(/[,;:]$/, '.')} ${OFFER}`
}

/**
 * The words without a complete or cut-off offer at their end, and the words unchanged, since such an end may not be an
 * offer.
 */
function withoutOffer(words: readonly string[]): string[][] {
  const offer = normaliseWords(OFFER)
  const shorter = [4, 3, 2, 1]
    .filter((count) => offer.slice(0, count).join(' ') === words.slice(-count).join(' '))
    .map((count) => words.slice(0, -count))
  return [...shorter, [...words]].filter((rest) => rest.length > 0)
}

/** The index of the unit to continue with after the words, if the units begin with them. */
function unitAfter(units: readonly string[], heard: readonly string[]): number | undefined {
  let reached = 0
  for (const [index, unit] of units.entries()) {
    const words = normaliseWords(unit)
    const left = heard.slice(reached)
    if (left.length === 0) return index
    const isSame = left.slice(0, words.length).every((word, at) => word === words[at])
    if (!isSame) return undefined
    if (left.length < words.length) return index
    reached += words.length
  }
  return reached === heard.length ? units.length : undefined
}
