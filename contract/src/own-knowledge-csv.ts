import {
  ANSWER_MAX_LENGTH,
  KNOWLEDGE_MAX_PAIRS,
  QUESTION_MAX_LENGTH,
  QUESTION_MIN_LENGTH,
  OWN_ASSISTANT_WORDS,
} from './own-assistant-limits.ts'
import { questionKey, type KnowledgePair } from './own-knowledge.ts'
import { CSV_BYTE_ORDER_MARK } from './csv.ts'

/**
 * Reads questions and answers from a CSV file as spreadsheets save it: separated by commas, semicolons or tabs, with or
 * without a first row of column names.
 */

interface LineProblem {
  /** The line number as in a text editor, from 1. */
  line: number
  message: string
}

export interface ReadCsv {
  pairs: KnowledgePair[]
  /** The lines that were left out, and why. */
  problems: LineProblem[]
}

interface Row {
  line: number
  cells: string[]
}

const QUESTION_HEADER = /^(questions?|q|prompt|ask|frage|pregunta)$/i
const ANSWER_HEADER = /^(answers?|a|reply|response|antwort|respuesta)$/i
/** Spreadsheets, and contract/src/csv.ts, write an apostrophe before text that would otherwise be a formula. */
const TEXT_MARK = /^'(?=[=+\-@])/
/** Further problems would only hide the first ones. */
const MAX_PROBLEMS = 20

/** @param known the assistant's present pairs: they count towards the limit, and their questions are not added again */
export function readKnowledgeCsv(text: string, known: readonly KnowledgePair[] = []): ReadCsv {
  const { rows, openQuoteLine } = rowsOf(text.startsWith(CSV_BYTE_ORDER_MARK) ? text.slice(1) : text)
  const columns = columnsOf(rows[0])
  const pairs: KnowledgePair[] = []
  const problems: LineProblem[] = []
  const seen = new Map(known.map(({ question }) => [questionKey(question), 0]))

  for (const { line, cells } of columns.hasHeader ? rows.slice(1) : rows) {
    const question = cellAt(cells, columns.question)
    const answer = cellAt(cells, columns.answer)
    const earlier = seen.get(questionKey(question))
    const problem = problemOf(cells, columns.hasHeader, question, answer) ?? repeated(earlier)
    if (problem !== null) problems.push({ line, message: problem })
    else if (known.length + pairs.length >= KNOWLEDGE_MAX_PAIRS) {
      problems.push({
        line,
        message: `There is room for ${KNOWLEDGE_MAX_PAIRS} questions; this one and all after it were left out.`,
      })
      break
    } else {
      seen.set(questionKey(question), line)
      pairs.push({ question, answer })
    }
  }
  if (openQuoteLine !== null) {
    problems.push({ line: openQuoteLine, message: 'A quotation mark is opened here and never closed.' })
  }
  return { pairs, problems: problems.slice(0, MAX_PROBLEMS) }
}

function problemOf(cells: readonly string[], hasHeader: boolean, question: string, answer: string): string | null {
  if (cells.length < 2)
    return 'There is only one cell. Put the question into the first column and the answer into the second.'
  if (!hasHeader && cells.slice(2).some((cell) => cell.trim() !== '')) {
    return 'There are more than two cells. Put an answer with commas into quotation marks.'
  }
  if (question === '') return 'The question is missing.'
  if (answer === '') return 'The answer is missing.'
  if (question.length < QUESTION_MIN_LENGTH) return OWN_ASSISTANT_WORDS.questionTooShort
  if (question.length > QUESTION_MAX_LENGTH) {
    return `The question has ${question.length} characters; at most ${QUESTION_MAX_LENGTH} fit.`
  }
  if (answer.length > ANSWER_MAX_LENGTH) {
    return `The answer has ${answer.length} characters; at most ${ANSWER_MAX_LENGTH} fit.`
  }
  return null
}

function repeated(earlier: number | undefined): string | null {
  if (earlier === undefined) return null
  return earlier === 0 ? 'This question is already in the list.' : `The same question is on line ${earlier}.`
}

function cellAt(cells: readonly string[], column: number): string {
  return (cells[column] ?? '').normalize('NFC').replaceAll(/\s+/g, ' ').trim().replace(TEXT_MARK, '')
}

function columnsOf(first: Row | undefined): { hasHeader: boolean; question: number; answer: number } {
  const names = first?.cells.map((cell) => cell.trim()) ?? []
  const question = names.findIndex((name) => QUESTION_HEADER.test(name))
  const answer = names.findIndex((name) => ANSWER_HEADER.test(name))
  const hasHeader = question >= 0 && answer >= 0
  return hasHeader ? { hasHeader, question, answer } : { hasHeader, question: 0, answer: 1 }
}

/** Finds the separator of cells: the candidate that occurs most often outside of quotation marks in the first line. */
function separatorOf(text: string): string {
  const line = (/^[^\r\n]*/.exec(text.trimStart())?.[0] ?? '').replaceAll(/"(?:[^"]|"")*"/g, '')
  const count = (sign: string) => line.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Parses RFC 4180, and also accepts other line endings, and quotation marks inside an unquoted cell. */
function rowsOf(text: string): { rows: Row[]; openQuoteLine: number | null } {
  const separator = separatorOf(text)
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let cell = ''
  let line = 1
  let openedAt: number | null = null

  const endRow = (): void => {
    row.cells.push(cell)
    if (row.cells.some((each) => each.trim() !== '')) rows.push(row)
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    const isBreak = sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')
    if (isBreak) line += 1
    if (openedAt !== null) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else openedAt = null
    } else if (sign === '"' && cell.trim() === '') {
      cell = ''
      openedAt = line
    } else if (sign === separator) {
      row.cells.push(cell)
      cell = ''
    } else if (isBreak) {
      endRow()
      row = { line, cells: [] }
    } else if (sign !== '\r') cell += sign
  }
  if (openedAt === null) endRow()
  return { rows, openQuoteLine: openedAt }
}
