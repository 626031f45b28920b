interface ConnectionWatchOptions {
  /** Asks the server for a sign of life; `heard` is called for its answer. */
  ping: () => void
  /** The server has been silent for too long. Called once, after the watch has stopped. */
  onLost: () => void
  /** Registers a listener for the browser's loss of network. Returns a function that removes it. */
  onOffline: (listener: () => void) => () => void
}

const TICK_MS = 100
const PING_EVERY_MS = 700
const SILENT_MS = 2_700
/**
 * How long the server has to answer after the browser reports that it is offline. A server on the same machine can
 * still be reached.
 */
const OFFLINE_ANSWER_MS = 1_000
/**
 * When the timer is this late, the page was suspended and has unread messages. Hidden pages tick only once a second.
 */
const ASLEEP_MS = 1_500

/** Detects a dead connection within three seconds; the socket itself may take minutes. */
export function createConnectionWatch({ ping, onLost, onOffline }: ConnectionWatchOptions) {
  let timer: ReturnType<typeof setInterval> | undefined
  let stopListening: (() => void) | undefined
  let tickedAtMs = 0
  let pingedAtMs = 0
  /** The time by which some event must have arrived. */
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
    /** To be called for every event from the server. */
    heard,
    stop,
  }
}
