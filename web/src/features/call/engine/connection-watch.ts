export interface ConnectionWatchOptions {
  /** Asks the server for a sign of life; the answer comes back through `heard`. */
  ping: () => void
  /** Nothing has come from the server for too long. Called once; the watch has stopped by then. */
  onLost: () => void
  /** Calls back when the browser notices that it has no network. Returns the way to stop. */
  onOffline: (listener: () => void) => () => void
}

const TICK_MS = 100
const PING_EVERY_MS = 700
const SILENT_MS = 2_700
/** The network may be gone for everything but this server, which can run on the same machine: it is asked once more. */
const OFFLINE_ANSWER_MS = 1_000
/** A page that was asleep has messages still to read. Hidden pages tick once a second. */
const ASLEEP_MS = 1_500

/** Notices within three seconds that nothing comes through any more, which a socket itself may not do for minutes. */
export function createConnectionWatch({ ping, onLost, onOffline }: ConnectionWatchOptions) {
  let timer: ReturnType<typeof setInterval> | undefined
  let stopListening: (() => void) | undefined
  let tickedAtMs = 0
  let pingedAtMs = 0
  /** By then something must have come. */
  let deadlineMs = 0

  function ask(nowMs: number): void {
    pingedAtMs = nowMs
    ping()
  }

  function tick(): void {
    const nowMs = performance.now()
    const wasAsleep = nowMs - tickedAtMs > ASLEEP_MS
    tickedAtMs = nowMs
    if (wasAsleep) deadlineMs = nowMs + SILENT_MS
    if (nowMs >= deadlineMs) {
      stop()
      onLost()
    } else if (nowMs - pingedAtMs >= PING_EVERY_MS) ask(nowMs)
  }

  function heard(): void {
    deadlineMs = performance.now() + SILENT_MS
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
    stopListening?.()
    stopListening = undefined
  }

  return {
    start(): void {
      stop()
      tickedAtMs = performance.now()
      heard()
      timer = setInterval(tick, TICK_MS)
      stopListening = onOffline(() => {
        const nowMs = performance.now()
        deadlineMs = Math.min(deadlineMs, nowMs + OFFLINE_ANSWER_MS)
        ask(nowMs)
      })
    },
    /** An event came from the server, of any kind. */
    heard,
    stop,
  }
}
