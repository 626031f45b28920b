import { Readability } from '@mozilla/readability'
// The build in one file, which each new process loads in a tenth of the time.
import { parseHTML } from 'linkedom/worker'
import type { KnowledgePair } from '#contract/own-knowledge.ts'
import { parseJson } from '../../../infra/json.ts'
import type { ReadDocument } from './document.ts'

/** The parts of the DOM in use; the server's types don't include the DOM. */
interface Element {
  tagName: string
  nodeType: number
  textContent: string | null
  childNodes: Iterable<Element>
  nextElementSibling: Element | null
  querySelector: (selector: string) => Element | null
  querySelectorAll: (selector: string) => Iterable<Element>
  getAttribute: (name: string) => string | null
  remove: () => void
}
interface PageDocument extends Element {
  body: Element | null
  documentElement: Element | null
}

const UNREAD = 'script, style, noscript, template, svg, nav, header, footer, form, iframe, button, select, [hidden]'
const BLOCK =
  /^(?:address|article|aside|blockquote|body|details|div|dd|dl|dt|figcaption|figure|li|main|ol|p|pre|section|summary|table|tbody|td|th|tr|ul)$/i
const HEADING = /^h[1-6]$/i
const TEXT_NODE = 3
const ELEMENT_NODE = 1
/** Deeper nesting is not written by people, and walking the page is recursive. */
const MAX_DEPTH = 200

/** Reads a page: questions and answers that it marks up, and the text that a visitor would read. */
export function readPage(html: string): ReadDocument {
  const document = parse(html)
  const title = plain(document.querySelector('title')?.textContent ?? '')
  const language = document.documentElement?.getAttribute('lang') ?? undefined
  const pairs = markedPairs(document)
  // The extractor asks for a browser's document; the parser's has all that it reads.
  const article = new Readability(parse(html) as never, { maxElemsToParse: 60_000 }).parse()
  const ofArticle = article?.content ? textOf(parse(article.content).body) : ''
  // The extractor drops what looks like decoration, which is often all the text of a small business's page.
  const whole = wholeText(document)
  const text = ofArticle.length * 2 < whole.length ? whole : ofArticle
  return { title: title || plain(article?.title ?? ''), language, text, pairs }
}

/** Reads the HTML that mammoth makes of a Word document, all of which is content. */
export function readMarkup(html: string): Pick<ReadDocument, 'text' | 'pairs'> {
  const document = parse(html)
  return { text: textOf(document.body), pairs: [] }
}

/** Adds the outer elements, which pages may omit and this parser does not supply. */
function parse(html: string): PageDocument {
  const whole = /<html[\s>]/i.test(html)
    ? html
    : `<html><body>${html.replace(/^\s*<!doctype[^>]*>/i, '')}</body></html>`
  return (parseHTML(whole) as unknown as { document: PageDocument }).document
}

function wholeText(document: PageDocument): string {
  for (const element of document.querySelectorAll(UNREAD)) element.remove()
  return textOf(document.querySelector('main') ?? document.body ?? document.documentElement)
}

/** Turns headings, lists and paragraphs into lines, in the form that `readNotes` reads. */
function textOf(root: Element | null): string {
  const lines: string[] = []
  let line = ''
  const end = (): void => {
    const words = plain(line)
    if (words !== '' && words !== '-' && !/^#+$/.test(words)) lines.push(words)
    line = ''
  }
  const walk = (node: Element, depth: number): void => {
    if (node.nodeType === TEXT_NODE) {
      line += node.textContent ?? ''
      return
    }
    if (node.nodeType !== ELEMENT_NODE || depth > MAX_DEPTH) return
    const { tagName } = node
    if (/^(?:script|style|template|noscript)$/i.test(tagName)) return
    if (/^br$/i.test(tagName)) return end()
    if (HEADING.test(tagName)) {
      end()
      const heading = plain(node.textContent ?? '')
      if (heading !== '') lines.push('', `## ${heading}`, '')
      return
    }
    const isBlock = BLOCK.test(tagName)
    const isCell = /^t[dh]$/i.test(tagName)
    if (isBlock && !isCell) end()
    if (/^li$/i.test(tagName)) line = '- '
    for (const child of node.childNodes) walk(child, depth + 1)
    if (isCell) line += ' '
    else if (isBlock) {
      end()
      if (/^(?:p|ul|ol|table|blockquote|div|section|article)$/i.test(tagName)) lines.push('')
    }
  }
  if (root) walk(root, 0)
  end()
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Questions and answers that the page itself marks up as such. */
function markedPairs(document: PageDocument): KnowledgePair[] {
  return [...declaredPairs(document), ...foldedPairs(document), ...termPairs(document), ...headedPairs(document)]
}

function declaredPairs(document: PageDocument): KnowledgePair[] {
  const pairs: KnowledgePair[] = []
  for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
    collectDeclared(parseJson(script.textContent ?? ''), pairs, 0)
  }
  return pairs
}

function collectDeclared(data: unknown, pairs: KnowledgePair[], depth: number): void {
  if (typeof data !== 'object' || data === null || depth > 8) return
  if (Array.isArray(data)) {
    for (const item of data) collectDeclared(item, pairs, depth + 1)
    return
  }
  const { '@type': type, '@graph': graph, mainEntity, name, acceptedAnswer } = data as Record<string, unknown>
  collectDeclared(graph, pairs, depth + 1)
  collectDeclared(mainEntity, pairs, depth + 1)
  if (![type].flat().includes('Question') || typeof name !== 'string') return
  const answer = ([acceptedAnswer].flat()[0] as { text?: unknown } | undefined)?.text
  if (typeof answer === 'string') pairs.push({ question: inlineText(name), answer: inlineText(answer) })
}

/** Plain text of structured data, whose values may contain HTML. */
function inlineText(html: string): string {
  return plain(/[<&]/.test(html) ? textOf(parse(html).body) : html)
}

function foldedPairs(document: PageDocument): KnowledgePair[] {
  return [...document.querySelectorAll('details')].map((details) => {
    const summary = details.querySelector('summary')
    const answer = [...details.childNodes].filter((node) => node !== summary).map(textWithin)
    return { question: textOfHead(summary), answer: plain(answer.join(' ')) }
  })
}

function termPairs(document: PageDocument): KnowledgePair[] {
  return [...document.querySelectorAll('dt')].map((term) => ({
    question: textOfHead(term),
    answer: textBehind(term, ({ tagName }) => /^dd$/i.test(tagName)),
  }))
}

function headedPairs(document: PageDocument): KnowledgePair[] {
  return [...document.querySelectorAll('h2, h3, h4, h5, h6')]
    .filter((heading) => textOfHead(heading).endsWith('?'))
    .map((heading) => ({
      question: textOfHead(heading),
      answer: textBehind(heading, ({ tagName }) => !HEADING.test(tagName)),
    }))
}

const textOfHead = (element: Element | null) => plain(element?.textContent ?? '')

/** The text of the elements behind this one, up to the first that does not belong to it. */
function textBehind(element: Element, belongs: (next: Element) => boolean): string {
  const texts: string[] = []
  for (let next = element.nextElementSibling; next && belongs(next); next = next.nextElementSibling) {
    texts.push(textWithin(next))
  }
  return plain(texts.join(' '))
}

function textWithin(node: Element): string {
  if (node.nodeType === TEXT_NODE) return node.textContent ?? ''
  return node.nodeType === ELEMENT_NODE ? textOf(node).replace(/^(?:- |#+ )/gm, '') : ''
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
