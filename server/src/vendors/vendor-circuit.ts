import { createCircuit, type Circuit, type CircuitOptions } from '../voice/fallback/circuit.ts'
import { PartFailure } from '../voice/fallback/vendor-part.ts'
import { VendorError } from './vendor-error.ts'

const SHORT_REST_MS = 10_000
/** What does not mend itself: keys, accounts, addresses. */
const LONG_REST_MS = 60_000

/** How long each failure of a vendor keeps us away from it. */
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

/** Whether asking again at once can help: the line dropped, or it asks for no more than a moment. */
export function isWorthAnotherTry(error: unknown): boolean {
  if (!(error instanceof VendorError)) return false
  const { kind, retryAfterMs = 0 } = error
  if (retryAfterMs > 1_000) return false
  return kind === 'unreachable' || kind === 'failing' || (kind === 'rate-limited' && error.retryAfterMs !== undefined)
}
