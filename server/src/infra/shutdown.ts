import type { Logger } from 'pino'

/** Ctrl-C arrives twice, from the terminal and from npm, about a millisecond apart; a person's second Ctrl-C comes later. */
const SAME_SIGNAL_MS = 500

/**
 * Ends the process on SIGTERM or SIGINT once `close` has resolved, or after `limitMs`; a second signal ends it at once.
 * All other listeners of these signals are removed.
 * @param close resolves with whether everything was closed
 */
export function endOnSignals(log: Logger, close: () => Promise<boolean>, limitMs: number): void {
  let endingSinceMs: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (endingSinceMs !== undefined) {
      if (performance.now() - endingSinceMs < SAME_SIGNAL_MS) return
      log.warn({ signal }, 'second signal, ending at once')
      process.exit(1)
    }
    endingSinceMs = performance.now()
    log.info({ signal }, 'shutting down')
    setTimeout(() => {
      log.error({ limitMs }, 'shutting down took too long, ending anyway')
      process.exit(1)
    }, limitMs).unref()
    void close().then((allClosed) => process.exit(allClosed ? 0 : 1))
  }
  // In development, Vite listens too and would end the process while it is closing.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeAllListeners(signal).on(signal, onSignal)
}

/** Closes the parts in their order. One that fails to close is logged and does not keep the next ones from closing. */
export async function closeAll(log: Logger, parts: Record<string, { close(): unknown }>): Promise<boolean> {
  let allClosed = true
  for (const [name, part] of Object.entries(parts)) {
    try {
      await part.close()
      log.debug({ part: name }, 'closed')
    } catch (error) {
      allClosed = false
      log.error({ err: error, part: name }, 'closing failed')
    }
  }
  log.info('shut down')
  return allClosed
}
