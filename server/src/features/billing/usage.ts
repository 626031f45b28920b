import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { assistantRoomOf, isForAssistants } from './assistant-room.ts'
import { lockEntitled, subscriptionsOf } from './owned-subscriptions.ts'
import { isEntitled } from './subscriber-row.ts'
import type { Subscriber } from './subscriber-store.ts'
import { tellOfUsage } from './usage-mails.ts'
import { countedFrom, MINUTE_MS, refreshUsage, sumPeriod } from './usage-sums.ts'

/** So much is set aside ahead of where a call is. */
const AHEAD_MS = 120_000
/** A renewal that we could not ask about is believed for so long: nobody who pays is locked out by a provider's bad day. */
const BELIEVED_MS = 3 * 86_400_000

export interface UsageDeps {
  db: Database
  outbox: Outbox
  publicUrl: string
  /** Brings this customer's rows up to date; may take its time or reject. */
  refresh: (customerId: string) => Promise<void>
  nowMs?: () => number
}

/** Which plans may pay: any that the account has, or only those that hold own assistants. */
export type PlanKind = 'any' | 'business'

/** The minutes that plans hold, as calls ask for them. */
export interface Usage {
  /**
   * What is left for a new call of this account; null for an account without a plan, whose calls are demo calls.
   * `remainingMs` is null for a plan without a limit.
   * @throws AppError `minutes-used-up`
   */
  look(userId: string, plans?: PlanKind): Promise<{ remainingMs: number | null } | null>
  /**
   * Sets the first minutes aside, as part of `tx`. Of two calls that begin at once, each gets minutes of its own.
   * @throws AppError `minutes-used-up`
   */
  begin(tx: Transaction, call: { callId: string; userId: string; plans?: PlanKind }): Promise<Granted>
  /** How many assistants of one's own the plans hold, and what their calls have left. Null: without a limit. */
  room(userId: string): Promise<{ assistants: number | null; remainingMs: number | null }>
  /** Sets more aside for a call that has lasted so long. */
  extend(callId: string, durationMs: number): Promise<Granted>
  /** Counts what the call used and gives the rest back. Idempotent; nothing for a call that began without it. */
  settle(tx: Transaction, callId: string, durationMs: number): Promise<void>
  /** Settles what calls left open that are over: harmless to repeat. */
  settleForgotten(): Promise<void>
}

/** How long a call may last as far as minutes are set aside for it. */
export interface Granted {
  /** From the start of the call. */
  grantedMs: number
  /** Nothing more is to be had right now. Otherwise more is set aside as the call goes on. */
  isFinal: boolean
}

/** Where nothing is sold every call is a demo call, and no own assistant has room to be live. */
export const NOTHING_SOLD: Usage = {
  look: async () => null,
  begin: async () => ({ grantedMs: 0, isFinal: true }),
  room: async () => ({ assistants: 0, remainingMs: 0 }),
  extend: async () => ({ grantedMs: 0, isFinal: true }),
  settle: async () => {},
  settleForgotten: async () => {},
}

/**
 * The minutes of plans. Each call has one row in the ledger: while it runs, what is set aside for it; afterwards, what it
 * used. Whoever takes minutes holds the lock on the subscription's row meanwhile, so that two calls never take the same.
 */
export function createUsage({ db, outbox, publicUrl, refresh, nowMs = Date.now }: UsageDeps): Usage {
  async function settle(tx: Transaction, callId: string, durationMs: number): Promise<void> {
    const [open] = await tx
      .select({ subscriberId: usageLedger.subscriberId })
      .from(usageLedger)
      .where(and(eq(usageLedger.callId, callId), isNull(usageLedger.usedMs)))
    if (!open) return
    const subscriber = await lock(tx, open.subscriberId)
    const [row] = await tx.select().from(usageLedger).where(eq(usageLedger.callId, callId))
    if (!subscriber || !row || row.usedMs !== null) return
    // Never more than was set aside: the rest of a plan may be another call's already.
    const usedMs = Math.min(Math.max(0, Math.round(durationMs)), row.reservedMs)
    await tx.update(usageLedger).set({ usedMs, settledAt: new Date() }).where(eq(usageLedger.callId, callId))
    await tellOfUsage(tx, { outbox, publicUrl }, await refreshUsage(tx, subscriber))
  }

  /** Rows whose time has passed are asked about before they decide anything. */
  async function upToDate(userId: string): Promise<Subscriber[]> {
    const isPast = (row: Subscriber) => Math.min(row.periodEnd.getTime(), row.endsAt?.getTime() ?? Infinity) <= nowMs()
    const rows = (await subscriptionsOf(db, userId)).filter(isEntitled)
    const past = new Set(rows.filter(isPast).map((row) => row.stripeCustomerId))
    if (past.size === 0) return rows
    const unknown = new Set<string>()
    for (const customerId of past) await refresh(customerId).catch(() => unknown.add(customerId))
    const fresh = (await subscriptionsOf(db, userId)).filter(isEntitled)
    return fresh.filter(
      (row) =>
        !unknown.has(row.stripeCustomerId) ||
        ((row.endsAt === null || row.endsAt.getTime() > nowMs()) && row.periodEnd.getTime() + BELIEVED_MS > nowMs()),
    )
  }

  return {
    async look(userId, plans = 'any') {
      const rows = (await upToDate(userId)).filter(maySpend(plans))
      if (rows.length === 0) return null
      return db.transaction(async (tx) => {
        let most = 0
        for (const row of rows) {
          const left = await remainingMs(tx, row)
          if (left === null) return { remainingMs: null }
          most = Math.max(most, left)
        }
        if (most <= 0) throw usedUp(rows)
        return { remainingMs: most }
      })
    },

    async begin(tx, { callId, userId, plans = 'any' }) {
      const rows = (await lockEntitled(tx, userId)).filter(maySpend(plans))
      for (const row of rows) {
        const left = await remainingMs(tx, row)
        if (left !== null && left <= 0) continue
        const reservedMs = Math.min(AHEAD_MS, left ?? AHEAD_MS)
        await tx.insert(usageLedger).values({ callId, subscriberId: row.id, periodStart: countedFrom(row), reservedMs })
        return { grantedMs: reservedMs, isFinal: left !== null && reservedMs >= left }
      }
      throw usedUp(rows)
    },

    async room(userId) {
      const rows = (await upToDate(userId)).filter(isForAssistants)
      if (rows.length === 0) return { assistants: 0, remainingMs: 0 }
      return db.transaction(async (tx) => {
        let sum: number | null = 0
        for (const row of rows) {
          const left = await remainingMs(tx, row)
          sum = sum === null || left === null ? null : sum + Math.max(0, left)
        }
        return { assistants: assistantRoomOf(rows), remainingMs: sum }
      })
    },

    extend: (callId, durationMs) =>
      db.transaction(async (tx) => {
        const [open] = await tx.select().from(usageLedger).where(eq(usageLedger.callId, callId))
        const subscriber = open && (await lock(tx, open.subscriberId))
        const [row] = await tx.select().from(usageLedger).where(eq(usageLedger.callId, callId))
        // Gone with its subscription, or settled: nothing more for this call.
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

    async settleForgotten() {
      const forgotten = await db
        .select({
          callId: usageLedger.callId,
          ranMs: usageLedger.ranMs,
          // A visitor's call costs its payer nothing before something is said.
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

function maySpend(plans: PlanKind): (row: Subscriber) => boolean {
  return plans === 'any' ? () => true : isForAssistants
}

async function lock(tx: Transaction, subscriberId: string): Promise<Subscriber | undefined> {
  const [row] = await tx.select().from(subscribers).where(eq(subscribers.id, subscriberId)).for('update')
  return row
}

/** Null: without a limit. */
async function remainingMs(tx: Transaction, row: Subscriber): Promise<number | null> {
  if (row.monthlyLimitMinutes === 0) return null
  const { takenMs } = await sumPeriod(tx, row.id, countedFrom(row))
  return row.monthlyLimitMinutes * MINUTE_MS - takenMs
}

function usedUp(rows: readonly Subscriber[]): AppError {
  const next = rows.filter((row) => row.endsAt === null).toSorted((a, b) => +a.periodEnd - +b.periodEnd)[0]
  if (!next) return new AppError('minutes-used-up')
  const day = next.periodEnd.toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return new AppError('minutes-used-up', {
    detail: `Your plan’s minutes for this period are used up. You get new ones on ${day}, or more right away with a larger plan.`,
  })
}
