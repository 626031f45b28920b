import type { TurnOutcome } from '#contract/calls.ts'
import type { CallEndReason, TurnTimings } from '#contract/realtime.ts'

export interface RecordedLine {
  itemId: string
  /** The line's place in the call, from 0. */
  position: number
  role: 'user' | 'assistant'
  content: string
  atMs: number
  interrupted: boolean
  timings: TurnTimings | undefined
}

/** The outcome of one of the caller's turns. */
export interface RecordedTurn {
  /** The position of the caller's line. That line is not recorded if no words were understood. */
  position: number
  outcome: TurnOutcome
  /** Empty if no words were understood. */
  said: string
}

/**
 * Stores a call's record. All methods are idempotent. They do not throw, and the call does not wait for them, except
 * for `ended`, whose promise resolves once everything is written.
 */
export interface CallRecorder {
  heartbeat(durationMs: number): void
  /** Adds a line, or updates the one with the same `itemId`. */
  line(line: RecordedLine): void
  turn(turn: RecordedTurn): void
  ended(reason: CallEndReason, durationMs: number): Promise<void>
}
