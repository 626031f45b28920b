// Measures how similar two sounds are, by the levels of a dozen frequencies over time. The same words in the same voice
// reach nearly 1, even when a busy machine has inserted pauses; other words in the same voice stay below 0.5.

const HOP_MS = 10
const RATE_HZ = 16_000
const HOP_SAMPLES = (RATE_HZ * HOP_MS) / 1_000
/** Longer than a hop, so that a beginning between two hops hardly matters. */
const FRAME_SAMPLES = 2 * HOP_SAMPLES
const PITCHES_HZ = [150, 300, 450, 600, 800, 1_000, 1_300, 1_600, 2_000, 2_500, 3_200, 4_000]
/**
 * Relative to the loudest frame. Quieter frames are left out of both sounds: pauses between words, and those caused by
 * a busy machine.
 */
const SILENT_SHARE = 0.02
/** Only this much of a text is compared. */
const COMPARED_FRAMES = 3_000 / HOP_MS
/** How far the text's beginning may be from where it is expected. */
const SLACK_FRAMES = 1_000 / HOP_MS
/** The cost of a frame without a counterpart, as where a pause has cut off or repeated some sound. */
const STRAY_COST = 0.35

/** The audible frames of a sound. */
export interface Spectrum {
  /** The levels of all frequencies, one row for every 10 ms. */
  rows: Float32Array[]
  /** The position of each row before the silent frames were left out. */
  atFrame: number[]
}

/** @param samples 16 kHz mono, −1…1 */
export function spectrumOf(samples: Float32Array): Spectrum {
  const length = Math.max(0, Math.floor((samples.length - FRAME_SAMPLES) / HOP_SAMPLES) + 1)
  const frames = Array.from({ length }, (_, index) =>
    samples.subarray(index * HOP_SAMPLES, index * HOP_SAMPLES + FRAME_SAMPLES),
  )
  const levels = frames.map((frame) => Math.hypot(...frame))
  const loudest = levels.reduce((max, level) => Math.max(max, level), 0)
  const atFrame = [...levels.keys()].filter((index) => (levels[index] ?? 0) > loudest * SILENT_SHARE)
  const rows = atFrame.map((index) =>
    Float32Array.from(PITCHES_HZ, (hz) => Math.log10(1e-4 + levelAt(frames[index] ?? new Float32Array(), hz))),
  )
  return { rows, atFrame }
}

/**
 * The score of the best alignment of both sounds, frame by frame (Needleman and Wunsch, 1970).
 * @param fromMs where `wanted` is expected to begin in `heard`
 */
export function likeness(wanted: Spectrum, heard: Spectrum, fromMs: number): number {
  const from = Math.round(fromMs / HOP_MS)
  const a = centred(wanted.rows.slice(0, COMPARED_FRAMES))
  const start = heard.atFrame.findIndex((at) => at >= from - SLACK_FRAMES)
  if (start < 0 || a.length === 0) return 0
  const b = centred(heard.rows.slice(start, start + a.length + 2 * SLACK_FRAMES))
  // `best[j]` is the highest score of an alignment of the rows so far that ends at frame j of the heard sound.
  let best = Float64Array.from({ length: b.length + 1 }, (_, j) =>
    (heard.atFrame[start + j] ?? Infinity) <= from + SLACK_FRAMES ? 0 : -Infinity,
  )
  for (const row of a) {
    const next = new Float64Array(b.length + 1).fill(-Infinity)
    next[0] = (best[0] ?? 0) - STRAY_COST
    for (let j = 1; j <= b.length; j += 1) {
      const other = b[j - 1]
      const together = (best[j - 1] ?? 0) + (other ? cosine(row, other) : 0)
      next[j] = Math.max(together, (best[j] ?? 0) - STRAY_COST, (next[j - 1] ?? 0) - STRAY_COST)
    }
    best = next
  }
  return best.reduce((max, value) => Math.max(max, value), 0) / a.length
}

/**
 * Centres each frequency around its mean and scales each row to length 1, so that the product of two rows is their
 * cosine.
 */
function centred(rows: Float32Array[]): Float32Array[] {
  const means = PITCHES_HZ.map((_, pitch) => rows.reduce((sum, row) => sum + (row[pitch] ?? 0), 0) / rows.length)
  return rows.map((row) => {
    const moved = row.map((level, pitch) => level - (means[pitch] ?? 0))
    const size = Math.hypot(...moved) || 1
    return moved.map((level) => level / size)
  })
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let pitch = 0; pitch < PITCHES_HZ.length; pitch += 1) sum += (a[pitch] ?? 0) * (b[pitch] ?? 0)
  return sum
}

/** Goertzel's algorithm: the level of one frequency in the frame. */
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
