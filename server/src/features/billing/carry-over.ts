import { and, eq, gt, inArray, isNotNull, lt, lte, ne, or } from 'drizzle-orm'
import type { Transaction } from '../../infra/db/client.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import { isForAssistants } from './assistant-room.ts'
import { ENDED_STATUSES, isEntitled, type Subscriber } from './subscriber-row.ts'
import { countedFrom, refreshUsage, sumPeriod } from './usage-sums.ts'

/**
 * Carries used minutes over to a subscription that replaces another one before its period is over, because that period
 * may never have been paid, or was refunded. They become one ledger row of the new subscription. The caller must have
 * locked the customer's rows.
 */
export async function carryUsageOver(tx: Transaction, customerId: string): Promise<void> {
  const rows = await tx.select().from(subscribers).where(eq(subscribers.stripeCustomerId, customerId))
  for (const row of rows) {
    if (!isEntitled(row)) continue
    const before = await findReplaced(tx, row)
    if (!before) continue
    const { takenMs } = await sumPeriod(tx, before.id, countedFrom(before))
    if (takenMs === 0) continue
    const written = await tx
      .insert(usageLedger)
      .values({
        callId: `carried_${row.id}`,
        subscriberId: row.id,
        periodStart: countedFrom(row),
        reservedMs: takenMs,
        usedMs: takenMs,
        settledAt: new Date(),
      })
      .onConflictDoNothing()
      .returning({ callId: usageLedger.callId })
    if (written.length > 0) await refreshUsage(tx, row)
  }
}

/** The person's previous subscription of the same kind, if it ended before this one began and their periods overlap. */
async function findReplaced(tx: Transaction, row: Subscriber): Promise<Subscriber | undefined> {
  const samePerson =
    row.userId === null
      ? eq(subscribers.stripeCustomerId, row.stripeCustomerId)
      : or(eq(subscribers.stripeCustomerId, row.stripeCustomerId), eq(subscribers.userId, row.userId))
  const ended = await tx
    .select()
    .from(subscribers)
    .where(
      and(
        samePerson,
        ne(subscribers.id, row.id),
        inArray(subscribers.providerStatus, [...ENDED_STATUSES]),
        isNotNull(subscribers.endsAt),
        lte(subscribers.endsAt, row.subscriptionStart),
        lt(subscribers.periodStart, row.periodEnd),
        gt(subscribers.periodEnd, row.periodStart),
      ),
    )
  return ended
    .filter((other) => isForAssistants(other) === isForAssistants(row))
    .toSorted((one, other) => other.subscriptionStart.getTime() - one.subscriptionStart.getTime())[0]
}
