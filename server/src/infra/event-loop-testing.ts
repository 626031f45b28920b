import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

interface LongestPause {
  /**
   * The longest processor time of this thread in one turn of the event loop, which other processes don't affect. To
   * assert on.
   */
  cpuMs: number
  /** Wall-clock time as `monitorEventLoopDelay` measures it, which grows on a busy machine. To print only. */
  wallMs: number
}

/** The longest time that this thread's event loop stood still during `work`, in which every other request had to wait. */
export async function longestPause(work: () => Promise<unknown>): Promise<LongestPause> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const over = new AbortController()
  let cpuMs = 0
  const cpuNowMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const startedAtMs = cpuNowMs()
      // Not the next turn at once, which would occupy a core while other threads and processes work.
      await wait(1)
      cpuMs = Math.max(cpuMs, cpuNowMs() - startedAtMs)
    }
  }
  await turn()
  delay.enable()
  const watching = watch()
  try {
    await work()
    await turn()
  } finally {
    over.abort()
    delay.disable()
    await watching
  }
  return { cpuMs, wallMs: delay.max / 1_000_000 }
}

/** The longest that one visitor's request may hold up all others. */
export const MAX_PAUSE_MS = 300
