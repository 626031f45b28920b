import { and, eq, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import { isEntitled, type Subscriber } from './subscriber-row.ts'

export const MINUTE_MS = 60_000

const total = (amount: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number)

/** The start of the counted period, which is the key of its ledger rows. */
export function countedFrom({ countedSince, periodStart }: Pick<Subscriber, 'countedSince' | 'periodStart'>): Date {
  return countedSince ?? periodStart
}

/**
 * The start of the counted period at the given time. After the row's period, a renewal is assumed that the row does not
 * show yet: the next period begins where this one ends, and minutes used meanwhile count in it, so that none are given
 * twice.
 */
export function countedNow(row: Pick<Subscriber, 'countedSince' | 'periodStart' | 'periodEnd'>, nowMs: number): Date {
  return row.periodEnd.getTime() <= nowMs ? row.periodEnd : countedFrom(row)
}

/**
 * The start of the counted period after a change of period; null if that is the new period's own start. A period that
 * begins before the previous one was over results from a change of plan: the rest of the old price was credited, so the
 * minutes used so far still count. Otherwise a yearly plan could be used up, credited and used up again.
 */
export function countedSinceAfter(
  stored: Pick<Subscriber, 'countedSince' | 'periodStart' | 'periodEnd'>,
  next: Pick<Subscriber, 'periodStart'>,
): Date | null {
  if (next.periodStart.getTime() === stored.periodStart.getTime()) return stored.countedSince
  return next.periodStart < stored.periodEnd ? countedFrom(stored) : null
}

/** `usedMs` includes running calls up to their last report; `takenMs` includes all that is reserved for them. */
export async function sumPeriod(executor: Database | Transaction, subscriberId: string, periodStart: Date) {
  const [sums] = await executor
    .select({
      usedMs: total(sql`coalesce(${usageLedger.usedMs}, ${usageLedger.ranMs})`),
      takenMs: total(sql`coalesce(${usageLedger.usedMs}, ${usageLedger.reservedMs})`),
    })
    .from(usageLedger)
    .where(and(eq(usageLedger.subscriberId, subscriberId), eq(usageLedger.periodStart, periodStart)))
  return sums ?? { usedMs: 0, takenMs: 0 }
}

/** Updates the sums that lists show from the ledger. The caller must have locked the row. */
export async function refreshUsage(tx: Transaction, subscriber: Subscriber): Promise<Subscriber> {
  const { usedMs: currentUsageMs } = await sumPeriod(tx, subscriber.id, countedFrom(subscriber))
  const limitMs = subscriber.monthlyLimitMinutes * MINUTE_MS
  // A plan that has ended pays for no calls, so it is not marked as over its limit.
  const limitExceeded = isEntitled(subscriber) && limitMs > 0 && currentUsageMs >= limitMs
  if (currentUsageMs === subscriber.currentUsageMs && limitExceeded === subscriber.limitExceeded) return subscriber
  const updatedAt = new Date()
  await tx
    .update(subscribers)
    .set({ currentUsageMs, limitExceeded, updatedAt })
    .where(eq(subscribers.id, subscriber.id))
  return { ...subscriber, currentUsageMs, limitExceeded, updatedAt }
}
