const STEP = 0.04

interface Rows {
  names: string[]
  /** For each example, the indexes of its features in `names`. */
  rows: Uint32Array[]
}

/** Numbers the features that occur in at least `fewestExamples` examples. */
export function rowsOf(examples: readonly (readonly string[])[], fewestExamples: number): Rows {
  const counts = new Map<string, number>()
  for (const feature of examples.flat()) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  const names = [...counts.keys()].filter((name) => (counts.get(name) ?? 0) >= fewestExamples)
  const indexes = new Map(names.map((name, index) => [name, index]))
  return {
    names,
    rows: examples.map((features) => Uint32Array.from(features.flatMap((name) => indexes.get(name) ?? []))),
  }
}

/**
 * Finds weights by gradient descent (Adam), starting from zero. The same gradients give the same weights.
 * @param decays the regularisation of each weight
 * @param addSlopes adds the gradient of the loss over all examples to `slopes`
 */
export function descend(
  decays: Float64Array,
  rounds: number,
  addSlopes: (weights: Float64Array, slopes: Float64Array) => void,
): Float64Array {
  const weights = new Float64Array(decays.length)
  const means = new Float64Array(decays.length)
  const squares = new Float64Array(decays.length)
  for (let round = 1; round <= rounds; round += 1) {
    const slopes = weights.map((weight, index) => (decays[index] ?? 0) * weight)
    addSlopes(weights, slopes)
    for (const [index, slope] of slopes.entries()) {
      means[index] = 0.9 * (means[index] ?? 0) + 0.1 * slope
      squares[index] = 0.999 * (squares[index] ?? 0) + 0.001 * slope * slope
      const mean = means[index] / (1 - 0.9 ** round)
      const spread = Math.sqrt(squares[index] / (1 - 0.999 ** round)) + 1e-8
      weights[index] = (weights[index] ?? 0) - (STEP * mean) / spread
    }
  }
  return weights
}
