import { and, asc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { UsageAlerts } from '#contract/billing.ts'
import { APPROACHING_PERCENT } from '#contract/subscription-status.ts'
import type { Database } from '../../infra/db/client.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { ENTITLED_STATUSES } from './subscriber-row.ts'
import { tellOfUsage } from './usage-mails.ts'
import { MINUTE_MS, refreshUsage } from './usage-sums.ts'

/**
 * Recomputes usage from the ledger for every subscription that pays for calls. @returns those at or near their limit,
 * whose owners get a mail once in a period
 */
export async function checkUsage(db: Database, mails: { outbox: Outbox; publicUrl: string }): Promise<UsageAlerts> {
  const alerts: UsageAlerts['alerts'] = []
  for (const { id } of await findToCheck(db)) {
    await db.transaction(async (tx) => {
      const [locked] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for('update')
      if (!locked) return
      const row = await refreshUsage(tx, locked)
      const type = await tellOfUsage(tx, mails, row)
      if (type === null) return
      alerts.push({
        type,
        email: row.email,
        subscriptionId: row.stripeSubscriptionId,
        tier: row.subscriptionTier,
        usedMinutes: Math.round((row.currentUsageMs / MINUTE_MS) * 100) / 100,
        limitMinutes: row.monthlyLimitMinutes,
        periodEnd: row.periodEnd.toISOString(),
      })
    })
  }
  return { alerts }
}

/**
 * Selects the few rows that need attention: those whose sum differs from the ledger's, those at or near the limit, and
 * those still marked as over the limit after their plan has ended.
 */
async function findToCheck(db: Database): Promise<{ id: string }[]> {
  const sums = db
    .select({
      subscriberId: usageLedger.subscriberId,
      periodStart: usageLedger.periodStart,
      usedMs: sql<number>`sum(coalesce(${usageLedger.usedMs}, ${usageLedger.ranMs}))`.as('used'),
    })
    .from(usageLedger)
    .groupBy(usageLedger.subscriberId, usageLedger.periodStart)
    .as('sums')
  const usedMs = sql`coalesce(${sums.usedMs}, 0)`
  const isEntitledRow = and(
    inArray(subscribers.providerStatus, [...ENTITLED_STATUSES]),
    isNotNull(subscribers.priceId),
    gt(subscribers.monthlyLimitMinutes, 0),
  )
  return db
    .select({ id: subscribers.id })
    .from(subscribers)
    .leftJoin(
      sums,
      and(
        eq(sums.subscriberId, subscribers.id),
        eq(sums.periodStart, sql`coalesce(${subscribers.countedSince}, ${subscribers.periodStart})`),
      ),
    )
    .where(
      or(
        and(
          isEntitledRow,
          or(
            sql`${usedMs} <> ${subscribers.currentUsageMs}`,
            sql`${usedMs} * 100 >= ${subscribers.monthlyLimitMinutes} * ${MINUTE_MS * APPROACHING_PERCENT}::bigint`,
          ),
        ),
        and(subscribers.limitExceeded, sql`not coalesce(${isEntitledRow}, false)`),
      ),
    )
    .orderBy(asc(subscribers.createdAt), asc(subscribers.id))
}
