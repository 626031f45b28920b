import { DENSITIES, DIMENSIONS, type Gaussians } from './gaussian-packing.ts'

/** The sounds of speech, with the character of voice and microphone removed: a mixture of Gaussians of the cepstrum. */
export interface SpeechSounds {
  /** Gaussian by Gaussian. */
  means: Float64Array
  /** Gaussian by Gaussian: 1 / variance. */
  precisions: Float64Array
  /** The logarithm of each Gaussian's weight and norm. */
  constants: Float64Array
}

/** Gaussians for each phone. 12 understand no more, and a mean by a single one is no better than a plain mean. */
const CLUSTERS = 6
const ROUNDS = 8
/** The acoustic model's likelihoods are logarithms to this base. */
const LOGARITHM = Math.log(1.0001)

/**
 * Reduces the acoustic model's 128 Gaussians of each phone to a few by k-means, in about 10 ms.
 * @param phones the Gaussians of the cepstrum of each phone
 */
export function clusterSounds(phones: readonly Gaussians[]): SpeechSounds {
  const clusters = phones.flatMap((phone) => clusterPhone(phone))
  return {
    means: Float64Array.from(clusters.flatMap(({ mean }) => mean)),
    precisions: Float64Array.from(clusters.flatMap(({ variance }) => variance.map((value) => 1 / value))),
    constants: Float64Array.from(clusters, ({ share, variance }) =>
      variance.reduce((sum, value) => sum - Math.log(value) / 2, Math.log(share)),
    ),
  }
}

interface Cluster {
  share: number
  mean: number[]
  variance: number[]
}

function clusterPhone({ means, inverseVariances }: Gaussians): Cluster[] {
  const points = Array.from({ length: DENSITIES }, (_, density) => {
    const at = density * DIMENSIONS
    const variance = Array.from(inverseVariances.subarray(at, at + DIMENSIONS), (value) => 1 / (2 * value * LOGARITHM))
    return { mean: Array.from(means.subarray(at, at + DIMENSIONS)), variance }
  })
  const usual = averageOf(points.map(({ variance }) => variance))
  let groups: (typeof points)[] = Array.from({ length: CLUSTERS }, (_, cluster) =>
    points.filter((_point, index) => index === Math.floor((cluster * DENSITIES) / CLUSTERS)),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    const centres = groups.map((group) => averageOf(group.map(({ mean }) => mean)))
    const nearest = points.map(({ mean }) => {
      const distances = centres.map((centre) =>
        centre.reduce((sum, value, index) => sum + ((mean[index] ?? 0) - value) ** 2 / (usual[index] ?? 1), 0),
      )
      return distances.indexOf(Math.min(...distances))
    })
    groups = groups
      .map((_, cluster) => points.filter((_point, index) => nearest[index] === cluster))
      .filter((group) => group.length > 0)
  }
  return groups.map((group) => {
    const mean = averageOf(group.map((point) => point.mean))
    const variance = averageOf(
      group.map((point) => point.variance.map((value, index) => value + ((point.mean[index] ?? 0) - (mean[index] ?? 0)) ** 2)), // oxfmt-ignore
    )
    return { share: group.length / DENSITIES, mean, variance }
  })
}

function averageOf(rows: readonly (readonly number[])[]): number[] {
  const [first = []] = rows
  return first.map((_, index) => rows.reduce((sum, row) => sum + (row[index] ?? 0), 0) / rows.length)
}
