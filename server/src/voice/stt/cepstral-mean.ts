import type { FeatureBuffer } from 'soundswallower'

/** These must match the acoustic model's parameters `ncep` and `lifter`. */
const COEFFICIENTS = 13
const LIFTER = 22

const basisCache = new Map<number, Float32Array[]>()

/**
 * The mean cepstrum of log-mel spectra (`Decoder.spectrogram`), as the decoder computes it from a complete utterance.
 * The decoder subtracts it to remove the character of microphone and voice. When audio arrives in pieces, the decoder
 * can't know the mean and guesses; since a wrong guess costs a third of all recognitions, it is given this one.
 * @returns 13 numbers for the parameter `cmninit`; undefined if there is only silence
 */
export function meanCepstrum({ data, nfr: frames, nfeat: filters }: FeatureBuffer): number[] | undefined {
  const basis = cosineBasis(filters)
  const sum = new Float64Array(COEFFICIENTS)
  const cepstrum = new Float64Array(COEFFICIENTS)
  let counted = 0
  for (let frame = 0; frame < frames; frame += 1) {
    const spectrum = data.subarray(frame * filters, (frame + 1) * filters)
    for (const [index, wave] of basis.entries()) cepstrum[index] = dot(spectrum, wave)
    // Frames without energy are skipped, as in the decoder.
    if ((cepstrum[0] ?? 0) < 0) continue
    counted += 1
    for (let index = 0; index < COEFFICIENTS; index += 1) sum[index] = (sum[index] ?? 0) + (cepstrum[index] ?? 0)
  }
  return counted === 0 ? undefined : Array.from(sum, (value) => value / counted)
}

/** Rows of the orthonormal discrete cosine transform (DCT-II), multiplied by the lifter. */
function cosineBasis(filters: number): Float32Array[] {
  const cached = basisCache.get(filters)
  if (cached) return cached
  const basis = Array.from({ length: COEFFICIENTS }, (_coefficient, index) => {
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
