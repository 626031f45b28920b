/** Of an endpoint that has not answered well just before. */
export const UNPROVEN_AT_ONCE = 2
const MOST_AT_ONCE = 32
const LONGEST_PAUSE_MS = 30_000
/** What is known of an endpoint, after the last delivery to it. Longer than any pause. */
const FORGOTTEN_AFTER_MS = 60_000

interface Pace {
  underWay: number
  atOnce: number
  /** In a row, up to now. */
  failures: number
  resumesAtMs: number
  endedAtMs: number
}

const UNKNOWN: Pace = { underWay: 0, atOnce: UNPROVEN_AT_ONCE, failures: 0, resumesAtMs: 0, endedAtMs: 0 }

export type EndpointPaces = ReturnType<typeof createEndpointPaces>

/**
 * How much each endpoint is sent at once by this process. One more with each delivery that arrives, so that a burst is
 * over soon; after one that fails, the endpoint waits, longer each time, so that it takes no places from others.
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

    /** Its owner has changed it, or wants something sent now. */
    forgive(endpointId: string): void {
      const pace = paces.get(endpointId)
      if (pace) Object.assign(pace, { ...UNKNOWN, underWay: pace.underWay })
    },

    /** How much more each of these may be sent now; all others, `UNPROVEN_AT_ONCE`. */
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
