import { readFileSync, writeFileSync } from 'node:fs'
import { normaliseWords } from '#contract/phrase-pattern.ts'

/**
 * Learns `stt/everyday-speech.txt` from the examples in this folder: the words that people use on any subject and in
 * distress, and which word follows which. Run with `node server/src/voice/emergency/examples/learn-word-pairs.ts` (one
 * second). The same examples give the same file.
 */
const ORDINARY_WORDS = 700
const DISTRESS_WORDS = 700
const TELLING_WORDS = 600
/** Rarer words of distress are not taken. */
const FEWEST_IN_DISTRESS = 3
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

/** The words that are most characteristic of the first sentences, compared with the second (log-likelihood ratio). */
function mostTelling(sentences: readonly string[][], others: readonly string[][], most: number): string[] {
  const count = (words: readonly string[]): Map<string, number> => {
    const times = new Map<string, number>()
    for (const word of words) times.set(word, (times.get(word) ?? 0) + 1)
    return times
  }
  const [here, there] = [sentences.flat(), others.flat()]
  const elsewhere = count(there)
  return [...count(here)]
    .filter(([, times]) => times >= FEWEST_IN_DISTRESS)
    .map(([word, times]) => ({
      word,
      telling: times * Math.log(times / here.length / (((elsewhere.get(word) ?? 0) + 1) / there.length)),
    }))
    .toSorted((left, right) => right.telling - left.telling || (left.word < right.word ? -1 : 1))
    .slice(0, most)
    .map(({ word }) => word)
}

const [ordinary, distress] = [sentencesOf('ordinary.txt'), sentencesOf('distress.txt')]
const words = new Set([
  ...commonest(ordinary, ORDINARY_WORDS),
  ...commonest(distress, DISTRESS_WORDS),
  ...mostTelling(distress, ordinary, TELLING_WORDS),
])
/** "cant" is how "can't" is typed, not how it is said: the form with an apostrophe is commoner. */
const counts = new Map<string, number>()
for (const word of [...ordinary, ...distress].flat()) counts.set(word, (counts.get(word) ?? 0) + 1)
for (const [word, count] of counts) {
  const typed = word.replace("'", '')
  if (typed !== word && (counts.get(typed) ?? 0) < count) words.delete(typed)
}
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
