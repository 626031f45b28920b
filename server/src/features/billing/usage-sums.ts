import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client.ts'
import { subscribers, usageLedger } from '../../db/schema/subscribers.ts'

export const MINUTE_MS = 60_000

const total = (amount: ReturnType<typeof sql>) => sql<number>`coalesce(sum(${amount}), 0)`.mapWith(Number)

export interface PeriodSums {
  /** What calls have used, those that still run up to their last word. */
  usedMs: number
  /** What is not to be had any more: used, or taken by a running call. */
  takenMs: number
}

export async function sumPeriod(tx: Transaction, subscriberId: string, periodStart: Date): Promise<PeriodSums> {
  const [sums] = await tx
    .select({
      usedMs: total(sql`coalesce(${usageLedger.usedMs}, ${usageLedger.ranMs})`),
      takenMs: total(sql`coalesce(${usageLedger.usedMs}, ${usageLedger.reservedMs})`),
    })
    .from(usageLedger)
    .where(and(eq(usageLedger.subscriberId, subscriberId), eq(usageLedger.periodStart, periodStart)))
  return sums ?? { usedMs: 0, takenMs: 0 }
}

type Subscriber = typeof subscribers.$inferSelect

/** Brings what lists show up to what the ledger says. The row must be locked. */
export async function refreshUsage(tx: Transaction, subscriber: Subscriber): Promise<Subscriber> {
  const { usedMs: currentUsageMs } = await sumPeriod(tx, subscriber.id, subscriber.periodStart)
  const limitMs = subscriber.monthlyLimitMinutes * MINUTE_MS
  const limitExceeded = limitMs > 0 && currentUsageMs >= limitMs
  if (currentUsageMs === subscriber.currentUsageMs && limitExceeded === subscriber.limitExceeded) return subscriber
  const updatedAt = new Date()
  await tx
    .update(subscribers)
    .set({ currentUsageMs, limitExceeded, updatedAt })
    .where(eq(subscribers.id, subscriber.id))
  return { ...subscriber, currentUsageMs, limitExceeded, updatedAt }
}
