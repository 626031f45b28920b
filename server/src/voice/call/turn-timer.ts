import type { TurnTimings } from '#contract/realtime.ts'

export type TurnMark = Exclude<keyof TurnTimings, 'answeredBy'>

/** Times one turn, from the moment the person stopped speaking (or sent a line) to the first sound of the answer. */
export interface TurnTimer {
  /** Keeps the first time of each mark. Gives the timings so far. */
  mark(mark: TurnMark, atMs?: number): TurnTimings
  timings(): TurnTimings
  /** Which ears, mind or voice it was, where there are several; the latest counts. */
  answeredBy(part: keyof NonNullable<TurnTimings['answeredBy']>, name: string): void
}

/** `startedAtMs` and all marks are moments of `performance.now()`. */
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
