import type { Circuit } from './circuit.ts'

/** A part of a call that a vendor's service plays, and how its failures are handled. */
export interface VendorPart<Part> {
  /** Shown in the health report and in the call's record of who answered: `openai`, `elevenlabs`. */
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
/** A request that failed later than this is not made again: its caller has waited long enough. */
const RETRY_WITHIN_MS = 1_000

/** `startedAtMs` is a moment of `performance.now()`. */
export function mayTryAgain(vendor: VendorPart<unknown>, error: unknown, startedAtMs: number): boolean {
  return performance.now() - startedAtMs < RETRY_WITHIN_MS && vendor.isWorthAnotherTry(error)
}

/** A vendor that raised no error of its own but was too slow or gave no result. */
export class PartFailure extends Error {
  override readonly name = 'PartFailure'
}
