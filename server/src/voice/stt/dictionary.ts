import { readFile } from 'node:fs/promises'
import { DICTIONARY_FILE } from './soundswallower.ts'

/**
 * Looks up words in CMU's pronouncing dictionary. Returns the pronunciations of each word, as phones separated by
 * spaces; unknown words are absent. The file is read each time (30 ms), because keeping its 135,000 words would take 20
 * MB.
 */
export async function lookUpWords(words: Iterable<string>): Promise<Map<string, string[]>> {
  const wanted = new Set(words)
  const found = new Map<string, string[]>()
  const text = await readFile(DICTIONARY_FILE, 'latin1')
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const space = text.indexOf(' ', start)
    if (space !== -1 && space < end) {
      // "read" and "read(2)" are pronunciations of the same word.
      const word = text.slice(start, space).replace(/\(\d+\)$/, '')
      if (wanted.has(word)) {
        const phones = text.slice(space + 1, end).trim()
        const ways = found.get(word)
        if (ways) ways.push(phones)
        else found.set(word, [phones])
      }
    }
    start = end + 1
  }
  return found
}
