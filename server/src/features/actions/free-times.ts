import { and, eq, gt, lt, ne } from 'drizzle-orm'
import type { Temporal } from 'temporal-polyfill'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { appointments } from '../../infra/db/schema/actions.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import { actionRules, type ActionRules } from './action-rules.ts'
import type { BusyCalendars } from './busy-calendars.ts'
import { freeSlotsFrom, freeSlotsOn, type FreeSlot, type Stretch } from './free-slots.ts'
import { localTimeOf } from './local-times.ts'

const DAY_MS = 86_400_000
/** More than the longest appointment with its buffers. */
const MARGIN_MS = DAY_MS

export type FreeTimes = ReturnType<typeof createFreeTimes>

/** Finds the times at which an appointment can begin: within the opening hours, and not taken. */
export function createFreeTimes({ db, calendars }: { db: Database; calendars: BusyCalendars }) {
  return {
    /** What the owner's calendar holds. Read outside of transactions, because the calendar's server may be slow. */
    async busyOf(assistantId: string): Promise<readonly Stretch[]> {
      const [row] = await db
        .select({ actions: ownAssistants.actions, timeZone: ownAssistants.timeZone, ownerId: ownAssistants.userId })
        .from(ownAssistants)
        .where(eq(ownAssistants.id, assistantId))
      if (!row) throw new AppError('not-found')
      const { appointments: of, timeZone } = actionRules(row)
      return (await calendars.read(of.busyUrl, timeZone, row.ownerId)).stretches
    },

    /** The slot that begins at `at`, if it can be booked. @param exceptId an appointment that does not take its time */
    async slotAt(
      turn: { tx: Transaction; now: Date; assistant: { id: string }; settings: ActionRules },
      at: string,
      busy: readonly Stretch[],
      exceptId?: string,
    ): Promise<FreeSlot | undefined> {
      const start = localTimeOf(at)
      if (!start) return undefined
      const { tx, now, assistant, settings } = turn
      const startMs = start.toZonedDateTime(settings.timeZone).epochMilliseconds
      const around = { startMs: startMs - DAY_MS, endMs: startMs + DAY_MS }
      const booked = await bookedAround(tx, assistant.id, around, exceptId)
      const slots = freeSlotsOn(start.toPlainDate(), rulesOf(settings), { booked, busy }, now)
      return slots.find((slot) => slot.start.equals(start))
    },

    /** The free slots of up to `atMost` days from `from` on, one array for each day that has any. They are not reserved. */
    async freeDays(
      { assistantId, ownerId }: { assistantId: string; ownerId: string },
      settings: ActionRules,
      from: Temporal.PlainDate,
      atMost: number,
    ) {
      const { stretches: busy } = await calendars.read(settings.appointments.busyUrl, settings.timeZone, ownerId)
      const now = new Date()
      const all = { startMs: now.getTime(), endMs: now.getTime() + settings.appointments.daysAhead * DAY_MS }
      const booked = await bookedAround(db, assistantId, all)
      const days: FreeSlot[][] = []
      for (const slots of freeSlotsFrom(from, rulesOf(settings), { booked, busy }, now)) {
        days.push(slots)
        if (days.length >= atMost) break
      }
      return days
    },
  }
}

async function bookedAround(
  executor: Database | Transaction,
  assistantId: string,
  { startMs, endMs }: Stretch,
  exceptId = '',
): Promise<Stretch[]> {
  const rows = await executor
    .select({ startsAt: appointments.startsAt, endsAt: appointments.endsAt })
    .from(appointments)
    .where(
      and(
        eq(appointments.assistantId, assistantId),
        eq(appointments.status, 'booked'),
        ne(appointments.id, exceptId),
        gt(appointments.endsAt, new Date(startMs - MARGIN_MS)),
        lt(appointments.startsAt, new Date(endMs + MARGIN_MS)),
      ),
    )
  return rows.map(({ startsAt, endsAt }) => ({ startMs: startsAt.getTime(), endMs: endsAt.getTime() }))
}

const rulesOf = ({ appointments: rules, timeZone }: ActionRules) => ({ ...rules, timeZone })
