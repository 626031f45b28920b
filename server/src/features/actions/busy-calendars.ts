import type { Logger } from 'pino'
import type { BusyCalendar } from '#contract/actions.ts'
import { ProcessError } from '../../infra/child-process.ts'
import { PublicFetchError, type PublicFetch } from '../../infra/http/public-fetch.ts'
import { createOwnProcesses } from '../../infra/own-process.ts'
import { createRecentValues } from '../../infra/recent-values.ts'
import type { BusyTimesJob } from './busy-times-process.ts'
import type { Stretch } from './free-slots.ts'

const FRESH_MS = 5 * 60_000
/** A calendar that took too long to parse would take as long again, so the next attempt comes after an hour. */
const SPARED_MS = 60 * 60_000
/** Short, because a caller is waiting. */
const TIMEOUT_MS = 4_000
const MAX_BYTES = 2_000_000
const WINDOW_MS = 182 * 86_400_000
const MAX_KEPT = 200
const TOO_SLOW = 'The calendar at that address took too long to read. Offer a shorter one, of the next half year.'
const NO_CALENDAR = 'There is no calendar at that address that could be read (iCalendar, .ics).'

interface Known {
  stretches: readonly Stretch[]
  readAtMs: number | null
  /** When the calendar may be fetched again. */
  dueAtMs: number
  problem: string | null
}

const NONE = { stretches: [] as readonly Stretch[], calendar: { state: 'none', readAt: null, problem: null } as const }

interface BusyCalendarsDeps {
  fetchPublic: PublicFetch
  log: Logger
  /** Time limit for parsing one calendar. */
  readingMs?: number
}

export type BusyCalendars = ReturnType<typeof createBusyCalendars>

/**
 * The owners' busy calendars, read again after some minutes. If a calendar is unreachable, bookings go on with what was
 * last read, and the owner sees the problem.
 */
export function createBusyCalendars({ fetchPublic, log, readingMs = 4_000 }: BusyCalendarsDeps) {
  const processes = createOwnProcesses<Stretch[]>({
    module: new URL('./busy-times-process.ts', import.meta.url),
    timeoutMs: readingMs,
    heapMb: 128,
    // One is enough, since calls don't run on it.
    processes: 1,
  })
  const known = createRecentValues<string, Known>(MAX_KEPT)
  const reading = new Map<string, Promise<Known>>()

  async function readAnew(key: string, url: string, timeZone: string, ownerId: string): Promise<Known> {
    const nowMs = Date.now()
    const before = known.get(key)
    let after: Known
    try {
      const answer = await fetchPublic({ url, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, maxRedirects: 5 })
      if (answer.status !== 200) throw new Error(`the server answered with ${answer.status}`)
      const window = { startMs: nowMs - 86_400_000, endMs: nowMs + WINDOW_MS }
      const job: BusyTimesJob = { text: answer.body.toString(), timeZone, window }
      const stretches = await processes.run(job, ownerId)
      after = { stretches, readAtMs: nowMs, dueAtMs: nowMs + FRESH_MS, problem: null }
    } catch (error) {
      const isSlow = error instanceof ProcessError && error.fault !== 'broken'
      const problem = error instanceof PublicFetchError ? error.message : isSlow ? TOO_SLOW : NO_CALENDAR
      log.info({ problem }, 'an owner’s calendar could not be read')
      const dueAtMs = nowMs + (isSlow ? SPARED_MS : FRESH_MS)
      after = { stretches: before?.stretches ?? [], readAtMs: before?.readAtMs ?? null, dueAtMs, problem }
    }
    known.set(key, after)
    return after
  }

  return {
    /** Never rejects. @param ownerId whose calendar it is */
    async read(
      url: string,
      timeZone: string,
      ownerId: string,
    ): Promise<{ stretches: readonly Stretch[]; calendar: BusyCalendar }> {
      if (url === '') return NONE
      const key = `${timeZone} ${url}`
      let now = known.get(key)
      if (!now || Date.now() >= now.dueAtMs) {
        const running = reading.get(key) ?? readAnew(key, url, timeZone, ownerId).finally(() => reading.delete(key))
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
