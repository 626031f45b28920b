interface Rows {
  names: string[]
  /** For each example, the indexes of its features in `names`. */
  rows: Uint32Array[]
}

/** Numbers the features that occur in at least `fewestExamples` examples. */
export function rowsOf(examples: readonly (readonly string[])[], fewestExamples: number): Rows {
  const names = [...countsOf(examples.flat())].flatMap(([name, count]) => (count >= fewestExamples ? [name] : []))
  const indexes = new Map(names.map((name, index) => [name, index]))
  return {
    names,
    rows: examples.map((features) => Uint32Array.from(features.flatMap((name) => indexes.get(name) ?? []))),
  }
}

export function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Pseudo-random numbers 0…1: the same sequence for the same seed. */
export function chancesFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** Numbers that are learnt together by gradient descent (Adam; Kingma and Ba 2015). The same slopes give the same numbers. */
export class Learnt {
  readonly values: Float64Array
  /** The gradient of the loss, which is added up here before each step. */
  readonly slopes: Float64Array
  readonly #means: Float64Array
  readonly #squares: Float64Array
  #steps = 0

  constructor(values: readonly number[]) {
    this.values = Float64Array.from(values)
    this.slopes = new Float64Array(values.length)
    this.#means = new Float64Array(values.length)
    this.#squares = new Float64Array(values.length)
  }

  /**
   * Moves the values against their slopes, and forgets the slopes.
   * @param decayOf the regularisation of each value
   */
  descend(step: number, decayOf: (at: number) => number): void {
    this.#steps += 1
    for (const [at, value] of this.values.entries()) {
      const slope = (this.slopes[at] ?? 0) + decayOf(at) * value
      const mean = (this.#means[at] = 0.9 * (this.#means[at] ?? 0) + 0.1 * slope)
      const square = (this.#squares[at] = 0.999 * (this.#squares[at] ?? 0) + 0.001 * slope ** 2)
      const spread = Math.sqrt(square / (1 - 0.999 ** this.#steps)) + 1e-8
      this.values[at] = value - (step * (mean / (1 - 0.9 ** this.#steps))) / spread
      this.slopes[at] = 0
    }
  }
}

/**
 * Finds weights, starting from zero.
 * @param decays the regularisation of each weight
 * @param addSlopes adds the gradient of the loss over all examples to `slopes`
 */
export function descend(
  decays: Float64Array,
  { rounds, step = 0.04 }: { rounds: number; step?: number },
  addSlopes: (weights: Float64Array, slopes: Float64Array) => void,
): Float64Array {
  const weights = new Learnt(Array.from(decays, () => 0))
  for (let round = 0; round < rounds; round += 1) {
    addSlopes(weights.values, weights.slopes)
    weights.descend(step, (at) => decays[at] ?? 0)
  }
  return weights.values
}

export interface Choice {
  /** The features of each thing to choose from. */
  rows: readonly (readonly number[])[]
  /** The right one; -1 if none is. */
  wanted: number
  weight: number
}

/** Adds the slopes of a softmax regression over the rows and "none of them". */
export function addSlopesOfChoice({ rows, wanted, weight }: Choice, weights: Float64Array, slopes: Float64Array): void {
  const odds = rows.map((row) => Math.exp(row.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)))
  const total = odds.reduce((sum, each) => sum + each, 1)
  for (const [index, row] of rows.entries()) {
    const error = weight * ((odds[index] ?? 0) / total - Number(index === wanted))
    for (const [at, value] of row.entries()) slopes[at] = (slopes[at] ?? 0) + error * value
  }
}
