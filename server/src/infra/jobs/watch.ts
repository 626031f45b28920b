export interface WatchOptions {
  everyMs: number
  /** Looks once at start as well. */
  atStart?: boolean
  look: () => Promise<void>
  /** Told once for each time that looking began to fail. */
  onFault: (error: unknown) => void
}

/** Looks again and again, one look at a time, in this process; what only one process should do is a job instead. */
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
