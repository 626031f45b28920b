import type { CallStore } from './call-store.ts'
import { LOST_AFTER_MS } from './open-calls.ts'

const SWEEP_EVERY_MS = 10_000

export interface LostCallSweepOptions {
  /** Nobody else uses this database: whatever is "live" when we start was ours and is gone. */
  soleProcess: boolean
  /** Those of this very process: silent when the database was away or the machine asleep, but not lost. */
  heldIds: () => readonly string[]
  onEnded: (count: number) => void
  onFault: (error: unknown) => void
}

/** Finds the calls of processes that died, at start and ever after, so that none stays "live" for days. */
export function startLostCallSweep(store: CallStore, options: LostCallSweepOptions): { close: () => void } {
  const sweep = async (silentForMs: number) => {
    try {
      const count = await store.endLost(silentForMs, options.heldIds())
      if (count > 0) options.onEnded(count)
    } catch (error) {
      options.onFault(error)
    }
  }
  void sweep(options.soleProcess ? 0 : LOST_AFTER_MS)
  const timer = setInterval(() => void sweep(LOST_AFTER_MS), SWEEP_EVERY_MS)
  return { close: () => clearInterval(timer) }
}
