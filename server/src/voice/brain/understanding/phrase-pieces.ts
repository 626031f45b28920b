import { comparedWords } from './asked-words.ts'
import { subjectLines } from './subject-lines.ts'

const LETTERS = 4
/** Word pairs and letter sequences count for less than words, because there are more of them. */
const PART_SHARE = 0.5

/** The pieces of a text with their weights, which form a vector of length 1. */
export type Pieces = ReadonlyMap<string, number>

let rarities: { lines: number; counts: ReadonlyMap<string, number> } | undefined

/**
 * Splits a phrase into words, word pairs and sequences of letters, so that word order matters and misspelt words still
 * match. Pieces that are rare in questions weigh more.
 */
export function weighPieces(words: readonly string[]): Pieces {
  rarities ??= countPieces()
  const { lines, counts } = rarities
  const weights = new Map<string, number>()
  let square = 0
  for (const [piece, share] of piecesOf(words)) {
    const weight = share * Math.log((lines + 1) / ((counts.get(piece) ?? 0) + 0.5))
    weights.set(piece, weight)
    square += weight ** 2
  }
  for (const [piece, weight] of weights) weights.set(piece, weight / Math.sqrt(square))
  return weights
}

function piecesOf(words: readonly string[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const [at, word] of words.entries()) {
    pieces.set(`_${word}`, 1)
    pieces.set(`${words[at - 1] ?? ''} ${word}`, PART_SHARE)
    const spelt = `^${word}$`
    for (let from = 0; from + LETTERS <= spelt.length; from += 1)
      pieces.set(spelt.slice(from, from + LETTERS), PART_SHARE)
  }
  return pieces
}

function countPieces(): { lines: number; counts: Map<string, number> } {
  const counts = new Map<string, number>()
  const lines = subjectLines().flat()
  for (const line of lines) {
    for (const piece of piecesOf(comparedWords(line)).keys()) counts.set(piece, (counts.get(piece) ?? 0) + 1)
  }
  return { lines: lines.length, counts }
}
