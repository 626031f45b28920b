import { spelledLetters } from './abbreviations.ts'
import { spokenForm } from './spoken-forms.ts'

/** A word of the text and how it is said. */
export interface SpokenWord {
  /** As in the text, with the space around it: all texts together are the text. */
  text: string
  /** Plain lower-case words, as Flite reads them right, with a comma where a rest follows within. Never empty. */
  pieces: string[]
  /** What follows the word: nothing, a short rest, or the tune that ends a sentence. */
  pause: '' | ',' | '.' | '?' | '!'
}

const OPENING = /^["'“”‘’([{<*_~`#>|•\-–—]+/
const CLOSING = /["'“”‘’)\]}>*_~`|.,;:!?…\-–—]+$/
const DASH = /^[-–—]+$/
/** Longer inventions than this are said in parts; Flite would make one endless word of them. */
const MAX_PIECE_CHARS = 24
const MAX_PIECES = 40
/** Of one word: what comes behind is not said. An address of the longer kind fits. */
const MAX_WORD_LETTERS = 120
const PIECE = new RegExp(`[a-z][a-z']{0,${MAX_PIECE_CHARS - 1}},?`, 'g')

/**
 * Reads one sentence as a person would say it: numbers, prices, times, addresses, abbreviations. What can't be said (emoji, rules, other scripts) is
 * silent and stays with the word before it. Empty when nothing can be said.
 */
export function spokenWords(sentence: string): SpokenWord[] {
  const tokens = sentence.match(/^\s*\S+\s*|\S+\s*/g) ?? (sentence === '' ? [] : [sentence])
  const plain = tokens.map(plainText)
  const isShouted = shouts(plain)
  const words: SpokenWord[] = []
  let silent = ''
  for (const [index, token] of tokens.entries()) {
    const raw = plain[index] ?? ''
    const core = raw.replace(OPENING, '').replace(CLOSING, '')
    const context = { previous: plain[index - 1] ?? '', next: plain[index + 1] ?? '', isShouted }
    const pieces = DASH.test(raw) ? rangeDash(context) : sayable(spokenForm(core, raw, context))
    const last = words.at(-1)
    if (pieces.length > 0) {
      words.push({ text: silent + token, pieces, pause: DASH.test(raw) ? '' : pauseAfter(raw, core) })
      silent = ''
    } else if (last) {
      last.text += token
      const pause = DASH.test(raw) ? ',' : pauseAfter(raw, '')
      if (last.pause === '' || /[.?!]/.test(pause)) last.pause = pause
    } else silent += token
  }
  const [first] = words
  if (first && words.length > 1 && /^\s*\d{1,3}[.)]\s/.test(first.text)) first.pause = ','
  // A dot inside the sentence belongs to an abbreviation.
  for (const word of words.slice(0, -1)) if (word.pause === '.') word.pause = ''
  return words
}

/** ASCII where there is an ASCII way to write it. */
function plainText(token: string): string {
  return token
    .trim()
    .replace(/[’‘ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/\p{Extended_Pictographic}|\u200d|\ufe0f/gu, (char) => (/[\d#*©®™]/.test(char) ? char : ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/æ/gi, 'ae')
    .replaceAll(/ø/gi, 'o')
    .replaceAll('\u2044', '/')
}

function sayable(pieces: readonly string[]): string[] {
  let letters = 0
  return pieces
    .flatMap((piece) => piece.toLowerCase().match(PIECE) ?? [])
    .map((piece) => piece.replace(/'+(?=,?$)/, ''))
    .flatMap((piece) =>
      /^[bcdfghjklmnpqrstvwxz]+$/.test(piece) && !INTERJECTIONS.has(piece) ? spelledLetters(piece) : [piece],
    )
    .slice(0, MAX_PIECES)
    .filter((piece) => (letters += piece.length) <= MAX_WORD_LETTERS)
}

const INTERJECTIONS = new Set(['hmm', 'hm', 'mhm', 'shh', 'psst', 'mm', 'mmm'])

function rangeDash({ previous, next }: { previous: string; next: string }): string[] {
  return /\d$/.test(previous) && /^[$€£]?\d/.test(next) ? ['to'] : []
}

function pauseAfter(raw: string, core: string): SpokenWord['pause'] {
  const tail = core === '' ? raw : raw.slice(raw.lastIndexOf(core) + core.length)
  if (tail.includes('?')) return '?'
  if (tail.includes('!')) return '!'
  if (/[,;:…–—]|\.\.|-$/.test(tail)) return ','
  return tail.includes('.') ? '.' : ''
}

/** Capitals throughout are loudness, not abbreviations. */
function shouts(tokens: readonly string[]): boolean {
  const words = tokens.filter((token) => /[A-Za-z]{2}/.test(token))
  return words.length >= 3 && words.filter((word) => word === word.toUpperCase()).length / words.length > 0.6
}
