import { readFileSync } from 'node:fs'
import { normaliseWords } from '#contract/phrase-pattern.ts'
import type { LikelySpeech } from '../ports.ts'
import { MOST_ACTIVE, PHONES, phoneWord, type CompiledGrammar, type Pronunciations } from './phrase-grammar.ts'
import type { WordNetwork } from './soundswallower.ts'

/**
 * Weights, 0…1. Tuned on questions, cries for help and unanswerable sentences of eight synthetic voices, and on people
 * ordering coffee.
 */
const WEIGHTS = {
  /** A sentence in written style (`told`), relative to one in spoken style (`asked`). */
  told: 0.3,
  everyday: 0.3,
  /** The first phone of a sound that is no word of the network. */
  strange: 1e-3,
  /** Each phone of such a sound. */
  phone: 0.1,
  /** The lowest weight of a transition to a word that never followed the previous word in the examples. */
  fresh: 0.05,
  /** A pause. If it is too high, a voice that the acoustic model does not know well is taken for silence. */
  pause: 1e-4,
}

const EVERYDAY_FILE = new URL('everyday-speech.txt', import.meta.url)
/** Marks the beginning and the end of a sentence, both in the file and here. */
const EDGE = '.'
/** Subtracted from the count of each pair, to leave probability for pairs that never occurred. */
const DISCOUNT = 0.15
const MOST_DISCOUNT_SHARE = 0.7
/** Below 1, this raises the probability of rare words, because the examples are few. */
const COUNT_EXPONENT = 0.75
/** The assumed count of a word that occurs in no sentence. */
const UNSEEN_COUNT = 0.3
/** The lowest weight of ending a sentence after a word, because people may break off anywhere. */
const LEAST_END_WEIGHT = 0.02

/** Words that are common in every subject, including those of cries for help. */
export function everydayWords(): string[] {
  return (readEveryday()[0] ?? '').split(' ')
}

/** All recognisable words of these sentences, in order of appearance. */
export function wordsOfSpeech({ asked, told }: LikelySpeech): Set<string> {
  return new Set([...asked, ...told].flatMap((sentence) => normaliseWords(sentence).filter(isSpeakable)))
}

/**
 * Compiles a network of single words (a bigram model). Each word leads to those that followed it in the examples,
 * weighted by their frequency, and with a lower weight to a hub from which any word may follow. From the hub, a loop of
 * phones leads through words that are not in the network.
 */
export function compileWords(id: string, speech: LikelySpeech, pronunciations: Pronunciations): CompiledGrammar {
  const everyday = readEveryday()
  const used = [...new Set([...wordsOfSpeech(speech), ...everydayWords()])].filter(
    (word) => pronunciations.get(word)?.length,
  )
  const followers = countPairs(speech, everyday.slice(1), new Set(used))
  const words: [string, string][] = PHONES.map((phone) => [phoneWord(phone), phone])
  for (const word of used) {
    const ways = pronunciations.get(word) ?? []
    for (const [index, phones] of ways.entries()) words.push([index === 0 ? word : `${word}(${index + 1})`, phones])
  }
  return {
    id,
    network: layNetwork(used, followers),
    words,
    kind: 'words',
    pauseWeight: WEIGHTS.pause,
    mostActive: MOST_ACTIVE.phrases,
  }
}

type Followers = Map<string, Map<string, number>>

function countPairs({ asked, told }: LikelySpeech, everyday: readonly string[], known: ReadonlySet<string>): Followers {
  const followers: Followers = new Map()
  const add = (word: string, next: string, count: number): void => {
    const isKnown = (each: string): boolean => each === EDGE || known.has(each)
    if (!isKnown(word) || !isKnown(next)) return
    const counts = followers.get(word) ?? new Map<string, number>()
    counts.set(next, (counts.get(next) ?? 0) + count)
    followers.set(word, counts)
  }
  const read = (sentence: string, weight: number): void => {
    const spoken = [...normaliseWords(sentence), EDGE]
    for (const [at, next] of spoken.entries()) add(spoken[at - 1] ?? EDGE, next, weight)
  }
  for (const sentence of asked) read(sentence, 1)
  for (const sentence of told) read(sentence, WEIGHTS.told)
  for (const line of everyday) {
    const [word = '', ...pairs] = line.split('\t')
    if (word !== EDGE && !known.has(word)) continue
    for (const pair of pairs) {
      const [next = '', count] = pair.split(' ')
      add(word, next, Number(count) * WEIGHTS.everyday)
    }
  }
  return followers
}

/**
 *   start ─▶ words that begin a sentence        word ─▶ words that follow it
 *                                               word ─free▶ hub ─▶ any word        word ─free▶ end
 *                                               hub ─phone▶ strange ↺ ─free▶ hub, end
 */
function layNetwork(used: readonly string[], followers: Followers): WordNetwork {
  const states = new Map(used.map((word, index) => [word, index]))
  const [start, end, hub, strange] = [used.length, used.length + 1, used.length + 2, used.length + 3]
  states.set(EDGE, start)
  const steps: WordNetwork['steps'] = []
  const free: WordNetwork['free'] = [
    { from: strange, to: hub, weight: 1 },
    { from: strange, to: end, weight: 0.1 },
  ]

  const said = new Map<string, number>()
  for (const counts of followers.values()) {
    for (const [word, count] of counts) said.set(word, (said.get(word) ?? 0) + count)
  }
  const shareOf = (word: string): number => (said.get(word) ?? UNSEEN_COUNT) ** COUNT_EXPONENT
  const all = used.reduce((sum, word) => sum + shareOf(word), 0)
  for (const word of used) steps.push({ from: hub, to: states.get(word) ?? hub, word, weight: shareOf(word) / all })
  for (const phone of PHONES) {
    const word = phoneWord(phone)
    steps.push({ from: hub, to: strange, word, weight: WEIGHTS.strange * WEIGHTS.phone })
    steps.push({ from: strange, to: strange, word, weight: WEIGHTS.phone })
  }

  for (const [word, from] of states) {
    const counts = followers.get(word) ?? new Map<string, number>()
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0) + 0.5
    let endWeight = LEAST_END_WEIGHT
    let taken = 0
    for (const [next, count] of counts) {
      const weight = (count - Math.min(count * MOST_DISCOUNT_SHARE, DISCOUNT)) / total
      taken += weight
      const to = states.get(next)
      if (next === EDGE) endWeight = Math.max(weight, endWeight)
      else if (to !== undefined) steps.push({ from, to, word: next, weight })
    }
    if (word !== EDGE) free.push({ from, to: end, weight: endWeight })
    free.push({ from, to: hub, weight: Math.max(WEIGHTS.fresh, 1 - taken) })
  }
  return { states: used.length + 4, start, end, steps, free }
}

/**
 * Reads the file each time (2 ms), since few grammars are compiled.
 * @returns the line of words, then a line for each word with its followers
 */
function readEveryday(): string[] {
  return readFileSync(EVERYDAY_FILE, 'utf8').trim().split('\n')
}

function isSpeakable(word: string): boolean {
  return /^[a-z][a-z']*$/.test(word)
}
