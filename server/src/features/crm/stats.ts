import { count, sql } from 'drizzle-orm'
import type { CrmStats } from '#contract/crm.ts'
import { followUpRatePercent } from '#contract/follow-up.ts'
import type { Database } from '../../db/client.ts'
import { emailCrm } from '../../db/schema/email-crm.ts'
import { subscribers } from '../../db/schema/subscribers.ts'

/** The eight figures above the tables (spec sections 2 and 9). */
export async function readStats(db: Database): Promise<CrmStats> {
  const [ofSubscribers, ofEmails] = await Promise.all([subscriberFigures(db), emailFigures(db)])
  return { subscribers: ofSubscribers, emails: ofEmails }
}

async function subscriberFigures(db: Database): Promise<CrmStats['subscribers']> {
  const { subscriptionStatus, monthlyRevenueCents, limitExceeded } = subscribers
  const groups = await db
    .select({
      status: subscriptionStatus,
      rows: count(),
      revenueCents: sql`sum(${monthlyRevenueCents})`.mapWith(Number),
      exceeded: sql`count(*) filter (where ${limitExceeded})`.mapWith(Number),
    })
    .from(subscribers)
    .groupBy(subscriptionStatus)
  const active = groups.find(({ status }) => status === 'active')
  return {
    total: groups.reduce((sum, { rows }) => sum + rows, 0),
    active: active?.rows ?? 0,
    monthlyRevenue: (active?.revenueCents ?? 0) / 100,
    limitExceeded: groups.reduce((sum, { exceeded }) => sum + exceeded, 0),
  }
}

async function emailFigures(db: Database): Promise<CrmStats['emails']> {
  const groups = await db
    .select({ status: emailCrm.followUpStatus, rows: count() })
    .from(emailCrm)
    .groupBy(emailCrm.followUpStatus)
  const rowsOf = (status: string) => groups.find((group) => group.status === status)?.rows ?? 0
  const total = groups.reduce((sum, { rows }) => sum + rows, 0)
  const completed = rowsOf('completed')
  return {
    total,
    // Unknown ones among them.
    pending: total - completed - rowsOf('contacted'),
    completed,
    followUpRatePercent: followUpRatePercent(completed, total),
  }
}
