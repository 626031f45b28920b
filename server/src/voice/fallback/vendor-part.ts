import type { Circuit } from './circuit.ts'

/** A part of a call that a vendor provides, and how its failures are handled. */
export interface VendorPart<Part> {
  /** The name in the health report and in the call's record: `openai`, `elevenlabs`. */
  name: string
  part: Part
  circuit: Circuit
  /** Whether a single retry may help after a failure that came before any result. */
  isWorthAnotherTry: (error: unknown) => boolean
  /** Rejects if the service can't be used; costs nothing. Absent if only real use shows it. */
  check?: (() => Promise<void>) | undefined
}

/** The pause before the retry: a server that restarts a worker needs a moment. */
export const RETRY_AFTER_MS = 150
/** A request that failed after more than this is not repeated, because the caller has waited long enough. */
const RETRY_WITHIN_MS = 1_000

/** `startedAtMs` is a value of `performance.now()`. */
export function mayTryAgain(vendor: VendorPart<unknown>, error: unknown, startedAtMs: number): boolean {
  return performance.now() - startedAtMs < RETRY_WITHIN_MS && vendor.isWorthAnotherTry(error)
}

/** The failure of a vendor that raised no error but was too slow or gave no result. */
export class PartFailure extends Error {
  override readonly name = 'PartFailure'
}
