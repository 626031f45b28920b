import { phonesOfWords } from './flite.ts'

const KEPT_WORDS = 4_000
const known = new Map<string, readonly string[]>()

/**
 * Flite's phones of each plain word (letters and apostrophes), lower case, as it is said alone.
 * Words asked before cost nothing; the others share one run of a few milliseconds.
 */
export async function flitePhonesOf(words: readonly string[]): Promise<(readonly string[])[]> {
  const missing = [...new Set(words)].filter((word) => !known.has(word))
  const found = new Map<string, readonly string[]>()
  const phones = await phonesOfWords(missing)
  for (const [index, word] of missing.entries()) {
    found.set(word, phones[index] ?? [])
    known.set(word, phones[index] ?? [])
  }
  const result = words.map((word) => found.get(word) ?? known.get(word) ?? [])
  for (const word of known.keys()) {
    if (known.size <= KEPT_WORDS) break
    known.delete(word)
  }
  return result
}

/** A word as Flite is asked for it, in parts without spaces and hyphens; none where it has no letter. */
export function pronounceableParts(word: string): string[] {
  const plain = word
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^a-z' -]/g, '')
    .trim()
  return plain.split(/[ -]+/).filter((part) => /[a-z]/.test(part))
}

/** Flite's phones as those of the CMU dictionary: upper case, no stress, e.g. `HH AH L OW`. */
export function cmuPhones(flitePhones: readonly string[]): string[] {
  return flitePhones.map((phone) => (phone === 'ax' ? 'AH' : phone === 'axr' ? 'ER' : phone.toUpperCase()))
}

/**
 * How words are pronounced, in the phones of the CMU dictionary. Knows every word, by letter-to-sound rules if need be;
 * a word without a letter has no phones. Runs in the calling thread, where each run blocks for 20 ms and more.
 */
export async function phonesOf(words: readonly string[]): Promise<string[][]> {
  return pronounceWith(flitePhonesOf, words)
}

/** `phonesOf`, with Flite wherever `flitePhones` runs it. */
export async function pronounceWith(
  flitePhones: (parts: readonly string[]) => Promise<readonly (readonly string[])[]>,
  words: readonly string[],
): Promise<string[][]> {
  const parts = words.map(pronounceableParts)
  const lists = await flitePhones(parts.flat())
  let taken = 0
  return parts.map((own) => cmuPhones(lists.slice(taken, (taken += own.length)).flat()))
}
