import type { CallEndReason } from '#contract/realtime.ts'

const TIME_LEFT_EVERY_MS = 5_000
const HEARTBEAT_EVERY_MS = 5_000
/** A call ends when neither side has spoken or typed for this long. */
const IDLE_MS = 180_000
/** The idle time while a form is open, because a caller who fills it in is silent. */
const FORM_IDLE_MS = 900_000
/** A visitor's idle time, as the call uses another person's minutes and a place that others are waiting for. */
const VISITOR_IDLE_MS = 60_000
/** A visitor's call ends after this time if nothing was understood from its start. */
const SILENT_MS = 20_000
/** A visitor who speaks but is never understood gets up to this time. */
const LONGEST_SILENT_MS = 60_000

interface CallClockOptions {
  /** Null if the call has no limit at present. */
  limitMs: number | null
  /** Whether the caller is a visitor. Such a call ends sooner when nothing is said. */
  isVisitor: boolean
  onTimeLeft: (remainingMs: number) => void
  /** Lets the record keep the call's duration: if the process dies, at most the time since the last heartbeat is lost. */
  onHeartbeat: (durationMs: number) => void
  onEnd: (reason: Extract<CallEndReason, 'limit-reached' | 'idle' | 'silent'>) => void
}

/** The server's own measure of a call's length, which does not rely on the client. */
export function startCallClock(options: CallClockOptions) {
  const startedAtMs = performance.now()
  let stoppedAfterMs: number | undefined
  const durationMs = () => stoppedAfterMs ?? Math.round(performance.now() - startedAtMs)
  let limitTimers: NodeJS.Timeout[] = []
  const heartbeat = setInterval(() => options.onHeartbeat(durationMs()), HEARTBEAT_EVERY_MS)
  const idleMs = options.isVisitor ? VISITOR_IDLE_MS : IDLE_MS
  const watchIdle = (ms: number) => setTimeout(() => options.onEnd('idle'), ms)
  let idle = watchIdle(idleMs)
  let silent = options.isVisitor ? setTimeout(() => options.onEnd('silent'), SILENT_MS) : undefined

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
    /** Restarts the idle time, since something happened in the call. */
    stir: () => void idle.refresh(),
    /** A form was opened or closed. While one is open, the idle time is longer. */
    waitForForm(isOpen: boolean): void {
      if (stoppedAfterMs !== undefined) return
      clearTimeout(idle)
      idle = watchIdle(isOpen ? FORM_IDLE_MS : idleMs)
    },
    /** The caller was understood: the call can no longer end as silent. */
    understood(): void {
      clearTimeout(silent)
      silent = undefined
    },
    /** The caller began to speak, or was answered without being understood. This prolongs the silent time. */
    heard(): void {
      if (stoppedAfterMs === undefined && durationMs() + SILENT_MS <= LONGEST_SILENT_MS) silent?.refresh()
    },
    /** Counted from the start of the call; null for no limit. A limit that has already passed ends the call at once. */
    setLimit(limitMs: number | null): void {
      watch(limitMs)
      if (limitMs !== null && stoppedAfterMs === undefined) options.onTimeLeft(Math.max(0, limitMs - durationMs()))
    },
    stop(): void {
      stoppedAfterMs ??= durationMs()
      watch(null)
      clearInterval(heartbeat)
      clearTimeout(idle)
      clearTimeout(silent)
    },
  }
}
