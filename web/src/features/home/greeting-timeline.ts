import type { MouthPose } from '#portrait/pose.ts'
import { smoothLine } from '../../ui/smooth-line.ts'

/** The face is seen for this long before its first words, so that visitors do not miss them. */
const FIRST_AFTER_MS = 900
/** Quiet between two silent greetings: long enough not to distract a reader. */
const QUIET_MS = 20_000

/** One word of a spoken line, within its audio. */
export interface SpokenWord {
  text: string
  startMs: number
  endMs: number
}

/**
 * Where in the line a face is that has been in sight for `livedMs`, in milliseconds; null while it is quiet.
 * @param durationMs of the line
 */
export function silentGreetingAt(livedMs: number, durationMs: number): number | null {
  if (livedMs < FIRST_AFTER_MS || durationMs <= 0) return null
  const timeMs = (livedMs - FIRST_AFTER_MS) % (durationMs + QUIET_MS)
  return timeMs < durationMs ? timeMs : null
}

/** The life after which a face has just finished its line, for one that has said it aloud. */
export function livedAfterGreetingMs(durationMs: number): number {
  return FIRST_AFTER_MS + durationMs
}

/** The last word that has begun; −1 before the first. Words are in order of time. */
export function wordAt(words: readonly SpokenWord[], timeMs: number): number {
  return words.findLastIndex(({ startMs }) => startMs <= timeMs)
}

export const GREETING_LINE_WIDTH = 320
export const GREETING_LINE_HEIGHT = 28
const MIDDLE = GREETING_LINE_HEIGHT / 2
const POINTS = 56
/** The voice runs from the middle to the ends in this time. */
const SPREAD_MS = 420

export const FLAT_GREETING_LINE = `M0 ${MIDDLE}H${GREETING_LINE_WIDTH}`

/** The voice line: what the mouth does now is in its middle, what it did a moment ago further out. */
export function greetingLinePath(mouthAt: (timeMs: number) => MouthPose, timeMs: number): string {
  const frame = { width: GREETING_LINE_WIDTH, height: GREETING_LINE_HEIGHT, points: POINTS }
  return smoothLine(frame, (point) => {
    const outward = Math.abs((2 * point) / POINTS - 1)
    const thenMs = timeMs - outward * SPREAD_MS
    const loudness = Math.max(0, mouthAt(thenMs).open)
    const swing = Math.sin(thenMs / 27) * loudness * Math.cos((outward * Math.PI) / 2)
    return MIDDLE - swing * (MIDDLE - 1)
  })
}
