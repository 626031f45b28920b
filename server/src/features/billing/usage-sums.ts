import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import { isEntitled } from './subscriber-row.ts'

export const MINUTE_MS = 60_000

const total = (amount: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number)

type Subscriber = typeof subscribers.$inferSelect

/** The start of the period that minutes are counted for; all rows of the ledger for that period say the same. */
export function countedFrom({ countedSince, periodStart }: Pick<Subscriber, 'countedSince' | 'periodStart'>): Date {
  return countedSince ?? periodStart
}

/**
 * The same at a moment after the row's period: it was renewed, though that is not in the row yet, and the next period
 * begins where this one ends. What is used meanwhile is counted there, so that the renewal brings no minutes twice.
 */
export function countedNow(row: Pick<Subscriber, 'countedSince' | 'periodStart' | 'periodEnd'>, nowMs: number): Date {
  return row.periodEnd.getTime() <= nowMs ? row.periodEnd : countedFrom(row)
}

/**
 * A period that begins before the one before it was over follows a change of plan: what is left of the old plan's price
 * was credited then, so the minutes that were used of it stay counted. Otherwise a year's plan could be used up, credited and
 * used up again, plan by plan.
 */
export function countedSinceAfter(
  stored: Pick<Subscriber, 'countedSince' | 'periodStart' | 'periodEnd'>,
  next: Pick<Subscriber, 'periodStart'>,
): Date | null {
  if (next.periodStart.getTime() === stored.periodStart.getTime()) return stored.countedSince
  return next.periodStart < stored.periodEnd ? countedFrom(stored) : null
}

export interface PeriodSums {
  /** What calls have used, those that still run up to their last word. */
  usedMs: number
  /** The milliseconds that are gone: used, or reserved by a running call. */
  takenMs: number
}

export async function sumPeriod(
  executor: Database | Transaction,
  subscriberId: string,
  periodStart: Date,
): Promise<PeriodSums> {
  const [sums] = await executor
    .select({
      usedMs: total(sql`coalesce(${usageLedger.usedMs}, ${usageLedger.ranMs})`),
      takenMs: total(sql`coalesce(${usageLedger.usedMs}, ${usageLedger.reservedMs})`),
    })
    .from(usageLedger)
    .where(and(eq(usageLedger.subscriberId, subscriberId), eq(usageLedger.periodStart, periodStart)))
  return sums ?? { usedMs: 0, takenMs: 0 }
}

/** Brings what lists show up to what the ledger says. The row must be locked. */
export async function refreshUsage(tx: Transaction, subscriber: Subscriber): Promise<Subscriber> {
  const { usedMs: currentUsageMs } = await sumPeriod(tx, subscriber.id, countedFrom(subscriber))
  const limitMs = subscriber.monthlyLimitMinutes * MINUTE_MS
  // A plan that has ended pays for no calls, so its limit needs no attention any more.
  const limitExceeded = isEntitled(subscriber) && limitMs > 0 && currentUsageMs >= limitMs
  if (currentUsageMs === subscriber.currentUsageMs && limitExceeded === subscriber.limitExceeded) return subscriber
  const updatedAt = new Date()
  await tx
    .update(subscribers)
    .set({ currentUsageMs, limitExceeded, updatedAt })
    .where(eq(subscribers.id, subscriber.id))
  return { ...subscriber, currentUsageMs, limitExceeded, updatedAt }
}
