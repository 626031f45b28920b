import type { TurnTimings } from '#contract/realtime.ts'

type TurnMark = Exclude<keyof TurnTimings, 'answeredBy'>

export type TurnTimer = ReturnType<typeof createTurnTimer>

/**
 * Times one turn, from the moment when the caller stopped speaking (or sent a line) to the first sound of the answer.
 * `startedAtMs` and all marks are values of `performance.now()`.
 */
export function createTurnTimer(startedAtMs: number) {
  const timings: TurnTimings = {}
  return {
    /** Records the time of a mark, unless it has one, and returns all timings so far. */
    mark(mark: TurnMark, atMs = performance.now()): TurnTimings {
      timings[mark] ??= Math.max(0, Math.round(atMs - startedAtMs))
      return { ...timings }
    },
    timings: () => ({ ...timings }),
    /** Records which recogniser, brain or synthesiser did the work, if there are several; the latest one counts. */
    answeredBy(part: keyof NonNullable<TurnTimings['answeredBy']>, name: string): void {
      timings.answeredBy = { ...timings.answeredBy, [part]: name }
    },
  }
}
