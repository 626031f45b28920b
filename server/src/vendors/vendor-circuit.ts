import { createCircuit, type Circuit, type CircuitOptions } from '../voice/fallback/circuit.ts'
import { PartFailure } from '../voice/fallback/vendor-part.ts'
import { VendorError } from './vendor-error.ts'

const SHORT_REST_MS = 10_000
/** For failures that do not pass by themselves: keys, accounts, addresses. */
const LONG_REST_MS = 60_000

/** A circuit breaker that rests after a vendor's failure, for a time that depends on the failure's kind. */
export function createVendorCircuit(told: Pick<CircuitOptions, 'onFailure' | 'onChange' | 'nowMs'>): Circuit {
  return createCircuit({ restMs, describe, ...told })
}

function restMs(error: unknown): number {
  if (!(error instanceof VendorError)) return SHORT_REST_MS
  if (error.kind === 'rate-limited') return error.retryAfterMs ?? SHORT_REST_MS / 2
  const isLasting = error.kind === 'key-refused' || error.kind === 'no-credit' || error.status === 404
  return isLasting ? LONG_REST_MS : Math.max(SHORT_REST_MS, error.retryAfterMs ?? 0)
}

function describe(error: unknown): string {
  if (error instanceof PartFailure) return error.message
  if (!(error instanceof VendorError)) return 'failed'
  return error.status ? `${error.kind} (${error.status})` : error.kind
}

/** Whether an immediate retry can help: the connection dropped, or the vendor asks to wait at most a second. */
export function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof VendorError)) return false
  const { kind, retryAfterMs = 0 } = error
  if (retryAfterMs > 1_000) return false
  return kind === 'unreachable' || kind === 'failing' || (kind === 'rate-limited' && error.retryAfterMs !== undefined)
}
