import type { Logger } from 'pino'
import type { BusyCalendar } from '#contract/actions.ts'
import { PublicFetchError, type PublicFetch } from '../../infra/http/public-fetch.ts'
import { inSlices } from '../../infra/in-slices.ts'
import { busyTimes } from './busy-times.ts'
import type { Stretch } from './free-slots.ts'

const FRESH_MS = 5 * 60_000
/** Short, because a caller is waiting. */
const TIMEOUT_MS = 4_000
const MAX_BYTES = 2_000_000
const WINDOW_MS = 182 * 86_400_000
const MAX_KEPT = 200
const NO_CALENDAR = 'There is no calendar at that address that could be read (iCalendar, .ics).'

interface Known {
  stretches: readonly Stretch[]
  readAtMs: number | null
  triedAtMs: number
  problem: string | null
}

const NONE = { stretches: [] as readonly Stretch[], calendar: { state: 'none', readAt: null, problem: null } as const }

export type BusyCalendars = ReturnType<typeof createBusyCalendars>

/**
 * The owners' busy calendars, read again after some minutes. If a calendar is unreachable, bookings go on with what was
 * last read, and the owner sees the problem.
 */
export function createBusyCalendars({ fetchPublic, log }: { fetchPublic: PublicFetch; log: Logger }) {
  const known = new Map<string, Known>()
  const reading = new Map<string, Promise<Known>>()

  async function readAnew(key: string, url: string, timeZone: string): Promise<Known> {
    const nowMs = Date.now()
    const before = known.get(key)
    let after: Known
    try {
      const answer = await fetchPublic({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 5 })
      if (answer.status !== 200) throw new Error(`the server answered with ${answer.status}`)
      const window = { startMs: nowMs - 86_400_000, endMs: nowMs + WINDOW_MS }
      const stretches = await inSlices(busyTimes(answer.body.toString(), timeZone, window))
      after = { stretches, readAtMs: nowMs, triedAtMs: nowMs, problem: null }
    } catch (error) {
      const problem = error instanceof PublicFetchError ? error.message : NO_CALENDAR
      log.info({ problem }, 'an owner’s calendar could not be read')
      after = { stretches: before?.stretches ?? [], readAtMs: before?.readAtMs ?? null, triedAtMs: nowMs, problem }
    }
    known.delete(key)
    known.set(key, after)
    const [oldest] = known.keys()
    if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest)
    return after
  }

  return {
    /** Never rejects. */
    async read(url: string, timeZone: string): Promise<{ stretches: readonly Stretch[]; calendar: BusyCalendar }> {
      if (url === '') return NONE
      const key = `${timeZone} ${url}`
      let now = known.get(key)
      if (!now || Date.now() - now.triedAtMs >= FRESH_MS) {
        const running = reading.get(key) ?? readAnew(key, url, timeZone).finally(() => reading.delete(key))
        reading.set(key, running)
        now = await running
      }
      return { stretches: now.stretches, calendar: stateOf(now) }
    },

    /** The calendar's last known state, without a request to its server. */
    peek(url: string, timeZone: string): BusyCalendar {
      if (url === '') return NONE.calendar
      const now = known.get(`${timeZone} ${url}`)
      return now ? stateOf(now) : { state: 'unread', readAt: null, problem: null }
    },
  }
}

function stateOf({ readAtMs, problem }: Known): BusyCalendar {
  const readAt = readAtMs === null ? null : new Date(readAtMs).toISOString()
  return { state: problem === null ? 'read' : 'away', readAt, problem }
}
