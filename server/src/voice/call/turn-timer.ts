import type { TurnTimings } from '#contract/realtime.ts'

export type TurnMark = Exclude<keyof TurnTimings, never>

/** Times one turn, from the moment the person stopped speaking (or sent a line) to the first sound of the answer. */
export interface TurnTimer {
  /** Keeps the first time of each mark. Gives the timings so far. */
  mark(mark: TurnMark, atMs?: number): TurnTimings
  timings(): TurnTimings
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
  }
}
