/** Concurrent deliveries to an endpoint that has not succeeded recently. */
export const UNPROVEN_AT_ONCE = 2
const MOST_AT_ONCE = 32
const LONGEST_PAUSE_MS = 30_000
/** How long after its last delivery an endpoint's pace is remembered; longer than any pause. */
const FORGOTTEN_AFTER_MS = 60_000

interface Pace {
  underWay: number
  atOnce: number
  /** Consecutive failures so far. */
  failures: number
  resumesAtMs: number
  endedAtMs: number
}

const UNKNOWN: Pace = { underWay: 0, atOnce: UNPROVEN_AT_ONCE, failures: 0, resumesAtMs: 0, endedAtMs: 0 }

/**
 * How many concurrent deliveries each endpoint gets from this process. Each success allows one more, so that a burst is
 * over soon. After a failure the endpoint pauses, longer each time, so that it takes no capacity from others.
 */
export function createEndpointPaces() {
  const paces = new Map<string, Pace>()

  return {
    began(endpointId: string): void {
      const pace = paces.get(endpointId)
      if (pace) pace.underWay += 1
      else paces.set(endpointId, { ...UNKNOWN, underWay: 1 })
    },

    ended(endpointId: string, how: 'delivered' | 'failed' | 'broken-off', nowMs: number): void {
      const pace = paces.get(endpointId)
      if (!pace) return
      pace.underWay -= 1
      pace.endedAtMs = nowMs
      if (how === 'delivered') {
        pace.atOnce = Math.min(MOST_AT_ONCE, pace.atOnce + 1)
        pace.failures = 0
        pace.resumesAtMs = 0
      } else if (how === 'failed') {
        pace.failures += 1
        pace.atOnce = 1
        pace.resumesAtMs = nowMs + Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** pace.failures)
      }
    },

    /** Resets an endpoint's pace, because its owner has changed it or wants something sent now. */
    forgive(endpointId: string): void {
      const pace = paces.get(endpointId)
      if (pace) Object.assign(pace, { ...UNKNOWN, underWay: pace.underWay })
    },

    /** How many more deliveries each of these endpoints may get now; all others may get `UNPROVEN_AT_ONCE`. */
    rooms(nowMs: number): ReadonlyMap<string, number> {
      const rooms = new Map<string, number>()
      for (const [endpointId, { underWay, atOnce, resumesAtMs, endedAtMs }] of paces) {
        if (underWay === 0 && nowMs - endedAtMs > FORGOTTEN_AFTER_MS) paces.delete(endpointId)
        else rooms.set(endpointId, resumesAtMs > nowMs ? 0 : Math.max(0, atOnce - underWay))
      }
      return rooms
    },
  }
}
