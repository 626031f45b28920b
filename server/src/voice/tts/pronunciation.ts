import { createRecentValues } from '../../infra/recent-values.ts'
import { phonesOfWords } from './flite.ts'

const KEPT_WORDS = 4_000
const known = createRecentValues<string, readonly string[]>(KEPT_WORDS)

/**
 * Flite's phones of each plain word (letters and apostrophes), in lower case, when spoken alone. Words that were asked
 * for before are cached; the others share one run of a few milliseconds.
 */
export async function flitePhonesOf(words: readonly string[]): Promise<(readonly string[])[]> {
  const found = new Map(words.map((word) => [word, known.get(word)]))
  const missing = [...found].flatMap(([word, phones]) => (phones ? [] : [word]))
  const phones = await phonesOfWords(missing)
  for (const [index, word] of missing.entries()) found.set(word, phones[index])
  for (const [word, own = []] of found) known.set(word, own)
  return words.map((word) => found.get(word) ?? [])
}

/** A word in the parts that Flite is asked for, without spaces and hyphens; no parts for a word without letters. */
function pronounceableParts(word: string): string[] {
  const plain = word
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^a-z' -]/g, '')
    .trim()
  return plain.split(/[ -]+/).filter((part) => /[a-z]/.test(part))
}

/** Converts Flite's phones to those of the CMU dictionary: upper case, without stress, for example `HH AH L OW`. */
function cmuPhones(flitePhones: readonly string[]): string[] {
  return flitePhones.map((phone) => (phone === 'ax' ? 'AH' : phone === 'axr' ? 'ER' : phone.toUpperCase()))
}

/**
 * The pronunciation of each word in phones of the CMU dictionary. Any word has one, by letter-to-sound rules if
 * necessary; a word without letters has no phones. Each run blocks the calling thread for 20 ms or more.
 */
export async function phonesOf(words: readonly string[]): Promise<string[][]> {
  return pronounceWith(flitePhonesOf, words)
}

/** Like `phonesOf`, but with `flitePhones` running Flite, for example in another thread. */
export async function pronounceWith(
  flitePhones: (parts: readonly string[]) => Promise<readonly (readonly string[])[]>,
  words: readonly string[],
): Promise<string[][]> {
  const parts = words.map(pronounceableParts)
  const lists = await flitePhones(parts.flat())
  let taken = 0
  return parts.map((own) => cmuPhones(lists.slice(taken, (taken += own.length)).flat()))
}
