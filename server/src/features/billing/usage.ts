import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { ProviderEvent } from '../../vendors/payments.ts'
import { dayOf } from './billing-mails.ts'
import { assistantRoomOf, isForAssistants } from './assistant-room.ts'
import { lockEntitled, subscriptionsOf } from './owned-subscriptions.ts'
import { isEntitled, isUsable, type Subscriber } from './subscriber-row.ts'
import { tellOfUsage } from './usage-mails.ts'
import { countedNow, MINUTE_MS, refreshUsage, sumPeriod } from './usage-sums.ts'

/** How much is reserved beyond the current length of a call. */
const AHEAD_MS = 120_000
/** A call stays with one plan, so a plan with less than this pays only if no other plan has more left. */
const ENOUGH_FOR_A_CALL_MS = 600_000

interface UsageDeps {
  db: Database
  outbox: Outbox
  publicUrl: string
  /**
   * Called for a customer whose period is over according to our rows, so that the provider is asked. Calls don't wait for
   * it.
   */
  onPast: (event: ProviderEvent) => Promise<void>
}

/** Which of the account's plans may pay: any, or only those that include own assistants. */
type PlanKind = 'any' | 'business'

/** The minutes of plans, from the point of view of calls. */
export type Usage = ReturnType<typeof createUsage>

/** How long a call may last with the minutes reserved so far. */
export interface Granted {
  /** Since the start of the call. */
  grantedMs: number
  /** True if no more can be reserved. Otherwise more is reserved as the call goes on. */
  isFinal: boolean
}

/** Used where nothing is sold: every call is a demo call, and no own assistant can be live. */
export const NOTHING_SOLD: Usage = {
  look: async () => null,
  begin: async () => ({ grantedMs: 0, isFinal: true }),
  room: async () => ({ assistants: 0, remainingMs: 0 }),
  extend: async () => ({ grantedMs: 0, isFinal: true }),
  settle: async () => {},
  settleForgotten: async () => {},
}

/**
 * The minutes of plans. Each call has one row in the ledger, which holds its reservation while it runs and the time used
 * afterwards. Minutes are reserved under the lock of the subscription's row, so that two calls never reserve the same
 * ones.
 */
export function createUsage({ db, outbox, publicUrl, onPast }: UsageDeps) {
  /** Counts what the call used and releases the rest. Idempotent; does nothing for a call without a reservation. */
  async function settle(tx: Transaction, callId: string, durationMs: number): Promise<void> {
    const { subscriber, row } = await lock(tx, callId)
    if (!subscriber || !row || row.usedMs !== null) return
    // Never more than was reserved, because the rest of the plan may be reserved by another call.
    const usedMs = Math.min(Math.max(0, Math.round(durationMs)), row.reservedMs)
    await tx.update(usageLedger).set({ usedMs, settledAt: new Date() }).where(eq(usageLedger.callId, callId))
    await tellOfUsage(tx, { outbox, publicUrl }, await refreshUsage(tx, subscriber))
  }

  const usableOf = (rows: readonly Subscriber[], plans: PlanKind): Subscriber[] =>
    rows.filter((row) => isUsable(row, Date.now()) && (plans === 'any' || isForAssistants(row)))

  /** Asks the provider about rows that still admit calls although their period is over. */
  async function askAboutPast(rows: readonly Subscriber[]): Promise<void> {
    for (const { stripeCustomerId: customerId, stripeSubscriptionId, periodEnd, endsAt } of rows.filter(isEntitled)) {
      const until = endsAt && endsAt < periodEnd ? endsAt : periodEnd
      if (until.getTime() > Date.now()) continue
      await onPast({ id: `past_${stripeSubscriptionId}_${until.toISOString()}`, type: 'past', customerId })
    }
  }

  /** Null means no limit. */
  async function remainingMs(executor: Database | Transaction, row: Subscriber): Promise<number | null> {
    if (row.monthlyLimitMinutes === 0) return null
    const { takenMs } = await sumPeriod(executor, row.id, countedNow(row, Date.now()))
    return row.monthlyLimitMinutes * MINUTE_MS - takenMs
  }

  /** The first plan with enough left for a whole call, otherwise the one with the most left. */
  async function payerOf(tx: Transaction, rows: readonly Subscriber[]) {
    let most: { row: Subscriber; leftMs: number } | undefined
    for (const row of rows) {
      const leftMs = (await remainingMs(tx, row)) ?? Infinity
      if (leftMs > (most?.leftMs ?? 0)) most = { row, leftMs }
      if (leftMs >= ENOUGH_FOR_A_CALL_MS) return most
    }
    return most
  }

  return {
    /**
     * The minutes left for a new call of this account; null for an account without a plan, whose calls are demo calls.
     * `remainingMs` is null for a plan without a limit.
     * @throws AppError `minutes-used-up`
     */
    async look(userId: string, plans: PlanKind = 'any'): Promise<{ remainingMs: number | null } | null> {
      const own = await subscriptionsOf(db, userId)
      await askAboutPast(own)
      const rows = usableOf(own, plans)
      if (rows.length === 0) return null
      let most = 0
      for (const row of rows) {
        const left = await remainingMs(db, row)
        if (left === null) return { remainingMs: null }
        most = Math.max(most, left)
      }
      if (most <= 0) throw usedUp(rows)
      return { remainingMs: most }
    },

    /**
     * Reserves the first minutes as part of `tx`. Two calls that begin at the same time reserve different minutes.
     * @throws AppError `minutes-used-up`
     */
    async begin(tx: Transaction, call: { callId: string; userId: string; plans?: PlanKind }): Promise<Granted> {
      const { callId, userId, plans = 'any' } = call
      const rows = usableOf(await lockEntitled(tx, userId), plans)
      const payer = await payerOf(tx, rows)
      if (!payer) throw usedUp(rows)
      const { row, leftMs } = payer
      const reservedMs = Math.min(AHEAD_MS, leftMs)
      const periodStart = countedNow(row, Date.now())
      await tx.insert(usageLedger).values({ callId, subscriberId: row.id, periodStart, reservedMs })
      return { grantedMs: reservedMs, isFinal: reservedMs >= leftMs }
    },

    /** How many own assistants the plans include, and the minutes left for calls to them. Null means no limit. */
    async room(userId: string) {
      const rows = usableOf(await subscriptionsOf(db, userId), 'business')
      let sum: number | null = 0
      for (const row of rows) {
        const left = await remainingMs(db, row)
        sum = sum === null || left === null ? null : sum + Math.max(0, left)
      }
      return { assistants: assistantRoomOf(rows), remainingMs: sum }
    },

    /** Reserves more for a call that has lasted `durationMs` so far. */
    extend: (callId: string, durationMs: number): Promise<Granted> =>
      db.transaction(async (tx) => {
        const { subscriber, row } = await lock(tx, callId)
        // The row was deleted with its subscription or is settled, so the call can reserve nothing more.
        if (!subscriber || !row || row.usedMs !== null) {
          return { grantedMs: row?.reservedMs ?? 0, isFinal: true }
        }
        const { takenMs } = await sumPeriod(tx, row.subscriberId, row.periodStart)
        const limitMs = subscriber.monthlyLimitMinutes * MINUTE_MS
        const mayHaveMs = limitMs === 0 ? Infinity : limitMs - (takenMs - row.reservedMs)
        const wanted = isEntitled(subscriber) ? Math.min(mayHaveMs, Math.round(durationMs) + AHEAD_MS) : 0
        const reservedMs = Math.max(row.reservedMs, wanted)
        const ranMs = Math.min(Math.round(durationMs), reservedMs)
        await tx.update(usageLedger).set({ reservedMs, ranMs }).where(eq(usageLedger.callId, callId))
        await tellOfUsage(tx, { outbox, publicUrl }, await refreshUsage(tx, subscriber))
        return { grantedMs: reservedMs, isFinal: !isEntitled(subscriber) || reservedMs >= mayHaveMs }
      }),

    settle,

    /** Settles reservations of calls that are over. Idempotent. */
    async settleForgotten(): Promise<void> {
      const forgotten = await db
        .select({
          callId: usageLedger.callId,
          ranMs: usageLedger.ranMs,
          // A visitor's call is charged only from the visitor's first words.
          durationMs: sql<number | null>`${calls.durationMs} - coalesce(${calls.chargedFromMs}, 0)`,
        })
        .from(usageLedger)
        .leftJoin(calls, eq(calls.id, usageLedger.callId))
        .where(and(isNull(usageLedger.usedMs), or(isNull(calls.id), eq(calls.status, 'ended'))))
      for (const { callId, ranMs, durationMs } of forgotten) {
        await db.transaction((tx) => settle(tx, callId, durationMs ?? ranMs))
      }
    },
  }
}

/** A call's row in the ledger, read once its subscription's row is locked. */
async function lock(tx: Transaction, callId: string) {
  const read = () => tx.select().from(usageLedger).where(eq(usageLedger.callId, callId))
  const [open] = await read()
  if (!open || open.usedMs !== null) return { subscriber: undefined, row: open }
  const [subscriber] = await tx.select().from(subscribers).where(eq(subscribers.id, open.subscriberId)).for('update')
  return { subscriber, row: (await read())[0] }
}

function usedUp(rows: readonly Subscriber[]): AppError {
  const next = rows
    .filter((row) => row.periodEnd.getTime() > Date.now())
    .toSorted((a, b) => +(a.endsAt !== null) - +(b.endsAt !== null) || +a.periodEnd - +b.periodEnd)[0]
  if (!next) return new AppError('minutes-used-up')
  const day = dayOf(next.endsAt ?? next.periodEnd)
  const detail =
    next.endsAt === null
      ? `Your plan’s minutes for this period are used up. You get new ones on ${day}, or more right away with a larger plan.`
      : `Your plan’s minutes for this period are used up, and the plan ends on ${day}. You get more right away with a larger plan.`
  return new AppError('minutes-used-up', { detail })
}
