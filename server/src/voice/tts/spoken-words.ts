import { spelledLetters } from './abbreviations.ts'
import { spokenForm } from './spoken-forms.ts'

/** A word of the text and how it is spoken. */
export interface SpokenWord {
  /** As in the text, with the space around it. The texts of all words, joined, are the whole text. */
  text: string
  /** Plain lower-case words that Flite pronounces correctly; a comma marks a short pause within the word. Never empty. */
  pieces: string[]
  /** What follows the word: nothing, a short pause, or the intonation that ends a sentence. */
  pause: '' | ',' | '.' | '?' | '!'
}

const OPENING = /^["'“”‘’([{<*_~`#>|•\-–—]+/
const CLOSING = /["'“”‘’)\]}>*_~`|.,;:!?…\-–—]+$/
const DASH = /^[-–—]+$/
/** Longer words are split, since Flite would speak them as one endless word. */
const MAX_PIECE_CHARS = 24
const MAX_PIECES = 40
/** The most letters of one word that are spoken. A long e-mail or web address fits. */
const MAX_WORD_LETTERS = 120
const PIECE = new RegExp(`[a-z][a-z']{0,${MAX_PIECE_CHARS - 1}},?`, 'g')

/**
 * Reads a sentence as a person would say it, with its numbers, prices, times, addresses and abbreviations. Parts that
 * can't be spoken (emoji, lines, other scripts) are silent and attached to the word before them. Empty if nothing can
 * be spoken.
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
  // A dot within the sentence belongs to an abbreviation.
  for (const word of words.slice(0, -1)) if (word.pause === '.') word.pause = ''
  return words
}

/** Replaces characters by ASCII ones where that is possible. */
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

/** Whether the sentence is all in capitals, which then mark loudness and not abbreviations. */
function shouts(tokens: readonly string[]): boolean {
  const words = tokens.filter((token) => /[A-Za-z]{2}/.test(token))
  return words.length >= 3 && words.filter((word) => word === word.toUpperCase()).length / words.length > 0.6
}
