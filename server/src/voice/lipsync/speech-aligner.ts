import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { joinSamples } from '../audio/pcm16.ts'
import { FRAME_SAMPLES, speechFrame, type SpeechFrame } from './spectrum.ts'

/**
 * The cost of advancing by 0, 1, 2 or 3 frames of our rendering for one frame of the voice. So the voice may be up to
 * three times as fast as ours, or pause.
 */
const STEP_COSTS = [0.55, 0, 0.35, 0.8]
/** The cost of each frame of our rendering that is skipped before the voice's first frame. */
const LATE_START_COST = 0.5
/** The range of positions around the most probable one that are considered: 1.2 s. */
const REACH_FRAMES = 60
const LOUDNESS_WEIGHT = 0.45
const SHAPE_WEIGHT = 0.16
/** Below this loudness relative to the peak, differences mean nothing. */
const QUIETEST = -7
/** The weight, in frames, of our own rendering's mean spectrum in the estimate of the other voice's. */
const PRIOR_FRAMES = 40
export const FRAME_MS = (FRAME_SAMPLES * 1_000) / SAMPLE_RATE_HZ

interface Normalised {
  /** Relative to the loudest frame; at most 0. */
  loudness: number
  shape: Float32Array
}

/**
 * Aligns another voice's speech, while it arrives, with our own rendering of the same text. It uses dynamic time
 * warping with an open end, as forced aligners such as aeneas do.
 */
export function createSpeechAligner(template: Float32Array) {
  const ours = framesOf(template)
  const reference = normaliser()
  for (const frame of ours) reference.hear(frame)
  const wanted = ours.map((frame) => reference.normalise(frame))
  const stranger = normaliser(reference)

  let rest = new Float32Array(0)
  let costs = new Float32Array(0)
  /** For each frame of the voice, the best last step to each position of our rendering. */
  const steps: Uint8Array[] = []
  let taken = 0
  let passed = 0
  /** The most probable position of the last frame. */
  let likeliest = 0

  function hear(frame: SpeechFrame): void {
    stranger.hear(frame)
    const heard = stranger.normalise(frame)
    const next = new Float32Array(wanted.length).fill(Infinity)
    const chosen = new Uint8Array(wanted.length)
    const isFirst = steps.length === 0
    const from = Math.max(0, likeliest - REACH_FRAMES)
    const until = Math.min(wanted.length, likeliest + REACH_FRAMES)
    likeliest = from
    for (let place = from; place < until; place += 1) {
      let best = isFirst ? place * LATE_START_COST : Infinity
      const most = isFirst ? -1 : Math.min(place, STEP_COSTS.length - 1)
      for (let step = 0; step <= most; step += 1) {
        const cost = (costs[place - step] ?? Infinity) + (STEP_COSTS[step] ?? 0)
        if (cost >= best) continue
        best = cost
        chosen[place] = step
      }
      const target = wanted[place]
      next[place] = best + (target && best < Infinity ? distance(heard, target) : 0)
      if ((next[place] ?? Infinity) < (next[likeliest] ?? Infinity)) likeliest = place
    }
    costs = next
    steps.push(chosen)
  }

  /** The path to this position, for the frames since the last call. */
  function wayTo(end: number): number[] {
    const way: number[] = []
    let place = end
    for (let row = steps.length - 1; row >= taken; row -= 1) {
      way.push(place)
      place -= steps[row]?.[place] ?? 0
    }
    taken = steps.length
    return way.toReversed().map((frame) => {
      passed = Math.max(passed, frame * FRAME_MS)
      return passed
    })
  }

  return {
    /** 24 kHz mono. */
    push(samples: Float32Array): void {
      const joined = joinSamples([rest, samples])
      let at = 0
      for (; at + FRAME_SAMPLES <= joined.length; at += FRAME_SAMPLES) hear(speechFrame(joined, at))
      rest = joined.slice(at)
    },
    /** For each 20 ms frame since the last call, its position in our rendering in ms. Positions never decrease. */
    take: () => wayTo(likeliest),
    /** Call after the last samples: aligns the last frames with the end of our rendering. */
    finish(): number[] {
      const last = Math.max(0, wanted.length - 1)
      // The end can't be reached if the voice says less than the text or something else.
      return (costs[last] ?? Infinity) < Infinity ? wayTo(last) : wayTo(likeliest)
    },
  }
}

function framesOf(samples: Float32Array): SpeechFrame[] {
  const frames: SpeechFrame[] = []
  for (let at = 0; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) frames.push(speechFrame(samples, at))
  return frames
}

/** Removes what depends on the voice and the transmission (loudness, mean spectrum) and keeps what distinguishes sounds. */
function normaliser(prior?: { mean(): Float32Array; loudest(): number }) {
  let loudest = -Infinity
  let count = 0
  let sums = new Float32Array(0)

  const mean = (): Float32Array => {
    const before = prior?.mean()
    return sums.map((sum, band) => (sum + (before?.[band] ?? 0) * PRIOR_FRAMES) / (count + (before ? PRIOR_FRAMES : 0)))
  }
  return {
    mean,
    loudest: () => loudest,
    hear({ loudness, bands }: SpeechFrame) {
      if (sums.length === 0) sums = new Float32Array(bands.length)
      loudest = Math.max(loudest, loudness)
      // Silent frames do not count for the mean spectrum.
      if (loudness < loudest + QUIETEST) return
      count += 1
      const level = average(bands)
      for (const [band, value] of bands.entries()) sums[band] = (sums[band] ?? 0) + value - level
    },
    normalise({ loudness, bands }: SpeechFrame): Normalised {
      const level = average(bands)
      const usual = mean()
      // At the very beginning, the loudest frame so far is not yet a reliable peak.
      const peak = prior ? Math.max(loudest, prior.loudest() - 2) : loudest
      return {
        loudness: Math.max(QUIETEST, loudness - peak),
        shape: bands.map((value, band) => value - level - (usual[band] ?? 0)),
      }
    },
  }
}

/** Spectra count only as far as the frames are voiced, so that noise between words does not matter. */
function distance(a: Normalised, b: Normalised): number {
  const voiced = 1 - Math.max(a.loudness, b.loudness) / QUIETEST
  let shape = 0
  for (let band = 0; band < a.shape.length; band += 1) shape += Math.abs((a.shape[band] ?? 0) - (b.shape[band] ?? 0))
  const loudness = Math.abs(a.loudness - b.loudness)
  return LOUDNESS_WEIGHT * loudness + (SHAPE_WEIGHT * voiced * shape) / 2
}

function average(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}
