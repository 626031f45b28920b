/** Remembers for a while that somebody else's service is away, so that people do not wait for it one after the other. */
export interface Circuit {
  /** The right to use it; undefined from a failure until a look at it has gone well. */
  enter(): Attempt | undefined
  /** Whether `enter` would give an attempt. */
  isLive(): boolean
  /**
   * The right to look at it again after a rest, one at a time; undefined when there is nothing to look at. Nobody waits
   * for what comes of it: a person who has waited in vain once shall not wait again.
   */
  lookAgain(): Attempt | undefined
  report(): CircuitReport
}

/** One of these; what is said after it is not heard. */
export interface Attempt {
  succeeded(): void
  /** `gaveSome`: it failed in the middle, which may be this answer's bad luck. */
  failed(error: unknown, gaveSome?: boolean): void
  /** Nobody wanted the rest. */
  left(): void
}

export interface CircuitReport {
  live: boolean
  lastFailure: { atMs: number; what: string } | undefined
}

export interface CircuitOptions {
  /** How long to rest after this failure, the first time; it doubles with each one in a row. */
  restMs: (error: unknown) => number
  /** For people who look after the server. Never anybody's words. */
  describe: (error: unknown) => string
  /** Each failure. */
  onFailure?: ((error: unknown) => void) | undefined
  /** It went away, is away for another reason than before, or is back. */
  onChange?: ((change: CircuitChange) => void) | undefined
  nowMs?: (() => number) | undefined
}

export type CircuitChange = { live: true } | { live: false; what: string; error: unknown }

const LONGEST_REST_MS = 300_000
/** Answers that broke off in the middle, in a row, until it rests. */
const MIDWAY_FAILURES = 2

export function createCircuit({ restMs, describe, onFailure, onChange, nowMs = Date.now }: CircuitOptions): Circuit {
  let restsUntilMs = 0
  let rests = 0
  let midway = 0
  let isLookedAt = false
  /** What began before the last rest says nothing about the time after it. */
  let era = 0
  let lastFailure: CircuitReport['lastFailure']
  /** Why it is away, as was told. */
  let awayFor: string | undefined

  const isLive = (): boolean => rests === 0

  function attempt(isLook: boolean): Attempt {
    const begunIn = era
    let isSettled = false
    const settle = (): boolean => {
      const counts = !isSettled && begunIn === era
      if (!isSettled && isLook) isLookedAt = false
      isSettled = true
      return counts
    }
    return {
      succeeded() {
        if (!settle()) return
        rests = 0
        midway = 0
        if (awayFor !== undefined) onChange?.({ live: true })
        awayFor = undefined
      },
      failed(error, gaveSome = false) {
        if (isSettled) return
        const what = describe(error)
        lastFailure = { atMs: nowMs(), what }
        onFailure?.(error)
        if (!settle()) return
        if (gaveSome && ++midway < MIDWAY_FAILURES) return
        restsUntilMs = nowMs() + Math.min(LONGEST_REST_MS, restMs(error) * 2 ** rests)
        rests += 1
        midway = 0
        era += 1
        if (awayFor === what) return
        awayFor = what
        onChange?.({ live: false, what, error })
      },
      left: () => void settle(),
    }
  }

  return {
    isLive,
    enter: () => (isLive() ? attempt(false) : undefined),
    lookAgain() {
      if (isLive() || isLookedAt || nowMs() < restsUntilMs) return undefined
      isLookedAt = true
      return attempt(true)
    },
    report: () => ({ live: isLive(), lastFailure }),
  }
}
