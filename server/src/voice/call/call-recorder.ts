import type { TurnOutcome } from '#contract/calls.ts'
import type { CallEndReason, TurnTimings } from '#contract/realtime.ts'

export interface RecordedLine {
  itemId: string
  /** Place in the call, from 0. */
  position: number
  role: 'user' | 'assistant'
  content: string
  atMs: number
  interrupted: boolean
  timings: TurnTimings | undefined
}

/** How a turn of the caller came out. */
export interface RecordedTurn {
  /** That of the caller's line, which is missing where no words were understood. */
  position: number
  outcome: TurnOutcome
  /** Empty where no words were understood. */
  said: string
}

/**
 * Keeps a call's record. Every method may be called again with the same facts and changes nothing then; none of them
 * throws or is waited for while the call runs, except `ended`, whose promise resolves once all is written.
 */
export interface CallRecorder {
  heartbeat(durationMs: number): void
  /** Adds the line or, by `itemId`, brings it up to date. */
  line(line: RecordedLine): void
  turn(turn: RecordedTurn): void
  ended(reason: CallEndReason, durationMs: number): Promise<void>
}
