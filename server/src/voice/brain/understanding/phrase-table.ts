import { tellingWords, weightOf } from './asked-words.ts'
import type { Pieces } from './phrase-pieces.ts'
import type { WordTable } from './word-table.ts'

/** A text to compare with phrases. */
interface ComparedText {
  pieces: Pieces
  /** Its significant words, each with its weight and its likeness to every word of the phrases' word table. */
  telling: readonly { weight: number; alike: Float32Array }[]
}

/** How well a text matches the best phrase of each owner, 0 to 1; the index is the owner. */
export interface PhraseMatches {
  /** By the meaning of significant words. */
  meant: Float64Array
  /** By spelling: words, word pairs and letter sequences. */
  written: Float64Array
}

interface Phrase {
  owner: number
  telling: { place: number; weight: number }[]
}

/**
 * Phrases that belong to owners, such as the entries of an assistant's knowledge.
 * @param table holds the words of these phrases; it may be shared with other tables to save work
 */
export function createPhraseTable(table: WordTable) {
  const phrases: Phrase[] = []
  /**
   * For each piece, the phrases that contain it, alternating with the piece's weight in the phrase. Objects would take
   * five times the memory.
   */
  const holders = new Map<string, number[]>()
  let owners = 0
  return {
    /** @param owner an index from 0 */
    add(owner: number, words: readonly string[], pieces: Pieces): void {
      owners = Math.max(owners, owner + 1)
      const telling = tellingWords(words).map((word) => ({ place: table.placeOf(word), weight: weightOf(word) }))
      const phrase = phrases.push({ owner, telling }) - 1
      for (const [piece, weight] of pieces) {
        const known = holders.get(piece)
        if (known) known.push(phrase, weight)
        else holders.set(piece, [phrase, weight])
      }
    },

    compare({ pieces, telling }: ComparedText): PhraseMatches {
      const meant = new Float64Array(owners)
      const written = new Float64Array(owners)
      const overlaps = new Float64Array(phrases.length)
      for (const [piece, said] of pieces) {
        const held = holders.get(piece) ?? []
        for (let at = 0; at < held.length; at += 2) {
          const phrase = held[at] ?? 0
          overlaps[phrase] = (overlaps[phrase] ?? 0) + said * (held[at + 1] ?? 0)
        }
      }
      for (const [at, phrase] of phrases.entries()) {
        const { owner } = phrase
        written[owner] = Math.max(written[owner] ?? 0, overlaps[at] ?? 0)
        meant[owner] = Math.max(meant[owner] ?? 0, coverageOf(phrase, telling, meant[owner] ?? 0))
      }
      return { meant, written }
    },
  }
}

/**
 * How well a phrase and a text cover each other: the harmonic mean of both directions, in which each significant word
 * counts by its likeness to the best word of the other side.
 * @param least a result that can't exceed this is returned as 0, which saves work
 */
function coverageOf(phrase: Phrase, text: ComparedText['telling'], least: number): number {
  if (phrase.telling.length === 0) return 0
  let [ofText, wholeText, ofPhrase, wholePhrase] = [0, 0, 0, 0]
  for (const { weight, alike } of text) {
    let most = 0
    for (const { place } of phrase.telling) most = Math.max(most, alike[place] ?? 0)
    ofText += weight * most
    wholeText += weight
  }
  const left = ofText / wholeText
  if (2 * left <= least * (1 + left)) return 0
  for (const { place, weight } of phrase.telling) {
    let most = 0
    for (const { alike } of text) most = Math.max(most, alike[place] ?? 0)
    ofPhrase += weight * most
    wholePhrase += weight
  }
  const right = ofPhrase / wholePhrase
  return left + right > 0 ? (2 * left * right) / (left + right) : 0
}
