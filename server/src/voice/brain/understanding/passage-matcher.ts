import { readFileSync } from 'node:fs'
import type { KnowledgeEntry } from '#contract/assistant.ts'
import { comparedWords, isFrameWord, stem, weightOf } from './asked-words.ts'
import { MISSPELT, mayBeMisspelt, type FindMisspelt } from './likeness.ts'
import { cosine, DIMENSIONS, vectorOf } from './word-vectors.ts'

/** Written by `bench/understanding/learn-passages.ts`. */
export const PASSAGE_WEIGHTS_FILE = new URL('passage-weights.json', import.meta.url)
/** How many words of a question are compared. */
const MAX_WORDS = 24
const NUMBER = '#'
const NO_VECTOR = new Float32Array(DIMENSIONS)
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
  /** For words and pairs of words of questions: what is added to x, and to the word's vector (base64, `SHIFT_STEP`). */
  asked: Record<string, [importance: number, shift: string]>
  /** For words of passages: what is added to their vector. */
  told: Record<string, string>
}

export interface PassageMatcher {
  add(entry: KnowledgeEntry): void
  /**
   * The log odds that each passage answers a text rather than that none does, in the order in which they were added.
   * Empty if the text has no significant word.
   */
  compare(text: string): number[]
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

export function textOf({ question, answer }: KnowledgeEntry): string {
  return answer.startsWith(question) ? answer : `${question}. ${answer}`
}

/**
 * Finds the passages of a text that answer a question: each word of the question is compared with all words of a
 * passage, and the best matches are added up by importance (late interaction, as in ColBERT; Khattab and Zaharia 2020).
 */
export function createPassageMatcher(misspelt: FindMisspelt): PassageMatcher {
  const places = new Map<string, number>()
  const placesByStem = new Map<string, number[]>()
  const vectors: Float32Array[] = []
  const passages: { id: string; told: readonly number[] }[] = []

  function placeOf(word: string): number {
    const known = places.get(word)
    if (known !== undefined) return known
    const place = vectors.push(shifted(word, learntWeights().told[learntKey(word)])) - 1
    places.set(word, place)
    placesByStem.set(stem(word), [...(placesByStem.get(stem(word)) ?? []), place])
    return place
  }

  function importanceOf(word: string): number {
    const { importance, asked } = learntWeights()
    const base = isPair(word) ? importance.pair : importance.word + importance.rarity * weightOf(word)
    return Math.log1p(Math.exp(base + (asked[learntKey(word)]?.[0] ?? 0)))
  }

  return {
    add(entry) {
      passages.push({ id: entry.id, told: toldWords(textOf(entry)).map(placeOf) })
    },

    compare(text) {
      const words = askedWords(text)
      if (passages.length === 0 || words.every(isFrameWord)) return []
      const weights = learntWeights()
      const matched = passages.map(() => 0)
      const missing = passages.map(() => 0)
      let total = 0
      for (const word of words) {
        const learnt = weights.asked[learntKey(word)]
        if (isPair(word) && !learnt) continue
        const importance = importanceOf(word)
        total += importance
        const vector = shifted(word, learnt?.[1])
        const meant = !isPair(word) && mayBeMisspelt(word) ? misspelt(word) : []
        const likenesses = vectors.map((other) => cosine(vector, other))
        for (const place of placesByStem.get(stem(word)) ?? []) likenesses[place] = Math.max(1, likenesses[place] ?? 0)
        for (const [at, { id, told }] of passages.entries()) {
          const least = meant.includes(id) ? MISSPELT : 0
          const best = told.reduce((most, place) => Math.max(most, likenesses[place] ?? 0), least)
          matched[at] = (matched[at] ?? 0) + importance * best
          missing[at] = Math.max(missing[at] ?? 0, importance * (1 - best))
        }
      }
      const none = weights.none.constant + weights.scale * weights.none.share * total
      return passages.map(
        ({ told }, at) =>
          weights.scale * (matched[at] ?? 0) -
          weights.missing * (missing[at] ?? 0) -
          weights.length * Math.log(told.length + 5) -
          none,
      )
    },
  }
}

let learnt: PassageWeights | undefined

/** Read when the first passage is indexed, since most assistants have none. */
function learntWeights(): PassageWeights {
  return (learnt ??= JSON.parse(readFileSync(PASSAGE_WEIGHTS_FILE, 'utf8')) as PassageWeights)
}

function shifted(word: string, packed: string | undefined): Float32Array {
  const vector = isPair(word) ? NO_VECTOR : (vectorOf(word) ?? vectorOf(stem(word)) ?? NO_VECTOR)
  if (packed === undefined) return vector
  const shift = new Int8Array(Buffer.from(packed, 'base64'))
  return vector.map((value, at) => value + (shift[at] ?? 0) * SHIFT_STEP)
}
