import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { TEXT_MAX_LENGTH, type ReadDocument } from './document.ts'
import { ReadingError } from './reading-error.ts'

// Otherwise loaded only with the first document, and not compiled ahead.
await getResolvedPDFJS()

const MAX_PAGES = 100
/** A document with less text is made of scanned pages, with page numbers or stamps at most. */
const TEXT_MIN_LENGTH = 20
/** A line is a heading if its letters are this many times as large as the document's usual ones. */
const HEADING_SIZE = 1.15
/** A gap to the line above of more than this many line heights begins a paragraph. */
const PARAGRAPH_GAP = 1.75

interface Line {
  text: string
  /** In points from the bottom of the page. */
  y: number
  size: number
  page: number
}

/** The text of the first pages, with larger lines treated as headings. @throws {ReadingError} */
export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 }).catch((error: unknown) => {
    const isLocked = error instanceof Error && error.name === 'PasswordException'
    throw new ReadingError(isLocked ? 'locked' : 'broken', error)
  })
  const lines: Line[] = []
  let length = 0
  for (let number = 1; number <= Math.min(document.numPages, MAX_PAGES) && length < TEXT_MAX_LENGTH; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const line of linesOf(items, number)) {
      lines.push(line)
      length += line.text.length
    }
    page.cleanup()
  }
  const text = textOf(lines)
  if (text.length < TEXT_MIN_LENGTH) throw new ReadingError('scanned')
  return { title: '', text, pairs: [] }
}

interface TextItem {
  str: string
  transform: number[]
  height: number
}

function linesOf(items: readonly unknown[], page: number): Line[] {
  const lines: Line[] = []
  let last: Line | undefined
  for (const item of items as TextItem[]) {
    if (typeof item.str !== 'string' || item.str === '') continue
    const y = item.transform[5] ?? 0
    const size = Math.abs(item.height) || last?.size || 0
    if (last && Math.abs(last.y - y) < Math.max(1, size / 2)) {
      last.text += item.str
      last.size = Math.max(last.size, size)
    } else {
      last = { text: item.str, y, size, page }
      lines.push(last)
    }
  }
  return lines.filter(({ text }) => text.trim() !== '')
}

function textOf(lines: readonly Line[]): string {
  const sizes = lines.flatMap(({ text, size }) => (text.length > 20 ? [size] : [])).toSorted((a, b) => a - b)
  const usual = sizes[Math.floor(sizes.length / 2)] ?? Infinity
  let text = ''
  let before: Line | undefined
  for (const line of lines) {
    const words = line.text.replace(/\s+/g, ' ').trim()
    const isHeading = line.size > usual * HEADING_SIZE && words.length < 90
    const isApart =
      before === undefined || (before.page === line.page && before.y - line.y > Math.max(1, line.size) * PARAGRAPH_GAP)
    if (isHeading) text += `\n\n## ${words}\n\n`
    else if (isApart) text += `\n\n${words}`
    else if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(words)) text = `${text.slice(0, -1)}${words}`
    else text += `\n${words}`
    before = line
  }
  return text.replace(/\n{3,}/g, '\n\n').trim()
}
