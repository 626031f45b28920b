import type { CallEndReason } from '#contract/realtime.ts'

const TIME_LEFT_EVERY_MS = 5_000
const HEARTBEAT_EVERY_MS = 5_000
/** Nobody spoke or typed, and nothing was said, for so long. */
const IDLE_MS = 180_000

export interface CallClockOptions {
  /** Null for a call that may last. */
  limitMs: number | null
  onTimeLeft: (remainingMs: number) => void
  /** For the record: a process that dies loses at most what lies between two beats. */
  onHeartbeat: (durationMs: number) => void
  onEnd: (reason: Extract<CallEndReason, 'limit-reached' | 'idle'>) => void
}

/** The server's own watch over a call's length. It asks the client for nothing. */
export interface CallClock {
  durationMs(): number
  /** Something happened: the call isn't idle. */
  stir(): void
  /** From the start of the call; null: it may last. One that has passed ends the call at once. */
  setLimit(limitMs: number | null): void
  stop(): void
}

export function startCallClock(options: CallClockOptions): CallClock {
  const startedAtMs = performance.now()
  let stoppedAfterMs: number | undefined
  const durationMs = () => stoppedAfterMs ?? Math.round(performance.now() - startedAtMs)
  let limitTimers: NodeJS.Timeout[] = []
  const heartbeat = setInterval(() => options.onHeartbeat(durationMs()), HEARTBEAT_EVERY_MS)
  const idle = setTimeout(() => options.onEnd('idle'), IDLE_MS)

  function watch(limitMs: number | null): void {
    for (const timer of limitTimers) clearTimeout(timer)
    limitTimers = []
    if (limitMs === null || stoppedAfterMs !== undefined) return
    limitTimers = [
      setTimeout(() => options.onEnd('limit-reached'), Math.max(0, limitMs - durationMs())),
      setInterval(() => options.onTimeLeft(Math.max(0, limitMs - durationMs())), TIME_LEFT_EVERY_MS),
    ]
  }
  watch(options.limitMs)

  return {
    durationMs,
    stir: () => void idle.refresh(),
    setLimit(limitMs) {
      watch(limitMs)
      if (limitMs !== null && stoppedAfterMs === undefined) options.onTimeLeft(Math.max(0, limitMs - durationMs()))
    },
    stop() {
      stoppedAfterMs ??= durationMs()
      watch(null)
      clearInterval(heartbeat)
      clearTimeout(idle)
    },
  }
}
