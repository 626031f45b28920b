interface WatchOptions {
  everyMs: number
  /** Also runs `look` at the start. */
  atStart?: boolean
  look: () => Promise<void>
  /** Called when `look` fails after it had succeeded, not for every failure in a row. */
  onFault: (error: unknown) => void
}

/** Runs `look` periodically in this process, never twice at once. Work for only one of the processes is a job instead. */
export function startWatch({ everyMs, atStart = false, look, onFault }: WatchOptions): { close: () => void } {
  let isLooking = false
  let isFailing = false

  async function lookOnce(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      await look()
      isFailing = false
    } catch (error) {
      if (!isFailing) onFault(error)
      isFailing = true
    } finally {
      isLooking = false
    }
  }

  if (atStart) void lookOnce()
  const timer = setInterval(() => void lookOnce(), everyMs)
  return { close: () => clearInterval(timer) }
}
