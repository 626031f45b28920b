import type { Greeting } from '#contract/speech.ts'
import type { MouthPose } from '#portrait/pose.ts'
import { smoothLine } from '../../ui/smooth-line.ts'

/** The face is visible for this long before its first words, so that visitors do not miss them. */
const FIRST_AFTER_MS = 900
/** The pause between two silent greetings, long enough not to distract a reader. */
const QUIET_MS = 20_000

/**
 * The position in the greeting, in milliseconds, of a face that has been visible for `livedMs`; null in the pauses.
 * @param durationMs length of the greeting
 */
export function silentGreetingAt(livedMs: number, durationMs: number): number | null {
  if (livedMs < FIRST_AFTER_MS || durationMs <= 0) return null
  const timeMs = (livedMs - FIRST_AFTER_MS) % (durationMs + QUIET_MS)
  return timeMs < durationMs ? timeMs : null
}

/**
 * The value of `livedMs` at which a face has just finished its first greeting. A face that was heard continues there.
 */
export function livedAfterGreetingMs(durationMs: number): number {
  return FIRST_AFTER_MS + durationMs
}

/** Index of the last word that has begun; −1 before the first. Words must be in order of time. */
export function wordAt(words: Greeting['words'], timeMs: number): number {
  return words.findLastIndex(({ startMs }) => startMs <= timeMs)
}

export const GREETING_LINE_WIDTH = 320
export const GREETING_LINE_HEIGHT = 28
const MIDDLE = GREETING_LINE_HEIGHT / 2
const POINTS = 56
/** The time in which the waveform spreads from the middle to the ends. */
const SPREAD_MS = 420

export const FLAT_GREETING_LINE = `M0 ${MIDDLE}H${GREETING_LINE_WIDTH}`

/** The waveform: the middle shows the mouth at this moment, the parts further out its past. */
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
