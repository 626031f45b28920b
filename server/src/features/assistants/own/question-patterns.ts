import { phrasePatternSchema } from '#contract/assistant.ts'
import { normaliseWords, readPattern } from '#contract/phrase-pattern.ts'
import { addressedDirectly } from './addressed-directly.ts'

/**
 * Variants of a question that its owner wrote only once, in the pattern language (contract/src/assistant.ts). The
 * recogniser uses them as phrases to expect, and the search to compare words.
 */

// Words that occur in questions about any subject.
const FRAME = new Set(
  `a about an and any are at be can could did do does for from get give has have hello hey hi how i i'd i'm in is it
  know like long many me much my of offer on or our please shall should so tell that the their there this to us was we
  were what what's when where where's which who who's whose why will with would you your you're`.split(/\s+/),
)
/** A single word shorter than this is too easily misheard in other words. */
const MIN_TOPIC_LETTERS = 6
const ASKS_ABOUT = '(what about | how about | tell me about | do you have | what is | what are)'
const BEGINS_WITH_QUESTION_WORD = /^(what|when|where|which|who|why|how|do|does|can|is|are)\b/

export interface AskedTopic {
  /** The question as it is spoken; empty if it can't be expressed in words alone. */
  phrase: string
  /** The subject of the question; empty if too little of it is left to identify the question. */
  topic: string
}

/** @param sayNumber returns digits as words */
export function topicOf(question: string, sayNumber: (digits: string) => string[]): AskedTopic {
  const words = normaliseWords(question).flatMap((word) =>
    word.split(/(\d+)/).flatMap((part) => (/^\d+$/.test(part) ? sayNumber(part) : part === '' ? [] : [part])),
  )
  const phrase = words.join(' ')
  if (!isPattern(phrase)) return { phrase: '', topic: '' }
  const from = words.findIndex((word) => !FRAME.has(word))
  const to = words.findLastIndex((word) => !FRAME.has(word))
  const topic = from < 0 ? '' : words.slice(from, to + 1).join(' ')
  const isTelling = topic.includes(' ') || topic.length >= MIN_TOPIC_LETTERS
  return { phrase, topic: isTelling ? topic : '' }
}

/** @param isAlone true if no other question has the same topic */
export function questionPatterns({ phrase, topic }: AskedTopic, isAlone: boolean): string[] {
  if (phrase === '') return []
  const patterns = [...new Set([phrase, addressedDirectly(phrase)])].flatMap(waysToPut)
  if (isAlone && topic !== '') {
    patterns.push(`${ASKS_ABOUT} [your | the | a] ${topic}`)
    if (topic.includes(' ') && topic !== phrase) patterns.push(`[your | the] ${topic}`)
  }
  return patterns.filter(isPattern)
}

function waysToPut(phrase: string): string[] {
  const patterns = [phrase]
  const loosened = phrase
    .replaceAll(/\b(what|how|where|when|who)(?:'s| is)\b/g, "($1 is | $1's)")
    .replaceAll(/\bi(?:'m| am)\b/g, "(i am | i'm)")
    .replaceAll(/\b(do|does|is|are|can)(?:n't| not)\b/g, "($1 not | $1n't)")
  if (loosened !== phrase) patterns.push(loosened)
  if (BEGINS_WITH_QUESTION_WORD.test(phrase)) patterns.push(`(tell me | can you tell me | do you know) ${phrase}`)
  return patterns
}

/** Patterns of questions that the text under a heading would answer. */
export function headingPatterns({ phrase, topic }: AskedTopic): string[] {
  if (phrase === '') return []
  const about = topic === '' ? phrase : topic
  return [`${ASKS_ABOUT} [your | the | a] ${about}`, ...(about.includes(' ') ? [`[your | the] ${about}`] : [])].filter(
    isPattern,
  )
}

function isPattern(pattern: string): boolean {
  return phrasePatternSchema.safeParse(pattern).success && readPattern(pattern) !== undefined
}
