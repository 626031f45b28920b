import type { FeatureBuffer } from 'soundswallower'
import { DIMENSIONS } from './gaussian-packing.ts'
import type { SpeechSounds } from './speech-sounds.ts'

/** This must match the acoustic model's parameter `lifter`. */
const LIFTER = 22
/** The mean to expect of an unknown voice and microphone, and its standard deviation. */
const UNKNOWN = { loudness: 45, loudnessDeviation: 10, deviation: 6 }
/** A mean that is known from earlier turns may still change by this much: callers move, and rooms get louder. */
const KNOWN_DEVIATION = 4
/** Neighbouring frames are alike, so each counts as this share of an independent one. */
const FRAME_WEIGHT = 0.05
/** Looks at this many frames, evenly spread, which takes about 2 ms. */
const MOST_FRAMES = 60
const ROUNDS = 3
/** Sounds that are this much less likely than the likeliest one (a logarithm) are left out. */
const UNLIKELY = 7

const basisCache = new Map<number, Float32Array[]>()

/**
 * The mean cepstrum: the character of a voice and its microphone, which the decoder subtracts. The plain mean of the
 * first second is mostly that of the sounds that happen to be in it, and a wrong mean costs a third of all recognitions.
 * So this is the mean that makes the cepstra likeliest as sounds of speech, found by expectation-maximisation with a
 * prior (signal bias removal: Rahim and Juang, IEEE Transactions on Speech and Audio Processing, 1996). That of one
 * second is as good as a plain mean of two.
 * @param spectra log-mel spectra (`Decoder.spectrogram`)
 * @param known the mean of the caller's earlier turns
 * @returns 13 numbers for the parameter `cmninit`; undefined if there is only silence
 */
export function meanCepstrum(
  spectra: FeatureBuffer,
  sounds: SpeechSounds,
  known: readonly number[] | undefined,
): readonly number[] | undefined {
  const all = cepstraOf(spectra)
  if (all.length === 0) return undefined
  const step = Math.max(2, Math.ceil(all.length / MOST_FRAMES))
  const cepstra = all.filter((_, index) => index % step === 0)
  const prior = (known ?? [UNKNOWN.loudness, ...Array<number>(DIMENSIONS - 1).fill(0)]).map((mean, index) => {
    const deviation = known ? KNOWN_DEVIATION : index === 0 ? UNKNOWN.loudnessDeviation : UNKNOWN.deviation
    return { mean, precision: 1 / deviation ** 2 }
  })
  let mean = known ?? prior.map((_, index) => cepstra.reduce((sum, row) => sum + (row[index] ?? 0), 0) / cepstra.length)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { sums, precisions } = likeliestSounds(cepstra, mean, sounds)
    const weight = step * FRAME_WEIGHT
    mean = prior.map((expected, index) => {
      const precision = weight * (precisions[index] ?? 0) + expected.precision
      return (weight * (sums[index] ?? 0) + expected.mean * expected.precision) / precision
    })
  }
  return mean
}

/** Each frame minus the sounds that it may be, summed with likelihood times precision as weights, and the weights summed. */
function likeliestSounds(
  cepstra: readonly Float64Array[],
  mean: readonly number[],
  { means, precisions: exact, constants }: SpeechSounds,
): { sums: Float64Array; precisions: Float64Array } {
  const sums = new Float64Array(DIMENSIONS)
  const precisions = new Float64Array(DIMENSIONS)
  const likelihoods = new Float64Array(constants.length)
  for (const cepstrum of cepstra) {
    let most = -Infinity
    for (let sound = 0; sound < constants.length; sound += 1) {
      let likelihood = constants[sound] ?? 0
      for (let index = 0, at = sound * DIMENSIONS; index < DIMENSIONS; index += 1, at += 1) {
        const difference = (cepstrum[index] ?? 0) - (mean[index] ?? 0) - (means[at] ?? 0)
        likelihood -= (difference * difference * (exact[at] ?? 0)) / 2
      }
      likelihoods[sound] = likelihood
      if (likelihood > most) most = likelihood
    }
    let total = 0
    for (let sound = 0; sound < constants.length; sound += 1) {
      const likelihood = (likelihoods[sound] ?? 0) - most
      likelihoods[sound] = likelihood < -UNLIKELY ? 0 : Math.exp(likelihood)
      total += likelihoods[sound] ?? 0
    }
    for (let sound = 0; sound < constants.length; sound += 1) {
      const share = (likelihoods[sound] ?? 0) / total
      if (share === 0) continue
      for (let index = 0, at = sound * DIMENSIONS; index < DIMENSIONS; index += 1, at += 1) {
        const weight = share * (exact[at] ?? 0)
        sums[index] = (sums[index] ?? 0) + weight * ((cepstrum[index] ?? 0) - (means[at] ?? 0))
        precisions[index] = (precisions[index] ?? 0) + weight
      }
    }
  }
  return { sums, precisions }
}

/** The cepstrum of each frame that has energy; the decoder skips the others as well. */
function cepstraOf({ data, nfr: frames, nfeat: filters }: FeatureBuffer): Float64Array[] {
  const basis = cosineBasis(filters)
  const cepstra = Array.from({ length: frames }, (_, frame) => {
    const spectrum = data.subarray(frame * filters, (frame + 1) * filters)
    return Float64Array.from(basis, (wave) => dot(spectrum, wave))
  })
  return cepstra.filter(([energy = 0]) => energy >= 0)
}

/** Rows of the orthonormal discrete cosine transform (DCT-II), multiplied by the lifter. */
function cosineBasis(filters: number): Float32Array[] {
  const cached = basisCache.get(filters)
  if (cached) return cached
  const basis = Array.from({ length: DIMENSIONS }, (_coefficient, index) => {
    const scale = Math.sqrt((index === 0 ? 1 : 2) / filters) * (1 + (LIFTER / 2) * Math.sin((index * Math.PI) / LIFTER))
    return Float32Array.from({ length: filters }, (_filter, filter) => {
      return scale * Math.cos((Math.PI * index * (filter + 0.5)) / filters)
    })
  })
  basisCache.set(filters, basis)
  return basis
}

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0
  for (let index = 0; index < left.length; index += 1) sum += (left[index] ?? 0) * (right[index] ?? 0)
  return sum
}
