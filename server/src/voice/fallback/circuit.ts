/**
 * A circuit breaker in front of a vendor's service (Nygard, "Release It!").
 *
 *   closed ──failed, or twice in a row in the middle of an answer──▶ open ──rest is over, one probe──▶ half-open
 *     ▲                                                               ▲                                  │   │
 *     │                                                               └────────── probe failed ──────────┘   │
 *     └───────────────────────────────── probe succeeded ────────────────────────────────────────────────────┘
 *
 * A caller never waits for a probe: while the circuit is not closed, the built-in part answers.
 */
type State =
  | { is: 'closed'; failedMidway: number }
  | { is: 'open'; failures: number; restsUntilMs: number; what: string }
  | { is: 'half-open'; failures: number; what: string }

/** Reports how one use of the service ended. Only the first report counts. */
export interface Attempt {
  succeeded(): void
  /**
   * `gaveSome`: the failure came in the middle of an answer. Such a failure opens the circuit only if the next one is a
   * failure too.
   */
  failed(error: unknown, gaveSome?: boolean): void
  /** The caller no longer wanted the rest. */
  cancelled(): void
}

interface Failure {
  atMs: number
  what: string
}

export interface CircuitOptions {
  /**
   * How long the circuit stays open after its first failure. The time is doubled for each further failure, up to five
   * minutes.
   */
  restMs: (error: unknown) => number
  /** For the log and the health report: never a caller's words. */
  describe: (error: unknown) => string
  /** Called for each failure. */
  onFailure?: ((error: unknown) => void) | undefined
  /** The circuit opened, stays open for another reason than before, or closed again. */
  onChange?: ((change: CircuitChange) => void) | undefined
  nowMs?: (() => number) | undefined
}

export type CircuitChange = { state: 'closed' } | { state: 'open'; what: string; error: unknown }

const LONGEST_REST_MS = 300_000
/** The circuit opens when this many answers in a row break off in the middle. */
const MIDWAY_FAILURES = 2

export type Circuit = ReturnType<typeof createCircuit>

export function createCircuit({ restMs, describe, onFailure, onChange, nowMs = Date.now }: CircuitOptions) {
  let state: State = { is: 'closed', failedMidway: 0 }
  /** Counts the openings: an attempt that began before the last one says nothing about the time after it. */
  let era = 0
  let lastFailure: Failure | undefined

  function close(): void {
    const wasClosed = state.is === 'closed'
    state = { is: 'closed', failedMidway: 0 }
    if (!wasClosed) onChange?.({ state: 'closed' })
  }

  function open(what: string, error: unknown): void {
    const before = state.is === 'closed' ? { failures: 0, what: undefined } : state
    const wait = Math.min(LONGEST_REST_MS, restMs(error) * 2 ** before.failures)
    state = { is: 'open', failures: before.failures + 1, restsUntilMs: nowMs() + wait, what }
    era += 1
    if (before.what !== what) onChange?.({ state: 'open', what, error })
  }

  function attempt(): Attempt {
    const begunIn = era
    let isSettled = false
    const settle = (): boolean => {
      const counts = !isSettled && begunIn === era
      isSettled = true
      return counts
    }
    return {
      succeeded() {
        if (settle()) close()
      },
      failed(error, gaveSome = false) {
        if (isSettled) return
        const what = describe(error)
        lastFailure = { atMs: nowMs(), what }
        onFailure?.(error)
        if (!settle()) return
        if (gaveSome && state.is === 'closed' && state.failedMidway + 1 < MIDWAY_FAILURES) state.failedMidway += 1
        else open(what, error)
      },
      cancelled() {
        // A probe without a result: the next caller may probe at once.
        if (settle() && state.is === 'half-open') state = { ...state, is: 'open', restsUntilMs: nowMs() }
      },
    }
  }

  return {
    /** Whether `enter` would return an attempt. */
    isClosed: () => state.is === 'closed',
    /** An attempt that a caller waits for; undefined unless the circuit is closed. */
    enter: () => (state.is === 'closed' ? attempt() : undefined),
    /** The one attempt that finds out whether the service is back; undefined unless the circuit is open and has rested. */
    probe(): Attempt | undefined {
      if (state.is !== 'open' || nowMs() < state.restsUntilMs) return undefined
      state = { is: 'half-open', failures: state.failures, what: state.what }
      return attempt()
    },
    report: () => ({ state: state.is, lastFailure }),
  }
}
