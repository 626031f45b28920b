import type { MouthCue, Viseme } from '#contract/visemes.ts'
import { REST_MOUTH, mixMouths, mouthOfViseme, type MouthPose } from './pose.ts'
import { clamp, smoothStep } from './smooth.ts'

/** The longest time in which lips change from one shape to the next. */
const LONGEST_BLEND_MS = 110
/**
 * A blend takes at most this share of the shorter of its two cues, so that each shape is reached at the middle of its
 * cue.
 */
const BLEND_SHARE = 0.8
/** A vowel shorter than this is not fully reached. */
const FULL_SHAPE_MS = 80
/** Assumed length of the last cue and of the rest before the first one. */
const EDGE_MS = 160

/** Shapes that are essential to their sound: without them, speech looks dubbed. */
const ALWAYS_REACHED: ReadonlySet<Viseme> = new Set(['PP', 'FF', 'sil'])

function indexAt(cues: readonly MouthCue[], timeMs: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cues[middle]?.atMs ?? Infinity) <= timeMs) low = middle + 1
    else high = middle
  }
  return low - 1
}

function lengthMs(cues: readonly MouthCue[], index: number): number {
  const cue = cues[index]
  const next = cues[index + 1]
  return cue && next ? next.atMs - cue.atMs : EDGE_MS
}

function targetOf(cues: readonly MouthCue[], index: number): MouthPose {
  const cue = cues[index]
  if (!cue) return REST_MOUTH
  const own = mouthOfViseme(cue.viseme)
  const reached = Math.min(1, 0.45 + (0.55 * lengthMs(cues, index)) / FULL_SHAPE_MS)
  if (reached === 1 || ALWAYS_REACHED.has(cue.viseme)) return own
  const ownOf = (neighbour: number) => mouthOfViseme(cues[neighbour]?.viseme ?? 'sil')
  const around = mixMouths(ownOf(index - 1), ownOf(index + 1), 0.5)
  return mixMouths(around, own, reached)
}

/**
 * The mouth at a moment of the audio. Cues must be in order of time. Neighbouring shapes blend around the moment where
 * one cue ends; each shape is reached at the middle of its cue, so lips are shut at the middle of every p, b and m.
 */
export function mouthPoseAt(cues: readonly MouthCue[], timeMs: number): MouthPose {
  const index = indexAt(cues, timeMs)
  const cue = cues[index]
  const startMs = cue?.atMs ?? -Infinity
  const endMs = cues[index + 1]?.atMs ?? Infinity
  const nearEnd = endMs - timeMs < timeMs - startMs
  const left = nearEnd ? index : index - 1
  const boundaryMs = nearEnd ? endMs : startMs
  if (!Number.isFinite(boundaryMs)) return targetOf(cues, index)
  const blendMs = Math.min(LONGEST_BLEND_MS, BLEND_SHARE * Math.min(lengthMs(cues, left), lengthMs(cues, left + 1)))
  if (blendMs <= 0) return targetOf(cues, index)
  const t = smoothStep((timeMs - boundaryMs) / blendMs + 0.5)
  return mixMouths(targetOf(cues, left), targetOf(cues, left + 1), t)
}

/** The mouth for a loudness of 0…1, for audio without mouth cues. The caller smooths the level over time. */
export function mouthPoseOfLevel(level: number): MouthPose {
  const loud = Number.isFinite(level) ? clamp(level, 0, 1) : 0
  const open = loud ** 0.7 * 0.85
  return {
    open,
    wide: loud * 0.3,
    round: 0.12 * (1 - loud) * Math.min(1, loud * 4),
    teeth: Math.min(0.5, loud * 1.4),
    tongue: 0.12,
  }
}
