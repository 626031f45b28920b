import { readFileSync } from 'node:fs'

/**
 * Word vectors: words that are used in similar contexts have vectors of similar direction. They are GloVe's, reduced by
 * `bench/understanding/make-word-vectors.ts`. The list begins with the most frequent words.
 */
const RANKS = new Map(
  read('word-list.txt')
    .toString('utf8')
    .trim()
    .split('\n')
    .map((word, rank) => [word, rank]),
)
const PACKED = read('word-vectors.bin')
/** The number of values in each vector. */
export const DIMENSIONS = (PACKED.length * 2) / RANKS.size
/** Memory that the operating system provides page by page, as words are unpacked. */
const VECTORS = new Float32Array(RANKS.size * DIMENSIONS)
const IS_UNPACKED = new Uint8Array(RANKS.size)

function read(file: string): Buffer {
  return readFileSync(new URL(file, import.meta.url))
}

/** Unpacks two values from each byte and normalises the vector. */
function unpack(vector: Float32Array, packed: Uint8Array): void {
  for (const [at, byte] of packed.entries()) {
    vector[at * 2] = (byte >> 4) - 8
    vector[at * 2 + 1] = (byte & 15) - 8
  }
  normalise(vector)
}

export function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(cosine(vector, vector))
  if (length > 0) for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) / length
  return vector
}

/** The similarity in meaning of two normalised vectors, at most 1. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let at = 0; at < DIMENSIONS; at += 1) sum += (left[at] ?? 0) * (right[at] ?? 0)
  return sum
}

export function vectorOf(word: string): Float32Array | undefined {
  const rank = RANKS.get(word)
  if (rank === undefined) return undefined
  const vector = VECTORS.subarray(rank * DIMENSIONS, (rank + 1) * DIMENSIONS)
  if (!IS_UNPACKED[rank]) {
    unpack(vector, PACKED.subarray((rank * DIMENSIONS) / 2, ((rank + 1) * DIMENSIONS) / 2))
    IS_UNPACKED[rank] = 1
  }
  return vector
}

/** 0 for the most frequent word. A word that is not in the list gets the rank of a rare one. */
export function rankOf(word: string): number {
  return RANKS.get(word) ?? 20_000
}
