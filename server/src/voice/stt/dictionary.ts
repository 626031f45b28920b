import { readFile } from 'node:fs/promises'
import { DICTIONARY_FILE } from './soundswallower.ts'

/**
 * Pronunciations that CMU's dictionary, which is American, lacks: those of other countries, and small words without their last
 * sound ("and", "of"). The acoustic model is American too, so sounds that all speakers of a country say differently are not here.
 */
const FURTHER_FILE = new URL('further-pronunciations.txt', import.meta.url)

/**
 * Looks up words in CMU's pronouncing dictionary. Returns the pronunciations of each word, as phones separated by
 * spaces; unknown words are absent. The file is read each time (30 ms), because keeping its 135,000 words would take 20
 * MB.
 * @param hasFurther whether to include further pronunciations. They help to recognise phrases. In networks of single words,
 * small words without their last sound would be recognised everywhere.
 */
export async function lookUpWords(words: Iterable<string>, hasFurther = false): Promise<Map<string, string[]>> {
  const wanted = new Set(words)
  const found = new Map<string, string[]>()
  collect(await readFile(DICTIONARY_FILE, 'latin1'), wanted, found)
  if (hasFurther) collect(await readFile(FURTHER_FILE, 'latin1'), wanted, found)
  return found
}

function collect(text: string, wanted: ReadonlySet<string>, found: Map<string, string[]>): void {
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
}
