import type { TimedWord } from '../ports.ts'
import type { FlitePhone } from './flite.ts'

type WordTime = Pick<TimedWord, 'startMs' | 'endMs'>

const SKIP_COST = 1
const VOWEL = /^[aeiou]/

/**
 * Finds when each word is spoken. Flite reports the end of each phone but not its word, so the phones of the speech are
 * aligned with those of each word spoken alone. The two differ only where words meet ("a" as `ey` or `ax`), and a
 * mismatch moves a boundary by at most one phone. Pauses belong to no word.
 * @param wordPhones for each word, its phones when spoken alone; a word with an empty list takes no time
 */
export function timeWords(phones: readonly FlitePhone[], wordPhones: readonly (readonly string[])[]): WordTime[] {
  const heard = phones.filter(({ phone }) => phone !== 'pau')
  const expected = wordPhones.flatMap((list, word) => list.map((phone) => ({ phone, word })))
  const owner = alignToWords(heard, expected)
  const times: WordTime[] = []
  let fromMs = heard[0]?.startMs ?? 0
  for (const [word] of wordPhones.entries()) {
    const first = owner.indexOf(word)
    const last = owner.lastIndexOf(word)
    const startMs = heard[first]?.startMs ?? fromMs
    fromMs = heard[last]?.endMs ?? fromMs
    times.push({ startMs, endMs: fromMs })
  }
  return times
}

/**
 * The word that each phone of the speech belongs to, by the cheapest edit (minimal edit distance) between expected and
 * actual phones.
 */
function alignToWords(heard: readonly FlitePhone[], expected: readonly { phone: string; word: number }[]): number[] {
  const width = expected.length + 1
  const cost = new Float64Array((heard.length + 1) * width)
  for (let column = 1; column < width; column++) cost[column] = column * SKIP_COST
  for (let row = 1; row <= heard.length; row++) {
    cost[row * width] = row * SKIP_COST
    for (let column = 1; column < width; column++) {
      const diagonal =
        at(cost, (row - 1) * width + column - 1) + difference(heard[row - 1]?.phone, expected[column - 1]?.phone)
      const left = at(cost, row * width + column - 1) + SKIP_COST
      const above = at(cost, (row - 1) * width + column) + SKIP_COST
      cost[row * width + column] = Math.min(diagonal, left, above)
    }
  }
  const owner = heard.map(() => -1)
  let row = heard.length
  let column = expected.length
  while (row > 0) {
    const here = at(cost, row * width + column)
    const matches =
      column > 0 &&
      here === at(cost, (row - 1) * width + column - 1) + difference(heard[row - 1]?.phone, expected[column - 1]?.phone)
    if (!matches && column > 0 && here === at(cost, row * width + column - 1) + SKIP_COST) {
      column--
      continue
    }
    row--
    // An additional phone belongs to the word before it, or to the first word at the very beginning.
    owner[row] = expected[Math.max(0, column - 1)]?.word ?? 0
    if (matches) column--
  }
  return owner
}

function difference(heard: string | undefined, expected: string | undefined): number {
  if (heard === undefined || expected === undefined) return SKIP_COST
  if (heard === expected) return 0
  return VOWEL.test(heard) === VOWEL.test(expected) ? 0.6 : 1.5
}

function at(values: Float64Array, index: number): number {
  return values[index] ?? Number.POSITIVE_INFINITY
}
