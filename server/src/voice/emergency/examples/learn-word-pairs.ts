import { readFileSync, writeFileSync } from 'node:fs'
import { normaliseWords } from '#contract/phrase-pattern.ts'

/**
 * Learns `stt/everyday-speech.txt` from the examples in this folder: the words that people use on any subject and in
 * distress, and which word follows which. Run with `node server/src/voice/emergency/examples/learn-word-pairs.ts` (one
 * second). The same examples give the same file.
 */
const ORDINARY_WORDS = 150
const DISTRESS_WORDS = 300
/** Rarer pairs are not significant. */
const FEWEST_TIMES = 2
const OUTPUT = new URL('../../stt/everyday-speech.txt', import.meta.url)

function sentencesOf(file: string): string[][] {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => normaliseWords(line.split('\t').at(-1) ?? ''))
}

function commonest(sentences: readonly string[][], most: number): string[] {
  const times = new Map<string, number>()
  for (const word of sentences.flat()) times.set(word, (times.get(word) ?? 0) + 1)
  const ranked = [...times].toSorted(([left, many], [right, few]) => few - many || (left < right ? -1 : 1))
  return ranked.slice(0, most).map(([word]) => word)
}

const [ordinary, distress] = [sentencesOf('ordinary.txt'), sentencesOf('distress.txt')]
const words = new Set([...commonest(ordinary, ORDINARY_WORDS), ...commonest(distress, DISTRESS_WORDS)])
const pairs = new Map<string, Map<string, number>>()
for (const sentence of [...ordinary, ...distress]) {
  for (const [at, next] of [...sentence, '.'].entries()) {
    const word = sentence[at - 1] ?? '.'
    const followers = pairs.get(word) ?? new Map<string, number>()
    followers.set(next, (followers.get(next) ?? 0) + 1)
    pairs.set(word, followers)
  }
}
const isSpoken = (word: string): boolean => /^[a-z']+$|^\.$/.test(word)
const lines = [...pairs]
  .filter(([word]) => isSpoken(word))
  .toSorted(([left], [right]) => (left < right ? -1 : 1))
  .flatMap(([word, followers]) => {
    const often = [...followers].filter(([next, times]) => times >= FEWEST_TIMES && isSpoken(next))
    return often.length === 0 ? [] : [`${word}\t${often.map(([next, times]) => `${next} ${times}`).join('\t')}`]
  })
writeFileSync(OUTPUT, `${[...words].filter((word) => word !== '.' && isSpoken(word)).join(' ')}\n${lines.join('\n')}\n`)
