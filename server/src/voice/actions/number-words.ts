import { cardinalWords, ordinalWords } from '../tts/numbers-in-words.ts'

const numbersByWords = (from: number, to: number, wordsOf: (digits: string) => string[]): Map<string, number> =>
  new Map(Array.from({ length: to - from + 1 }, (_, at) => [wordsOf(String(from + at)).join(' '), from + at]))

/** Hours, minutes and small counts. */
const CARDINALS = numbersByWords(0, 59, cardinalWords)
const DAYS_OF_MONTH = numbersByWords(1, 31, ordinalWords)

/** Longer names first, so that "twenty four" is not read as "twenty". */
const anyOf = (words: ReadonlyMap<string, number>): string =>
  [...words.keys()]
    .toSorted((left, right) => right.length - left.length)
    .map((word) => word.replace(' ', '[ -]'))
    .join('|')
const CARDINAL = new RegExp(`\\b(?:${anyOf(CARDINALS)})\\b`, 'gi')
const ORDINAL = new RegExp(`\\b(?:${anyOf(DAYS_OF_MONTH)})\\b`, 'gi')

/** What follows an ordinal that counts something: "the second one", "my first name", "first thing on Monday". */
const COUNTED =
  /^(?:\s*[.!]?$| (?:one|slot|time|option|choice|appointment|booking|session|visit|opening|free|available|possible|half|week|part|thing|thoughts?|names?|question|floor|of (?:those|these|them))\b)/i

/** "the twenty fourth" becomes "the 24th". In "the second one" and "one second", which are not days, "second" stays. */
export function withDaysOfMonth(text: string): string {
  return text.replace(ORDINAL, (word, at: number) =>
    /^(?:first|second|third)$/i.test(word) &&
    (COUNTED.test(text.slice(at + word.length)) || /\b(?:a|one) $/i.test(text.slice(0, at)))
      ? word
      : `${DAYS_OF_MONTH.get(plain(word)) ?? word}th`,
  )
}

/** Replaces number words: "three" becomes "3". */
export function withDigits(text: string): string {
  return text.replace(CARDINAL, (word) => String(CARDINALS.get(plain(word)) ?? word))
}

const SPOKEN_DIGITS: Readonly<Record<string, string>> = {
  oh: '0', o: '0', nought: '0', ...Object.fromEntries([...CARDINALS].slice(0, 10).map(([word, digit]) => [word, String(digit)])),
} // oxfmt-ignore
const DIGIT = Object.keys(SPOKEN_DIGITS).join('|')
const REPEATED = new RegExp(`\\b(double|triple)[ -](${DIGIT}|\\d)\\b`, 'gi')

/** Replaces digits spoken one by one: "zero seven double five" becomes "0 7 5 5". A single number word stays a word. */
export function withSpokenDigits(text: string): string {
  const digitOf = (word: string): string => SPOKEN_DIGITS[word.toLowerCase()] ?? word
  return text
    .replace(REPEATED, (_, times: string, word: string) =>
      Array.from({ length: times.toLowerCase() === 'double' ? 2 : 3 }, () => digitOf(word)).join(' '),
    )
    .replace(new RegExp(`\\b(?:${DIGIT}|\\d+)(?:[\\s,-]+(?:${DIGIT}|\\d+)\\b)+`, 'gi'), (run) =>
      run.replace(/[a-z]+/gi, digitOf),
    )
}

function plain(word: string): string {
  return word.toLowerCase().replace('-', ' ')
}
