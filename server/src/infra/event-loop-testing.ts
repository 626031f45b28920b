import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface LongestPause {
  /** The most that this thread computed in one turn of the event loop: the same on a busy machine. For assertions. */
  cpuMs: number
  /** By the clock, as `monitorEventLoopDelay` sees it: on a busy machine, other processes are in it. For printing. */
  wallMs: number
}

/** How long the event loop of this thread stood still at most while something was done: what every other request waited. */
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
      await turn()
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

/** No request may wait longer than this because of another visitor. */
export const MAX_PAUSE_MS = 300
