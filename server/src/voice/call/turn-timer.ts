import type { TurnTimings } from '#contract/realtime.ts'

type TurnMark = Exclude<keyof TurnTimings, 'answeredBy'>

/** Times one turn, from the moment when the caller stopped speaking (or sent a line) to the first sound of the answer. */
export interface TurnTimer {
  /** Records the time of a mark, unless it has one, and returns all timings so far. */
  mark(mark: TurnMark, atMs?: number): TurnTimings
  timings(): TurnTimings
  /** Records which recogniser, brain or synthesiser did the work, if there are several; the latest one counts. */
  answeredBy(part: keyof NonNullable<TurnTimings['answeredBy']>, name: string): void
}

/** `startedAtMs` and all marks are values of `performance.now()`. */
export function createTurnTimer(startedAtMs: number): TurnTimer {
  const timings: TurnTimings = {}
  return {
    mark(mark, atMs = performance.now()) {
      timings[mark] ??= Math.max(0, Math.round(atMs - startedAtMs))
      return { ...timings }
    },
    timings: () => ({ ...timings }),
    answeredBy(part, name) {
      timings.answeredBy = { ...timings.answeredBy, [part]: name }
    },
  }
}
