import type { Circuit } from './circuit.ts'

/** A part of a call that somebody else's service plays, and how to live with its failures. */
export interface VendorPart<Part> {
  /** Shown where people see which part answered: `openai`, `elevenlabs`. */
  name: string
  part: Part
  circuit: Circuit
  /** After a failure before anything was given, whether one more try may help. */
  isWorthAnotherTry: (error: unknown) => boolean
  /** Rejects when it cannot be used; costs nothing. Absent where only use can show it. */
  check?: (() => Promise<void>) | undefined
}

/** Before the one other try: a server that restarts a worker needs a moment. */
export const RETRY_AFTER_MS = 150
/** Who has waited longer for a failure shall not wait again. */
const RETRY_WITHIN_MS = 1_000

/** `startedAtMs` is a moment of `performance.now()`. */
export function mayTryAgain(vendor: VendorPart<unknown>, error: unknown, startedAtMs: number): boolean {
  return performance.now() - startedAtMs < RETRY_WITHIN_MS && vendor.isWorthAnotherTry(error)
}

/** A part that does not say itself that it failed: too slow, or without a result. */
export class PartFailure extends Error {
  override readonly name = 'PartFailure'
}
