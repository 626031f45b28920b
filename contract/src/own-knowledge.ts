import { QUESTION_MAX_LENGTH } from './own-assistant-limits.ts'

/**
 * Reads the text that a person pasted about their business: as questions with answers where it has them, otherwise as
 * passages short enough to be spoken. Pure, so that the page can preview what the assistant will know.
 */

export interface KnowledgePair {
  question: string
  answer: string
  /** The page or file where the pair was read; absent when the owner wrote it. */
  source?: { title: string; url: string | null } | undefined
}

export interface Passage {
  /** The heading above the passage; null when there is none. */
  heading: string | null
  text: string
}

/** Equal for questions that differ only in case, punctuation and spaces. */
export function questionKey(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

// These expressions run on strangers' text in the process that serves calls, so none may backtrack, however long a line
// is.
const QUESTION_MARK = /^(?:q|question)\s*(?:\d+\s*)?[:.)\-–]\s*(.+)$/i
const ANSWER_MARK = /^(?:a|answer)\s*[:.)\-–]\s*(.+)$/i
const MARKDOWN_HEADING = /^#{1,6}\s+(\S.*)$/
const CLOSING_MARKS = /(?<!#)#+$/
const BULLET = /^(?:[-*•·–]|\d{1,3}[.)])\s+/
/** The gap between two sentences. The dot in a price or a version number has no space after it. */
const SENTENCE_GAP = /(?<=[.!?…]["”')\]]*) /
const HEADING_MAX_LENGTH = 70
/** A few words before a full stop or a colon. */
const RUN_IN_HEADING = /^(\p{Lu}[^\s.:;,!?]*(?: [^\s.:;,!?]+){0,4})[.:] /u
/** With one of these, even a few words are a sentence and not a heading. */
const SENTENCE_WORDS =
  /(?:^| )(?:i|we|you|they|it|he|she|this|that|there|is|are|was|were|has|have|had|do|does|did|can|will|may|must|please|no|not|thanks|welcome|hello|hi|yes)(?:$| |['’])/i
/** Two or three sentences: as much as a listener can follow at once. */
const PIECE_MAX_LENGTH = 360

export function readNotes(notes: string) {
  const pairs: KnowledgePair[] = []
  const passages: Passage[] = []
  let question: string | null = null
  let heading: string | null = null
  let body: string[] = []

  const flush = (): void => {
    const text = joined(body)
    body = []
    if (text === '') return
    if (question === null) {
      const above = heading ?? runInHeading(text)
      for (const piece of piecesOf(text)) passages.push({ heading: above, text: piece })
      return
    }
    // The first piece becomes the answer; the others become passages that are found by the words of the question.
    const [answer = '', ...rest] = piecesOf(text)
    pairs.push({ question, answer })
    for (const piece of rest) passages.push({ heading: question, text: piece })
    question = null
  }

  const lines = notes.normalize('NFC').split(/\r\n?|[\n\u2028\u2029]/)
  const lastText = lines.findLastIndex((line) => line.trim() !== '')
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    if (line === '') {
      // An empty line between a question and its answer is skipped.
      if (body.length > 0) flush()
      continue
    }
    const asked = questionOf(line)
    if (asked !== null) {
      flush()
      question = asked
      continue
    }
    if (isHeading(line, lines[index - 1], index < lastText)) {
      flush()
      question = null
      heading = withoutHeadingMarks(line).replace(/:$/, '').trim() || null
      continue
    }
    body.push(ANSWER_MARK.exec(line)?.[1] ?? line)
  }
  flush()
  return { pairs, passages }
}

function questionOf(line: string): string | null {
  const bare = withoutHeadingMarks(line).replace(BULLET, '')
  const marked = QUESTION_MARK.exec(bare)?.[1]
  const question = (marked ?? (/^[^.!]*\?$/.test(bare) ? bare : '')).trim()
  return question.length >= 3 && question.length <= QUESTION_MAX_LENGTH ? question : null
}

/** "## Prices ##" → "Prices". */
function withoutHeadingMarks(line: string): string {
  const words = MARKDOWN_HEADING.exec(line)?.[1]
  return words === undefined ? line : words.replace(CLOSING_MARKS, '').trimEnd()
}

/** Whether a line is a heading: a short line without punctuation at its end, with text following it. */
function isHeading(line: string, before: string | undefined, hasText: boolean): boolean {
  if (MARKDOWN_HEADING.test(line)) return true
  if (line.length > HEADING_MAX_LENGTH || BULLET.test(line) || ANSWER_MARK.test(line)) return false
  const beginsBlock = before === undefined || before.trim() === ''
  return hasText && (line.endsWith(':') || (beginsBlock && !/[.,;!?…]$/.test(line) && line.split(/\s+/).length <= 6))
}

/** The heading with which a paragraph begins, as in "Prices. One night costs …"; null when it begins with a sentence. */
function runInHeading(text: string): string | null {
  const words = RUN_IN_HEADING.exec(text)?.[1]
  return words === undefined || SENTENCE_WORDS.test(words) ? null : words
}

/** Joins lines: items of a list become sentences, lines of a paragraph become one text. */
function joined(lines: readonly string[]): string {
  return lines
    .map((line) => {
      const bare = line.replace(BULLET, '')
      return bare !== line && !/[.!?:;,…]$/.test(bare) ? `${bare}.` : bare
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Cuts a text between sentences into pieces. A sentence that is too long for a piece is cut between words. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of text.split(SENTENCE_GAP)) {
    for (const sentence of cutLong(part.trim())) {
      if (piece !== '' && piece.length + 1 + sentence.length > PIECE_MAX_LENGTH) {
        pieces.push(piece)
        piece = ''
      }
      piece = piece === '' ? sentence : `${piece} ${sentence}`
    }
  }
  return piece === '' ? pieces : [...pieces, piece]
}

function cutLong(sentence: string): string[] {
  if (sentence.length <= PIECE_MAX_LENGTH) return sentence === '' ? [] : [sentence]
  const space = sentence.lastIndexOf(' ', PIECE_MAX_LENGTH)
  const at = space > 0 ? space : PIECE_MAX_LENGTH
  return [sentence.slice(0, at), ...cutLong(sentence.slice(at).trim())]
}
