import { randomInt, randomUUID } from 'node:crypto'
import { and, desc, eq, gt } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import type { FilledField } from '#contract/actions.ts'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { appointments } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { CODE_DIGITS } from '../../voice/actions.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { mailboxOf } from '../../infra/mail/mailbox-of.ts'
import { actionRules, type ActionRules } from './action-rules.ts'
import { toAppointment } from './appointment-lists.ts'
import { appointmentMails, visitorsAddress, type AppointmentChange, type AppointmentRow } from './appointment-mails.ts'
import type { FreeTimes } from './free-times.ts'
import { localTimeOf } from './local-times.ts'

/** Cancelled bookings count too: every booking and change sends a mail to an address that an unverified caller gives. */
const MAX_BOOKINGS_A_CALL = 3
/** Limit for one appointment, when its visitor moves it. */
const MAX_MOVES = 5
/** Limit for one mailbox in 24 hours, over all calls. */
const MAX_BOOKINGS_A_MAILBOX = 5
const DAY_MS = 86_400_000

export type BookingResult =
  | { status: 'booked' | 'moved' | 'cancelled'; row: AppointmentRow; start: Temporal.PlainDateTime }
  /** The time can't be booked, or has been taken meanwhile. */
  | { status: 'taken' }
  /** No future appointment has this code. */
  | { status: 'unknown' }
  | { status: 'too-many'; of: 'call' | 'mailbox' | 'moves' }
  | { status: 'off' }

interface Booking {
  callId: string
  assistantId: string
}

interface AppointmentsDeps {
  db: Database
  outbox: Outbox
  webhooks: Webhooks
  freeTimes: Pick<FreeTimes, 'busyOf' | 'slotAt'>
  publicUrl: string
  /** The organiser of the invitations. */
  mailFrom: string
}

export type Appointments = ReturnType<typeof createAppointments>

/**
 * Books, moves and cancels appointments. A lock on the assistant's row serialises changes, and each change reads the
 * current settings and appointments. Its mails and events are posted in the same transaction.
 */
export function createAppointments({ db, outbox, webhooks, freeTimes, publicUrl, mailFrom }: AppointmentsDeps) {
  interface Turn {
    tx: Transaction
    now: Date
    assistant: { id: string; name: string; slug: string; ownerId: string }
    settings: ActionRules
  }

  async function inTurn<Result>(assistantId: string, work: (turn: Turn) => Promise<Result>): Promise<Result> {
    return db.transaction(async (tx) => {
      const [row] = await tx.select().from(ownAssistants).where(eq(ownAssistants.id, assistantId)).for('no key update')
      if (!row) throw new AppError('not-found')
      const assistant = { id: row.id, name: row.name, slug: row.slug, ownerId: row.userId }
      return work({ tx, now: new Date(), assistant, settings: actionRules(row) })
    })
  }

  /** Whether the visitor's mailbox has reached its limit of bookings in a day. */
  async function hasBookedEnough({ tx, now, assistant, settings }: Turn, fields: FilledField[]): Promise<boolean> {
    const given = visitorsAddress(fields, settings)
    if (given === undefined) return false
    const rows = await tx
      .select({ fields: appointments.fields })
      .from(appointments)
      .where(
        and(eq(appointments.assistantId, assistant.id), gt(appointments.createdAt, new Date(now.getTime() - DAY_MS))),
      )
    const mailbox = mailboxOf(given)
    const theirs = rows.filter((row) => mailboxOf(visitorsAddress(row.fields, settings) ?? '') === mailbox)
    return theirs.length >= MAX_BOOKINGS_A_MAILBOX
  }

  /** Mails the owner and the visitor, and posts the event for the owner's webhooks. */
  async function tell(turn: Turn, change: AppointmentChange, row: AppointmentRow): Promise<void> {
    const { tx, assistant, settings } = turn
    const { id, callId: conversationId, startsAt, endsAt, fields, status } = row
    const [owner] = await tx
      .select({ email: users.email, name: users.name })
      .from(users)
      .where(eq(users.id, assistant.ownerId))
    if (!owner) throw new Error('an assistant has no owner')
    for (const mail of appointmentMails({ change, row, owner, assistant, settings, publicUrl, mailFrom })) {
      await outbox.post(tx, mail)
    }
    await webhooks.record(tx, {
      ownerId: assistant.ownerId,
      assistantId: assistant.id,
      type: `appointment.${change}`,
      data: { id, conversationId, startsAt, endsAt, fields, status },
    })
  }

  /** Finds a future appointment by its code, or, without a code, the one that was booked in this call. */
  async function findComing({ tx, now, assistant }: Turn, { callId }: Booking, code: string) {
    const isThis = code === '' ? eq(appointments.callId, callId) : eq(appointments.code, code)
    const rows = await tx
      .select()
      .from(appointments)
      .where(and(eq(appointments.assistantId, assistant.id), isThis, gt(appointments.startsAt, now)))
      .orderBy(desc(appointments.updatedAt), desc(appointments.id))
      .limit(1)
    return rows[0]
  }

  async function changeRow(
    turn: Turn,
    row: AppointmentRow,
    change: AppointmentChange,
    values: Partial<Pick<AppointmentRow, 'status' | 'startsAt' | 'endsAt'>>,
  ): Promise<AppointmentRow> {
    const [changed] = await turn.tx
      .update(appointments)
      .set({ ...values, sequence: row.sequence + 1, updatedAt: turn.now })
      .where(eq(appointments.id, row.id))
      .returning()
    if (!changed) throw new Error('an appointment was not written')
    await tell(turn, change, changed)
    return changed
  }

  const cancelled = async (turn: Turn, row: AppointmentRow): Promise<AppointmentRow> =>
    row.status === 'cancelled' ? row : changeRow(turn, row, 'cancelled', { status: 'cancelled' })

  const startOf = ({ startsAt }: AppointmentRow, { timeZone }: { timeZone: string }): Temporal.PlainDateTime =>
    Temporal.Instant.fromEpochMilliseconds(startsAt.getTime()).toZonedDateTimeISO(timeZone).toPlainDateTime()

  return {
    /** @param at local time of the business, `2026-11-24T15:30` */
    async book(booking: Booking, at: string, fields: FilledField[]): Promise<BookingResult> {
      const { callId, assistantId } = booking
      const busy = await freeTimes.busyOf(assistantId)
      return inTurn(assistantId, async (turn) => {
        const { tx, now, settings } = turn
        if (!settings.appointments.isOn) return { status: 'off' }
        const ofThisCall = await tx.select().from(appointments).where(eq(appointments.callId, callId))
        const wished = localTimeOf(at)
        const before = ofThisCall.find(
          (row) => row.status === 'booked' && wished !== undefined && startOf(row, settings).equals(wished),
        )
        // The same booking was requested twice.
        if (before) return { status: 'booked', row: before, start: startOf(before, settings) }
        if (ofThisCall.length >= MAX_BOOKINGS_A_CALL) return { status: 'too-many', of: 'call' }
        if (await hasBookedEnough(turn, fields)) return { status: 'too-many', of: 'mailbox' }
        const slot = await freeTimes.slotAt(turn, at, busy)
        if (!slot) return { status: 'taken' }
        const [row] = await tx
          .insert(appointments)
          .values({
            id: `apt_${randomUUID()}`,
            assistantId,
            ownerId: turn.assistant.ownerId,
            callId,
            startsAt: new Date(slot.startMs),
            endsAt: new Date(slot.endMs),
            fields,
            code: await newCode(turn),
            createdAt: now,
            updatedAt: now,
          })
          .returning()
        if (!row) throw new Error('an appointment was not written')
        await tell(turn, 'booked', row)
        return { status: 'booked', row, start: slot.start }
      })
    },

    /** @param code six digits; empty for the appointment that was booked in this call */
    async move(booking: Booking, code: string, at: string): Promise<BookingResult> {
      const busy = await freeTimes.busyOf(booking.assistantId)
      return inTurn(booking.assistantId, async (turn) => {
        if (!turn.settings.appointments.isOn) return { status: 'off' }
        const before = await findComing(turn, booking, code)
        if (before?.status !== 'booked') return { status: 'unknown' }
        const start = startOf(before, turn.settings)
        const wished = localTimeOf(at)
        if (wished && start.equals(wished)) return { status: 'moved', row: before, start }
        if (before.sequence >= MAX_MOVES) return { status: 'too-many', of: 'moves' }
        const slot = await freeTimes.slotAt(turn, at, busy, before.id)
        if (!slot) return { status: 'taken' }
        const times = { startsAt: new Date(slot.startMs), endsAt: new Date(slot.endMs) }
        return { status: 'moved', row: await changeRow(turn, before, 'moved', times), start: slot.start }
      })
    },

    /** @param code six digits; empty for the appointment that was booked in this call */
    cancel: (booking: Booking, code: string): Promise<BookingResult> =>
      inTurn(booking.assistantId, async (turn) => {
        const before = await findComing(turn, booking, code)
        if (!before) return { status: 'unknown' }
        const row = await cancelled(turn, before)
        return { status: 'cancelled', row, start: startOf(row, turn.settings) }
      }),

    /**
     * Cancels for the owner; the caller must have checked that the assistant is theirs. Idempotent. @throws AppError
     * `not-found`
     */
    cancelAsOwner: (assistantId: string, id: string) =>
      inTurn(assistantId, async (turn) => {
        const [row] = await turn.tx
          .select()
          .from(appointments)
          .where(and(eq(appointments.assistantId, assistantId), eq(appointments.id, id)))
        if (!row) throw new AppError('not-found')
        return toAppointment(await cancelled(turn, row))
      }),
  }

  async function newCode({ tx, now, assistant }: Turn): Promise<string> {
    for (;;) {
      const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
      const isTaken = await tx.$count(
        appointments,
        and(eq(appointments.assistantId, assistant.id), eq(appointments.code, code), gt(appointments.startsAt, now)),
      )
      if (isTaken === 0) return code
    }
  }
}
