import { SAMPLE_RATE_HZ } from '#contract/audio.ts'

/** The sound of one moment of speech in few numbers, sufficient to find the same sound in another voice. */
export interface SpeechFrame {
  /** Natural logarithm of the mean energy. */
  loudness: number
  /** Logarithmic energy in bands of equal width on the mel scale. */
  bands: Float32Array
}

/** 20 ms. */
export const FRAME_SAMPLES = 480
const WINDOW = 512
const BANDS = 14
const LOWEST_HZ = 120
const HIGHEST_HZ = 7_500
const FLOOR = 1e-9

const hann = Float32Array.from({ length: WINDOW }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / WINDOW))
const cosines = Float32Array.from({ length: WINDOW / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / WINDOW))
const sines = Float32Array.from({ length: WINDOW / 2 }, (_, index) => Math.sin((2 * Math.PI * index) / WINDOW))
const bandOfBin = bandsByBin()

/** The frame that begins at sample `at`. Beyond the end of the samples, it is silence. */
export function speechFrame(samples: Float32Array, at: number): SpeechFrame {
  const real = new Float32Array(WINDOW)
  const imaginary = new Float32Array(WINDOW)
  let energy = 0
  for (let index = 0; index < WINDOW; index += 1) {
    const sample = samples[at + index] ?? 0
    energy += sample * sample
    real[index] = sample * (hann[index] ?? 0)
  }
  fourier(real, imaginary)
  const bands = new Float32Array(BANDS)
  for (const [bin, band] of bandOfBin.entries()) {
    if (band >= 0) bands[band] = (bands[band] ?? 0) + (real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2
  }
  return {
    loudness: Math.log(energy / WINDOW + FLOOR),
    bands: bands.map((power) => Math.log(power / WINDOW + FLOOR)),
  }
}

function bandsByBin(): Int8Array {
  const mel = (hz: number): number => Math.log(1 + hz / 700)
  const [low, high] = [mel(LOWEST_HZ), mel(HIGHEST_HZ)]
  return Int8Array.from({ length: WINDOW / 2 }, (_, bin) => {
    const hz = (bin * SAMPLE_RATE_HZ) / WINDOW
    if (hz < LOWEST_HZ || hz >= HIGHEST_HZ) return -1
    return Math.floor(((mel(hz) - low) / (high - low)) * BANDS)
  })
}

/** Fast Fourier transform in place, radix 2 (Cooley and Tukey). */
function fourier(real: Float32Array, imaginary: Float32Array): void {
  const swap = (values: Float32Array, a: number, b: number): void => {
    const kept = values[a] ?? 0
    values[a] = values[b] ?? 0
    values[b] = kept
  }
  for (let index = 1, mirrored = 0; index < WINDOW; index += 1) {
    let bit = WINDOW >> 1
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit
    mirrored |= bit
    if (index < mirrored) swap(real, index, mirrored)
  }
  for (let size = 2; size <= WINDOW; size *= 2) {
    const step = WINDOW / size
    for (let block = 0; block < WINDOW; block += size) {
      for (let offset = 0; offset < size / 2; offset += 1) {
        const upper = block + offset
        const lower = upper + size / 2
        const cosine = cosines[offset * step] ?? 0
        const sine = sines[offset * step] ?? 0
        const turnedReal = (real[lower] ?? 0) * cosine + (imaginary[lower] ?? 0) * sine
        const turnedImaginary = (imaginary[lower] ?? 0) * cosine - (real[lower] ?? 0) * sine
        real[lower] = (real[upper] ?? 0) - turnedReal
        imaginary[lower] = (imaginary[upper] ?? 0) - turnedImaginary
        real[upper] = (real[upper] ?? 0) + turnedReal
        imaginary[upper] = (imaginary[upper] ?? 0) + turnedImaginary
      }
    }
  }
}
