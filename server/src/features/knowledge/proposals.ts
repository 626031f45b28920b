import { MAX_PROPOSALS } from '#contract/knowledge-source-limits.ts'
import { ANSWER_MAX_LENGTH, QUESTION_MAX_LENGTH, QUESTION_MIN_LENGTH } from '#contract/own-assistant-limits.ts'
import { questionKey, readNotes, type KnowledgePair, type Passage } from '#contract/own-knowledge.ts'
import { writtenText } from '#contract/written-text.ts'
import type { ReadDocument } from './reading/document.ts'

/** Shorter texts are labels and remains of menus. */
const ANSWER_MIN_LENGTH = 12
const NO_KNOWLEDGE =
  /^(?:.*\bcookies?\b.*|newsletter|subscribe|share(?: this)?|follow us|related.*|leave a (?:comment|reply)|comments?|menu|search|table of contents|skip to .*)$/i
/** First words of headings that don't fit after "What about". */
const SENTENCE_START =
  /^(?:about|all|and|as|ask|be|become|book|buy|call|can|come|contact|discover|do|does|explore|find|follow|for|from|get|go|here|home|how|i|if|in|is|it|join|learn|let|make|meet|more|my|no|not|on|order|please|read|see|shop|sign|start|take|thank|this|to|try|visit|we|welcome|what|when|where|who|why|with|yes|you|your)\b/i
const TITLE_ENDING = /\s+[|·–—-]\s+.*$/

/**
 * Questions and answers found in a document: first those marked up as such, then those in its text, then passages, for
 * which their heading is the question.
 */
export function proposalsOf(document: ReadDocument, title: string): KnowledgePair[] {
  const { pairs, passages } = readNotes(document.text)
  const isEnglish = document.language === undefined || /^en\b/i.test(document.language)
  const told = document.pairs.map(({ answer }) => questionKey(answer)).join(' ')
  const others = passages.filter(({ text }) => !told.includes(questionKey(text)))
  return tidied([...document.pairs, ...pairs, ...passagePairs(others, title, isEnglish)])
}

/** Drops unusable pairs and duplicates, and shortens each answer to whole sentences. */
export function tidied(found: readonly KnowledgePair[]): KnowledgePair[] {
  const byQuestion = new Map<string, KnowledgePair>()
  const answers = new Set<string>()
  for (const pair of found) {
    const question = writtenText(pair.question.replace(/[\s\p{Cc}]+/gu, ' '))
    const answer = wholeSentences(writtenText(pair.answer.replace(/[\s\p{Cc}]+/gu, ' ')))
    const key = questionKey(question)
    if (key === '' || question.length < QUESTION_MIN_LENGTH || question.length > QUESTION_MAX_LENGTH) continue
    if (answer.length < ANSWER_MIN_LENGTH || NO_KNOWLEDGE.test(question)) continue
    if (byQuestion.has(key) || answers.has(answer)) continue
    answers.add(answer)
    byQuestion.set(key, { question, answer })
    if (byQuestion.size === MAX_PROPOSALS) break
  }
  return [...byQuestion.values()]
}

function passagePairs(passages: readonly Passage[], title: string, isEnglish: boolean): KnowledgePair[] {
  const byHeading = Map.groupBy(passages, ({ heading }) => heading ?? title.replace(TITLE_ENDING, ''))
  return [...byHeading].flatMap(([heading, under]) => {
    const [first = '', ...rest] = filled(under.map(({ text }) => text))
    const more = rest.length > 0 && isEnglish ? [{ question: `More about ${heading}`, answer: rest.join(' ') }] : []
    return [{ question: isEnglish ? askedAbout(heading) : heading, answer: first }, ...more]
  })
}

/** "Delivery" becomes "What about Delivery?"; a heading that is a sentence stays as it is. */
function askedAbout(heading: string): string {
  const isName = /^[\p{L}'’&,\- ]+$/u.test(heading) && heading.split(/\s+/).length <= 5
  return isName && !SENTENCE_START.test(heading) ? `What about ${heading}?` : heading
}

/** Joins passages into answers as long as the limit allows. */
function filled(texts: readonly string[]): string[] {
  const [first = '', ...others] = texts
  const parts: string[] = []
  let part = first
  for (const text of others) {
    if (part.length + 1 + text.length <= ANSWER_MAX_LENGTH) part += ` ${text}`
    else {
      parts.push(part)
      part = text
    }
  }
  return [...parts, part]
}

/** Cuts a text after the last sentence that fits; if the first sentence is too long, after a word. */
export function wholeSentences(text: string): string {
  if (text.length <= ANSWER_MAX_LENGTH) return text
  const beginning = text.slice(0, ANSWER_MAX_LENGTH + 1)
  const sentenceEnd = Math.max(...['. ', '! ', '? ', '… '].map((mark) => beginning.lastIndexOf(mark)))
  if (sentenceEnd > 0) return beginning.slice(0, sentenceEnd + 1)
  const space = beginning.lastIndexOf(' ', ANSWER_MAX_LENGTH - 1)
  return `${beginning.slice(0, space > 0 ? space : ANSWER_MAX_LENGTH - 1).trimEnd()}…`
}
