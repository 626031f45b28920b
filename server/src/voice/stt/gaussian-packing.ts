/** The acoustic model: a codebook for each phone, three streams of features in each, 128 Gaussians of 13 dimensions. */
export const CODEBOOKS = 42
export const STREAMS = 3
export const DENSITIES = 128
export const DIMENSIONS = 13

/** The Gaussians of one stream of a codebook, as PocketSphinx keeps them. */
export interface Gaussians {
  /** Gaussian by Gaussian. */
  means: Float32Array
  /** Gaussian by Gaussian: 1 / (2 × variance), in units of the decoder's logarithm. */
  inverseVariances: Float32Array
  /** The logarithm of the likelihood at the mean. */
  constants: Float32Array
}

/** Gaussians side by side in a vector of 128 bits. */
const LANES = 4
const GROUPS = DENSITIES / LANES
/** The largest whole number for a feature in the first step of `score-gaussians.wat`. */
const MOST = 2_047
/** Its sums stay within 32 bits: each dimension has four parts of at most this size. */
const MOST_PART = 2 ** 30 / 4 / DIMENSIONS
/** For the few sharpest Gaussians a lower sharpness is assumed, so that the others get more of the 16 bits. */
const SHARP_SHARE = 0.99
/** What rounding may lose in the 32-bit numbers of both steps, relative to a likelihood. */
const FLOAT_ERROR = 2 ** -20

const HEADER_WORDS = 4
const BOUND_WORDS = HEADER_WORDS + GROUPS * LANES * (1 + DIMENSIONS)
const EXACT_WORDS = GROUPS * LANES * (1 + 2 * DIMENSIONS)

interface Range {
  centre: number
  half: number
}

/**
 * Writes the Gaussians of all codebooks and streams (0.0, 0.1, 0.2, 1.0 …) in the order in which `score-gaussians.wat`
 * reads them.
 */
export function packGaussians(all: readonly Gaussians[]): Record<'bounds' | 'exact' | 'ranges', Uint8Array> {
  const streams = Array.from({ length: STREAMS }, (_, stream) => {
    const own = all.filter((_gaussians, index) => index % STREAMS === stream)
    const ranges = Array.from({ length: DIMENSIONS }, (_dimension, dimension) => rangeOf(own, dimension))
    return { ranges, sharpest: sharpestOf(own, ranges) }
  })
  const bounds = new DataView(new ArrayBuffer(4 * BOUND_WORDS * all.length))
  const exact = new Float32Array(EXACT_WORDS * all.length)
  for (const [index, gaussians] of all.entries()) {
    const { ranges, sharpest } = streams[index % STREAMS] ?? { ranges: [], sharpest: 1 }
    packBounds(new DataView(bounds.buffer, 4 * BOUND_WORDS * index), gaussians, ranges, sharpest)
    packExact(exact.subarray(EXACT_WORDS * index), gaussians)
  }
  const ranges = Float32Array.from(streams.flatMap(({ ranges: own }) => own.flatMap(({ centre, half }) => [centre, 1 / half]))) // oxfmt-ignore
  return { bounds: bytesOf(bounds), exact: bytesOf(exact), ranges: bytesOf(ranges) }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function rangeOf(own: readonly Gaussians[], dimension: number): Range {
  let [least, most] = [Infinity, -Infinity]
  for (const { means } of own) {
    for (let at = dimension; at < means.length; at += DIMENSIONS) {
      least = Math.min(least, means[at] ?? 0)
      most = Math.max(most, means[at] ?? 0)
    }
  }
  // A little wider, so that rounding leaves every mean within.
  return { centre: Math.fround((least + most) / 2), half: ((most - least) / 2) * 1.001 + 1e-6 }
}

/** Inverse variances are compared in units of the range. */
function sharpestOf(own: readonly Gaussians[], ranges: readonly Range[]): number {
  const all = own.flatMap(({ inverseVariances }) =>
    Array.from({ length: DENSITIES * DIMENSIONS }, (_, index) => {
      const dimension = index % DIMENSIONS
      const at = Math.floor(index / DIMENSIONS) * DIMENSIONS + dimension
      return (inverseVariances[at] ?? 0) * (ranges[dimension]?.half ?? 0) ** 2
    }),
  )
  return Float64Array.from(all).toSorted()[Math.floor(all.length * SHARP_SHARE)] ?? 1
}

/**
 * In units of the range, a dimension lowers the likelihood by w(u − n)², which is wu² − 2wnu + wn². The first two parts are
 * products of whole numbers, which the decoder computes; the third belongs to the constant. All that rounding may take
 * away is added to the constant, so a sum is never less than the exact likelihood.
 */
function packBounds(to: DataView, gaussians: Gaussians, ranges: readonly Range[], sharpest: number): void {
  const scale = MOST_PART / sharpest
  const { means, inverseVariances, constants } = gaussians
  const reference = constants.reduce((most, value) => Math.max(most, value), -Infinity)
  to.setFloat32(0, reference, true)
  to.setFloat32(4, scale, true)
  for (let density = 0; density < DENSITIES; density += 1) {
    const lane = density % LANES
    const group = 4 * (HEADER_WORDS + (density - lane) * (1 + DIMENSIONS))
    let constant = (constants[density] ?? 0) - reference
    let lost = Math.abs(reference) * FLOAT_ERROR * scale
    for (const [dimension, { centre, half }] of ranges.entries()) {
      const at = density * DIMENSIONS + dimension
      const w = Math.min((inverseVariances[at] ?? 0) * half ** 2, sharpest)
      const n = ((means[at] ?? 0) - centre) / half
      const ofSquare = Math.round((-w * scale) / MOST)
      const ofFeature = Math.round((2 * w * n * scale) / MOST)
      constant -= w * n ** 2
      // Each of the two whole numbers of the feature and of the Gaussian is wrong by up to a half, the former a little more.
      lost += MOST + 0.51 * (Math.abs(ofSquare) + Math.abs(ofFeature))
      const place = group + 16 * (1 + dimension) + 4 * lane
      to.setInt16(place, ofSquare, true)
      to.setInt16(place + 2, ofFeature, true)
    }
    to.setInt32(group + 4 * lane, Math.ceil(Math.max(constant * scale + lost, -(2 ** 29))), true)
  }
}

/** For each group of four the constants, then of each dimension the means and the inverse variances. */
function packExact(to: Float32Array, { means, inverseVariances, constants }: Gaussians): void {
  let next = 0
  const copy = (from: Float32Array, first: number, step: number): void => {
    for (let lane = 0; lane < LANES; lane += 1) to[next++] = from[first + lane * step] ?? 0
  }
  for (let density = 0; density < DENSITIES; density += LANES) {
    copy(constants, density, 1)
    for (let dimension = 0; dimension < DIMENSIONS; dimension += 1) {
      copy(means, density * DIMENSIONS + dimension, DIMENSIONS)
      copy(inverseVariances, density * DIMENSIONS + dimension, DIMENSIONS)
    }
  }
}
