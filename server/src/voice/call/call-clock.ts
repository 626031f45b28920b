import type { CallEndReason } from '#contract/realtime.ts'

const TIME_LEFT_EVERY_MS = 5_000
const HEARTBEAT_EVERY_MS = 5_000
/** A call ends when neither side has spoken or typed for this long. */
const IDLE_MS = 180_000
/** While a form is open: filling it in is silent. */
const FORM_IDLE_MS = 900_000
/** A visitor's call takes another's minutes and a seat that others wait for. */
const VISITOR_IDLE_MS = 60_000
/** A visitor of whom nothing was understood from the start. */
const SILENT_MS = 20_000
/** A caller who speaks but is never understood. */
const LONGEST_SILENT_MS = 60_000

export interface CallClockOptions {
  /** Null for a call that may last. */
  limitMs: number | null
  /** The call is a visitor's: it ends sooner when nothing is said. */
  isVisitor: boolean
  onTimeLeft: (remainingMs: number) => void
  /** For the record: a process that dies loses at most what lies between two beats. */
  onHeartbeat: (durationMs: number) => void
  onEnd: (reason: Extract<CallEndReason, 'limit-reached' | 'idle' | 'silent'>) => void
}

/** The server's own watch over a call's length. It asks the client for nothing. */
export interface CallClock {
  durationMs(): number
  /** Something happened: the call isn't idle. */
  stir(): void
  /** A form is open, or gone: until then the call waits for it. */
  waitForForm(isOpen: boolean): void
  /** The caller was understood: from now on the call is not silent. */
  understood(): void
  /** The assistant has answered something that it did not understand. */
  answered(): void
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
  const idleMs = options.isVisitor ? VISITOR_IDLE_MS : IDLE_MS
  const watchIdle = (ms: number) => setTimeout(() => options.onEnd('idle'), ms)
  let idle = watchIdle(idleMs)
  const silent = options.isVisitor ? setTimeout(() => options.onEnd('silent'), SILENT_MS) : undefined
  let isSilent = options.isVisitor

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
    waitForForm(isOpen) {
      if (stoppedAfterMs !== undefined) return
      clearTimeout(idle)
      idle = watchIdle(isOpen ? FORM_IDLE_MS : idleMs)
    },
    understood() {
      isSilent = false
      clearTimeout(silent)
    },
    answered() {
      if (isSilent && stoppedAfterMs === undefined && durationMs() + SILENT_MS <= LONGEST_SILENT_MS) silent?.refresh()
    },
    setLimit(limitMs) {
      watch(limitMs)
      if (limitMs !== null && stoppedAfterMs === undefined) options.onTimeLeft(Math.max(0, limitMs - durationMs()))
    },
    stop() {
      stoppedAfterMs ??= durationMs()
      watch(null)
      clearInterval(heartbeat)
      clearTimeout(idle)
      clearTimeout(silent)
    },
  }
}
