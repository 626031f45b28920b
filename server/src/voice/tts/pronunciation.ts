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

/**
 * How a word is pronounced, in the phones of the CMU dictionary: upper case, no stress, e.g. `HH AH L OW`. Knows every
 * word, by letter-to-sound rules if need be. Runs in the calling thread; the first call compiles Flite (about 50 ms).
 */
export async function phonesOf(word: string): Promise<string[]> {
  const plain = word
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[^a-z' -]/g, '')
    .trim()
  if (!/[a-z]/.test(plain)) return []
  const lists = await flitePhonesOf(plain.split(/[ -]+/).filter((part) => /[a-z]/.test(part)))
  return lists.flat().map((phone) => (phone === 'ax' ? 'AH' : phone === 'axr' ? 'ER' : phone.toUpperCase()))
}
