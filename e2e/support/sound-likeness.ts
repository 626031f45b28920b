// How much alike two sounds are, by the rise and fall of a dozen pitches: the same words in the same voice come near 1.

const FRAME_MS = 20
const RATE_HZ = 16_000
const FRAME_SAMPLES = (RATE_HZ * FRAME_MS) / 1_000
const PITCHES_HZ = [150, 300, 450, 600, 800, 1_000, 1_300, 1_600, 2_000, 2_500, 3_200, 4_000]
/** These stretches of a text are looked for, each where it fits best: a gap between them (a busy machine) does no harm. */
const WINDOW_FRAMES = 800 / FRAME_MS
const WINDOWS_AT_FRAME = [300, 1_100, 1_900].map((ms) => ms / FRAME_MS)
/** How far a stretch may be from where it belongs. */
const SLACK_FRAMES = 1_200 / FRAME_MS

/** One row of levels for each 20 ms. */
export type Spectrum = Float32Array[]

/** @param samples 16 kHz mono, −1…1 */
export function spectrumOf(samples: Float32Array): Spectrum {
  return Array.from({ length: Math.floor(samples.length / FRAME_SAMPLES) }, (_, index) => {
    const frame = samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES)
    return Float32Array.from(PITCHES_HZ, (hz) => Math.log10(1e-4 + levelAt(frame, hz)))
  })
}

/** @param fromMs where `wanted` should begin in `heard` */
export function likeness(wanted: Spectrum, heard: Spectrum, fromMs: number): number {
  const from = Math.round(fromMs / FRAME_MS)
  const fits = WINDOWS_AT_FRAME.filter((at) => at + WINDOW_FRAMES <= wanted.length).map((at) =>
    bestFit(wanted.slice(at, at + WINDOW_FRAMES), heard, from + at),
  )
  return fits.reduce((sum, fit) => sum + fit, 0) / Math.max(1, fits.length)
}

function bestFit(wanted: Spectrum, heard: Spectrum, around: number): number {
  let best = 0
  for (let at = Math.max(0, around - SLACK_FRAMES); at <= around + SLACK_FRAMES; at += 1) {
    best = Math.max(best, correlation(wanted, heard.slice(at, at + wanted.length)))
  }
  return best
}

/** Goertzel's algorithm: how much of one pitch is in the frame. */
function levelAt(frame: Float32Array, hz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / RATE_HZ)
  let last = 0
  let beforeLast = 0
  for (const sample of frame) {
    const next = sample + turn * last - beforeLast
    beforeLast = last
    last = next
  }
  return Math.sqrt(Math.max(0, last ** 2 + beforeLast ** 2 - turn * last * beforeLast)) / frame.length
}

/** Pearson's, each pitch measured against its own mean. */
function correlation(a: Spectrum, b: Spectrum): number {
  if (b.length < a.length) return 0
  let product = 0
  let squaresA = 0
  let squaresB = 0
  for (let pitch = 0; pitch < PITCHES_HZ.length; pitch += 1) {
    const [meanA, meanB] = [meanOf(a, pitch), meanOf(b, pitch)]
    for (const [index, row] of a.entries()) {
      const fromA = (row[pitch] ?? 0) - meanA
      const fromB = (b[index]?.[pitch] ?? 0) - meanB
      product += fromA * fromB
      squaresA += fromA ** 2
      squaresB += fromB ** 2
    }
  }
  return squaresA === 0 || squaresB === 0 ? 0 : product / Math.sqrt(squaresA * squaresB)
}

function meanOf(spectrum: Spectrum, pitch: number): number {
  return spectrum.reduce((sum, row) => sum + (row[pitch] ?? 0), 0) / spectrum.length
}
