import type { CallRecords } from './call-records.ts'
import { LOST_AFTER_MS } from './call-row.ts'

interface LostCallsOptions {
  records: Pick<CallRecords, 'endLost' | 'expireGrants'>
  /** The calls of this process. They are not lost, even if the database or the machine was down. */
  heldIds: () => readonly string[]
  /** True if no other process uses the database, so that calls that are live at the start have lost their process. */
  isSoleProcess: boolean
  nowMs?: () => number
}

/**
 * Ends calls whose process has died. After a time in which the database could not be reached, the calls of all processes
 * are silent, so none is ended until the other processes have had time to write their beats again. A process that has just
 * started may have waited for the database, too.
 */
export function createLostCalls({ records, heldIds, isSoleProcess, nowMs = Date.now }: LostCallsOptions) {
  /** The beginnings of the first and the latest look of an unbroken series of successful ones. */
  let reached: { sinceMs: number; lastMs: number } | undefined
  let isSoleStart = isSoleProcess

  function endSilent(reachableForMs: number): Promise<number> | number {
    if (isSoleStart) return records.endLost(0, heldIds())
    return reachableForMs < LOST_AFTER_MS ? 0 : records.endLost(LOST_AFTER_MS, heldIds())
  }

  return {
    /** Run periodically. Also expires grants. @returns the number of calls that were ended */
    async look(): Promise<number> {
      const lastMs = nowMs()
      // A look that took very long has waited for the database.
      const sinceMs = reached && lastMs - reached.lastMs <= LOST_AFTER_MS ? reached.sinceMs : lastMs
      reached = undefined
      await records.expireGrants()
      const count = await endSilent(lastMs - sinceMs)
      isSoleStart = false
      reached = { sinceMs, lastMs }
      return count
    },
  }
}
