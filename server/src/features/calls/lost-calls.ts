import type { CallStore } from './call-store.ts'

const SWEEP_EVERY_MS = 10_000

/** Finds the calls of processes that died, at start and ever after, so that none stays "live" for days. */
export function startLostCallSweep(
  store: CallStore,
  report: { ended: (count: number) => void; failed: (error: unknown) => void },
): { close: () => void } {
  const sweep = async () => {
    try {
      const count = await store.endLost()
      if (count > 0) report.ended(count)
    } catch (error) {
      report.failed(error)
    }
  }
  void sweep()
  const timer = setInterval(() => void sweep(), SWEEP_EVERY_MS)
  return { close: () => clearInterval(timer) }
}
