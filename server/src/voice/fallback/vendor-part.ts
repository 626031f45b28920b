import { pause } from '../call/pause.ts'
import type { Attempt, Circuit } from './circuit.ts'

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

/** Passes on what a vendor's part gives. A failure before the first piece is followed by a second try, if that may help. */
export async function* withSecondTry<Piece>(
  vendor: VendorPart<unknown>,
  open: () => AsyncIterable<Piece>,
  signal = new AbortController().signal,
): AsyncGenerator<Piece> {
  const startedAtMs = performance.now()
  for (let tries = 1; ; tries += 1) {
    let gaveSome = false
    try {
      for await (const piece of open()) {
        gaveSome = true
        yield piece
      }
      return
    } catch (error) {
      if (signal.aborted || gaveSome || tries > 1 || !mayTryAgain(vendor, error, startedAtMs)) throw error
    }
    await pause(RETRY_AFTER_MS, signal)
  }
}

/**
 * Passes on what a vendor's part gives, and reports to the circuit how that ended. Throws only when the signal was
 * aborted.
 * @param isMidway whether a failure now would come in the middle of an answer
 * @returns whether all came; after a failure, the built-in part must give the rest
 */
export async function* reported<Piece>(
  attempt: Attempt,
  pieces: AsyncIterable<Piece>,
  isMidway: () => boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<Piece, boolean> {
  try {
    yield* pieces
    attempt.succeeded()
    return true
  } catch (error) {
    if (signal?.aborted) throw error
    attempt.failed(error, isMidway())
    return false
  } finally {
    // Counts only if the listener has left, since only the first report does.
    attempt.cancelled()
  }
}

/**
 * Finds out whether the vendor's service is back, if it is time for that; the caller gets the built-in part's answer
 * meanwhile. The first piece shows that it is.
 */
export async function probe(
  { circuit }: VendorPart<unknown>,
  open: (signal: AbortSignal) => AsyncIterable<unknown>,
): Promise<void> {
  const attempt = circuit.probe()
  if (!attempt) return
  const leave = new AbortController()
  try {
    for await (const _ of open(leave.signal)) return attempt.succeeded()
    throw new PartFailure('no words')
  } catch (error) {
    attempt.failed(error)
  } finally {
    leave.abort()
  }
}

/** The failure of a vendor that raised no error but was too slow or gave no result. */
export class PartFailure extends Error {
  override readonly name = 'PartFailure'
}
