import type { KnowledgeEntry } from '#contract/assistant.ts'
import { patternWords } from '#contract/phrase-pattern.ts'
import { splitSentences } from '../tts/sentences.ts'
import type { KnowledgeIndex } from './knowledge-index.ts'
import { comparedWords, isFrameWord, stem, tellingWords } from './understanding/asked-words.ts'

/** Longer questions name their own subject. */
const MAX_LEANING_WORDS = 9
const LEANS =
  /^(and|but|or|also|then|what about|how about|what if)\b|\b(it|that|this|they|them|those|these|there|one)\b/i

const UNIT = /^(?:minute|hour|day|week|month|year)s?$/
/** Beside units, the words of an age or a time: "she is two months old". */
const OF_A_DETAIL =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|old|aged?|ago|since|around|almost|nearly|yrs?|yo)$/
const ASKS = /\b(?:how|what|when|where|which|who|why|can|could|do|does|did|should)\b|\?/i

/** What a question asks for by its words (`asks`), and how to recognise an answer to it (`answers`). */
const ASKED_FOR = [
  { asks: /\bhow much\b|\bcosts?\b|\bprice\b|\bexpensive\b|\bfree\b/i, answers: /\b(dollars?|free|fees?|costs?|percent)\b/i, words: 'cost price' },
  { asks: /\bhow (long|soon|fast)\b/i, answers: /\b(seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b/i, words: 'long take time' },
] // oxfmt-ignore

/**
 * The last subject's answer to a question that depends on it, such as "and for children?": a follow-up, or the rest of
 * the answer from the first sentence that mentions everything that the question names.
 */
export function leaningAnswer(text: string, topic: KnowledgeEntry): string | undefined {
  if (!isLeaning(text)) return undefined
  const asked = ASKED_FOR.filter(({ asks }) => asks.test(text))
  const named = tellingStems(asked.reduce((rest, { asks }) => rest.replace(asks, ''), text))
  if (named.length === 0 && asked.length === 0) return undefined
  const answers = (words: ReadonlySet<string>, said: string): boolean =>
    named.every((word) => words.has(word)) && asked.every((each) => each.answers.test(said))
  const followUp = topic.followUps.find(({ patterns, answer }) =>
    answers(new Set([...stemsOf(answer), ...patterns.flatMap(patternWords).map(stem)]), answer),
  )?.answer
  const sentences = splitSentences(`${topic.answer} `)
  const from = sentences.findIndex((sentence) => answers(stemsOf(sentence), sentence))
  const rest = from < 0 ? undefined : sentences.slice(from).join('').trim()
  // A detail belongs to the question that was answered; other questions have follow-ups.
  return isDetail(text) ? (rest ?? followUp) : (followUp ?? rest)
}

/**
 * Another entry about the same subject that a dependent question asks for: "how much is that?" after an answer about
 * delivery.
 */
export function relatedEntry(text: string, topic: KnowledgeEntry, index: KnowledgeIndex): KnowledgeEntry | undefined {
  const asked = ASKED_FOR.find(({ asks }) => asks.test(text))
  if (!isLeaning(text) || (tellingStems(text).length === 0 && !asked)) return undefined
  const subject = tellingWords(comparedWords(topic.question))
  const found = index.find([...comparedWords(text), asked?.words ?? '', ...subject].join(' '))
  return found === topic ? undefined : found
}

/** The entry for a question that names no subject, such as the prices for "how much is it?" */
export function generalEntry(text: string, index: KnowledgeIndex): KnowledgeEntry | undefined {
  const asked = ASKED_FOR.find(({ asks }) => asks.test(text))
  return asked && tellingStems(text.replace(asked.asks, '')).length === 0 ? index.find(asked.words) : undefined
}

/**
 * An entry's answer, or one of its follow-ups if the follow-up has at least half of the words that the entry's question
 * and answer lack: "can I freeze it?" A passage of text is about several things, so it begins with the first of
 * the sentences that have most words of the question.
 */
export function partFor(text: string, { question, answer, followUps, isOffered }: KnowledgeEntry): string {
  const others = stemsOf(`${question} ${answer}`)
  const named = tellingStems(text).filter((word) => !others.has(word))
  const asked = followUps.find(({ patterns }) => {
    const own = new Set(patterns.flatMap(patternWords).map(stem))
    const shared = named.filter((word) => own.has(word)).length
    return shared > 0 && shared >= named.length / 2
  })
  if (asked || isOffered) return asked?.answer ?? answer
  const wanted = tellingStems(text)
  const sentences = splitSentences(`${answer} `)
  const shared = sentences.map((sentence) => {
    const words = stemsOf(sentence)
    return wanted.filter((word) => words.has(word)).length
  })
  return sentences
    .slice(shared.indexOf(Math.max(...shared)))
    .join('')
    .trim()
}

/** Whether a text only adds a number or a time to the last subject: "she's 2 months old". */
export function isDetail(text: string): boolean {
  const words = comparedWords(text)
  const isOne = (word: string): boolean => UNIT.test(word) || OF_A_DETAIL.test(word)
  return words.some(isOne) && words.every((word) => isOne(word) || isFrameWord(word)) && !hasQuestionWord(text)
}

/** Whether a text has a word or a sign of a question. */
export function hasQuestionWord(text: string): boolean {
  return ASKS.test(text)
}

function isLeaning(text: string): boolean {
  return (LEANS.test(text.trim()) || isDetail(text)) && comparedWords(text).length <= MAX_LEANING_WORDS
}

/** The stems of the words that tell what a text is about; in a detail, only the unit does. */
function tellingStems(text: string): string[] {
  const words = tellingWords(comparedWords(text))
  return (isDetail(text) ? words.filter((word) => UNIT.test(word)) : words).map(stem)
}

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(comparedWords(text).map(stem))
}
