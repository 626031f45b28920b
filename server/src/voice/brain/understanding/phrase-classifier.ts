import type { Pieces } from './phrase-pieces.ts'

/** A phrase to learn from. */
export interface Example {
  /** What the phrase belongs to, such as an entry of an assistant's knowledge: an index from 0. */
  owner: number
  pieces: Pieces
  /** 1 for a phrase that people say; less for words that merely go with the owner. */
  weight: number
}

/** For each owner, the log odds that a text belongs to it and not to the others, up to a constant. */
export type Classify = (pieces: Pieces) => Float64Array

/** A piece of a text: where its weights begin, and its share of the text. */
interface Piece {
  place: number
  share: number
}

const ROUNDS = 8
const STEP = 0.3
/** Keeps the first steps of a weight small (AdaGrad's epsilon). */
const CAUTION = 1e-3
/** How many times a phrase counts at most if its owner has fewer phrases than others. */
const MOST_BALANCE = 3
/** A piece that every text has, so that texts without known pieces can be learnt too. */
const OF_ALL = ''
const SHARE_OF_ALL = 0.3
/** Bounds the memory for large knowledge, at four bytes for a weight (and four more while learning). */
const MAX_WEIGHTS = 1_500_000
/** Smaller errors are not worth the time. */
const LEAST_ERROR = 5e-3
/** How many examples are learnt before other work gets a turn. */
const EXAMPLES_IN_A_ROW = 50

/**
 * Learns which pieces of a text (`phrase-pieces.ts`) speak for which owner, by softmax regression with AdaGrad's step
 * sizes (Duchi, Hazan and Singer 2011). The nearest phrase shows what a text resembles; this shows what distinguishes
 * the owners, over all phrases at once. The same examples always give the same weights.
 */
export function* learnPhrases(examples: readonly Example[], owners: number): Generator<void, Classify> {
  const places = new Map<string, number>()
  const mostPlaces = MAX_WEIGHTS / owners
  const counts = new Float64Array(owners)
  for (const { owner } of examples) counts[owner] = (counts[owner] ?? 0) + 1
  const learnt: { owner: number; weight: number; pieces: Piece[] }[] = []
  for (const { owner, pieces, weight } of inTurns(examples)) {
    if (learnt.length % EXAMPLES_IN_A_ROW === 0) yield
    for (const piece of [OF_ALL, ...pieces.keys()]) {
      if (!places.has(piece) && places.size < mostPlaces) places.set(piece, places.size * owners)
    }
    learnt.push({
      owner,
      weight: weight * Math.min(MOST_BALANCE, examples.length / owners / (counts[owner] ?? 1)),
      pieces: known(pieces),
    })
  }
  yield
  // The weights of a piece for all owners start at its place.
  const weights = new Float32Array(places.size * owners)
  const squares = new Float32Array(weights.length)

  function known(pieces: Pieces): Piece[] {
    return [[OF_ALL, SHARE_OF_ALL] as const, ...pieces].flatMap(([piece, share]) => {
      const place = places.get(piece)
      return place === undefined ? [] : [{ place, share }]
    })
  }

  function scoresOf(pieces: readonly Piece[]): Float64Array {
    const scores = new Float64Array(owners)
    for (const { place, share } of pieces) {
      for (let at = 0; at < owners; at += 1) scores[at] = (scores[at] ?? 0) + share * (weights[place + at] ?? 0)
    }
    return scores
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { owner, weight, pieces }] of learnt.entries()) {
      if (index % EXAMPLES_IN_A_ROW === 0) yield
      const errors = sharesOf(scoresOf(pieces))
      errors[owner] = (errors[owner] ?? 0) - 1
      for (let at = 0; at < owners; at += 1) {
        const error = errors[at] ?? 0
        if (Math.abs(error) < LEAST_ERROR) continue
        for (const { place, share } of pieces) {
          const slope = weight * share * error
          const square = (squares[place + at] ?? 0) + slope ** 2
          squares[place + at] = square
          weights[place + at] = (weights[place + at] ?? 0) - (STEP * slope) / (Math.sqrt(square) + CAUTION)
        }
      }
    }
  }
  return (pieces) => scoresOf(known(pieces))
}

/** The probability of each owner: the softmax of its scores. */
export function sharesOf(scores: Float64Array): Float64Array {
  // Loops, because callbacks on typed arrays take three times as long here, where most of the learning is done.
  let most = -Infinity
  for (const score of scores) most = Math.max(most, score)
  const shares = new Float64Array(scores.length)
  let total = 0
  for (let at = 0; at < scores.length; at += 1) total += shares[at] = Math.exp((scores[at] ?? 0) - most)
  for (let at = 0; at < scores.length; at += 1) shares[at] = (shares[at] ?? 0) / total
  return shares
}

/**
 * The examples with their owners taking turns, so that none is learnt in one stretch and forgotten in the next. Those
 * that count for less come last, since they may find no place any more.
 */
function inTurns(examples: readonly Example[]): Example[] {
  const ranks = new Map<number, number>()
  return examples
    .map((example) => {
      const rank = ranks.get(example.owner) ?? 0
      ranks.set(example.owner, rank + 1)
      return { example, rank }
    })
    .toSorted((left, right) => right.example.weight - left.example.weight || left.rank - right.rank)
    .map(({ example }) => example)
}
