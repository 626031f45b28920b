import { readFileSync, writeFileSync } from 'node:fs'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import { countsOf } from './regression.ts'

/**
 * Learns `everyday-speech.txt` of `server/src/voice/stt` from the examples of the emergency layer: the words that people
 * use on any subject and in distress, and which word follows which. Run with
 * `node bench/understanding/learn-word-pairs.ts` (one second). The same examples give the same file.
 */
const ORDINARY_WORDS = 700
const DISTRESS_WORDS = 700
const TELLING_WORDS = 600
/** Rarer words of distress are not taken. */
const FEWEST_IN_DISTRESS = 3
/** Rarer pairs are not significant. */
const FEWEST_TIMES = 2
const VOICE = new URL('../../server/src/voice/', import.meta.url)

function sentencesOf(file: string): string[][] {
  return readFileSync(new URL(`emergency/examples/${file}`, VOICE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => normaliseWords(line.split('\t').at(-1) ?? ''))
}

/** The words with the highest numbers; of equal ones, the first in the alphabet. */
function highest(ranks: Iterable<readonly [word: string, rank: number]>, most: number): string[] {
  const ranked = [...ranks].toSorted(([left, high], [right, low]) => low - high || (left < right ? -1 : 1))
  return ranked.slice(0, most).map(([word]) => word)
}

/** How characteristic the words of distress are, compared with ordinary ones (log-likelihood ratio). */
function* tellingRanks(distress: readonly string[], ordinary: readonly string[]): Generator<[string, number]> {
  const elsewhere = countsOf(ordinary)
  for (const [word, times] of countsOf(distress)) {
    if (times < FEWEST_IN_DISTRESS) continue
    const here = times / distress.length
    yield [word, times * Math.log(here / (((elsewhere.get(word) ?? 0) + 1) / ordinary.length))]
  }
}

const [ordinary, distress] = [sentencesOf('ordinary.txt'), sentencesOf('distress.txt')]
const words = new Set([
  ...highest(countsOf(ordinary.flat()), ORDINARY_WORDS),
  ...highest(countsOf(distress.flat()), DISTRESS_WORDS),
  ...highest(tellingRanks(distress.flat(), ordinary.flat()), TELLING_WORDS),
])
/** "cant" is how "can't" is typed, not how it is said: the form with an apostrophe is commoner. */
const counts = countsOf([...ordinary, ...distress].flat())
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
writeFileSync(
  new URL('stt/everyday-speech.txt', VOICE),
  `${[...words].filter((word) => word !== '.' && isSpoken(word)).join(' ')}\n${lines.join('\n')}\n`,
)
