import type { Logger } from 'pino'
import type { CircuitChange } from '../voice/fallback/circuit.ts'
import type { VoicePart } from '../voice/voice-parts.ts'
import { PartFailure } from '../voice/fallback/vendor-part.ts'
import { VendorError } from './vendor-error.ts'

/** Logs a line when a service fails, when the reason changes, and when the service is back. */
export function tellOfVendor(
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  part: VoicePart,
  change: CircuitChange,
): void {
  if (change.state === 'closed') return log.info({ part }, 'a service is available again')
  const { what, error } = change
  // Kind and status describe a vendor's failure fully; an error in our own code needs its stack.
  const isTheirs = error instanceof VendorError || error instanceof PartFailure
  if (isTheirs) log.warn({ part, what }, 'a service is not available, the built-in part does its work')
  else log.error({ part, err: error }, 'a service could not be used, the built-in part does its work')
}
