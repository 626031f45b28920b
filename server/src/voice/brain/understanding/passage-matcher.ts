import { readFileSync } from 'node:fs'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { comparedWords, isFrameWord, stem, weightOf } from './asked-words.ts'
import { MISSPELT, mayBeMisspelt, type FindMisspelt } from './likeness.ts'
import { createWordTable } from './word-table.ts'
import { normalise, vectorOf } from './word-vectors.ts'

/** Written by `bench/understanding/learn-passages.ts`. */
export const PASSAGE_WEIGHTS_FILE = new URL('passage-weights.json', import.meta.url)
/** How many words of a question are compared. */
const MAX_WORDS = 24
const NUMBER = '#'
/** One step of a packed shift. */
export const SHIFT_STEP = 1 / 64

export interface PassageWeights {
  /** A word's importance is the logarithm of 1 + e^x, where x is `word` plus `rarity` times `weightOf` the word. */
  importance: { word: number; rarity: number; pair: number }
  /** Log odds for each unit of matched importance. */
  scale: number
  /** Log odds of "no passage": a constant, and a share of the question's importance. */
  none: { constant: number; share: number }
  /** How much a long passage counts less, since it has more words to match by chance. */
  length: number
  /** How much the most important word of the question counts against a passage that has nothing like it. */
  missing: number
  /** The weights of the log odds by likeness and by match for plain knowledge (see `likelihoods`). */
  plain: { likeness: number; match: number; constant: number }
  /**
   * For words and pairs of words of questions: what is added to x, and to the vector (base64, in steps of `SHIFT_STEP`;
   * empty if nothing is).
   */
  asked: [key: string, importance: number, shift: string][]
  /** For words of passages: what is added to their vector. */
  told: [key: string, shift: string][]
}

/** The words of a passage, once each; all numbers count as the same word. */
export function toldWords(text: string): string[] {
  return [...new Set(wordsOf(text))]
}

/** The words of a question, and the pairs of neighbours, which tell "how much" from "how long". */
export function askedWords(text: string): string[] {
  const words = wordsOf(text).slice(0, MAX_WORDS)
  return [...new Set([...words, ...words.slice(1).map((word, at) => `${words[at]}_${word}`)])]
}

function wordsOf(text: string): string[] {
  return comparedWords(text).map((word) => (/^\d/.test(word) ? NUMBER : word))
}

export function isPair(word: string): boolean {
  return word.includes('_')
}

/** Forms of a word share what was learnt for it. */
export function learntKey(word: string): string {
  return isPair(word) ? word : stem(word)
}

export function textOf({ question, answer, keywords }: KnowledgeEntry): string {
  return [answer.startsWith(question) ? answer : `${question}. ${answer}`, ...keywords].join(' ')
}

/** The vector of a word before any shift, for a pair that of both words; undefined if it has none. */
export function unshifted(word: string): Float32Array | undefined {
  if (!isPair(word)) return vectorOf(word) ?? vectorOf(stem(word))
  const [first, second] = word.split('_').map((each) => vectorOf(each))
  return first && second && normalise(first.map((value, at) => value + (second[at] ?? 0)))
}

/**
 * Finds the passages of a text that answer a question: each word of the question is compared with all words of a
 * passage, and the best matches are added up by importance (late interaction, as in ColBERT; Khattab and Zaharia 2020).
 */
export function createPassageMatcher(misspelt: FindMisspelt) {
  const table = createWordTable((word) => shifted(word, passageWeights().told.get(learntKey(word))))
  const passages: { id: string; told: readonly number[] }[] = []

  return {
    add(entry: KnowledgeEntry): void {
      passages.push({ id: entry.id, told: toldWords(textOf(entry)).map(table.placeOf) })
    },

    /**
     * The log odds that each passage answers a text rather than that none does, in the order in which they were added.
     * Empty if the text has no words, or a single one of no significance.
     */
    compare(text: string): number[] {
      const words = passages.length === 0 ? [] : askedWords(text)
      const [first, ...others] = words
      if (first === undefined || (others.length === 0 && isFrameWord(first))) return []
      const { importance: general, asked, scale, missing: ofMissing, length, none } = passageWeights()
      const matched = passages.map(() => 0)
      const missing = passages.map(() => 0)
      let total = 0
      for (const word of words) {
        const learnt = asked.get(learntKey(word))
        if (isPair(word) && !learnt) continue
        const base = isPair(word) ? general.pair : general.word + general.rarity * weightOf(word)
        const importance = Math.log1p(Math.exp(base + (learnt?.importance ?? 0)))
        total += importance
        const likenesses = table.cosinesTo(word, shifted(word, learnt?.shift))
        const meant = !isPair(word) && mayBeMisspelt(word) ? misspelt(word) : undefined
        for (const [at, { id, told }] of passages.entries()) {
          const least = meant?.has(id) ? MISSPELT : 0
          const best = told.reduce((most, place) => Math.max(most, likenesses[place] ?? 0), least)
          matched[at] = (matched[at] ?? 0) + importance * best
          missing[at] = Math.max(missing[at] ?? 0, importance * (1 - best))
        }
      }
      const ofNone = none.constant + scale * none.share * total
      return passages.map(
        ({ told }, at) =>
          scale * (matched[at] ?? 0) - ofMissing * (missing[at] ?? 0) - length * Math.log(told.length + 5) - ofNone,
      )
    },
  }
}

function readWeights() {
  const { asked, told, ...weights } = JSON.parse(readFileSync(PASSAGE_WEIGHTS_FILE, 'utf8')) as PassageWeights
  return {
    ...weights,
    asked: new Map(asked.map(([key, importance, shift]) => [key, { importance, shift: unpacked(shift) }])),
    told: new Map(told.map(([key, shift]) => [key, unpacked(shift)])),
  }
}

let learnt: ReturnType<typeof readWeights> | undefined

/** Read when plain knowledge is first indexed, since most calls are with assistants of the catalogue. */
export function passageWeights(): ReturnType<typeof readWeights> {
  return (learnt ??= readWeights())
}

function unpacked(shift: string): Float32Array | undefined {
  if (shift === '') return undefined
  return Float32Array.from(new Int8Array(Buffer.from(shift, 'base64')), (step) => step * SHIFT_STEP)
}

function shifted(word: string, shift: Float32Array | undefined): Float32Array | undefined {
  const vector = unshifted(word)
  return vector && shift ? vector.map((value, at) => value + (shift[at] ?? 0)) : (vector ?? shift)
}
