import { sql } from 'drizzle-orm'
import type { CrmStats } from '#contract/crm.ts'
import { followUpRatePercent } from '#contract/follow-up.ts'
import type { Database } from '../../infra/db/client.ts'
import { crmFigures } from '../../infra/db/schema/crm-figures.ts'

const sumOf = (amount: (typeof crmFigures)['rows' | 'monthlyRevenueCents' | 'limitExceeded']) =>
  sql`sum(${amount})`.mapWith(Number)

/** The eight figures above the tables (spec sections 2 and 9), read from precomputed sums, so that no table is counted. */
export async function readStats(db: Database): Promise<CrmStats> {
  const sums = await db
    .select({
      list: crmFigures.list,
      status: crmFigures.status,
      rows: sumOf(crmFigures.rows),
      revenueCents: sumOf(crmFigures.monthlyRevenueCents),
      exceeded: sumOf(crmFigures.limitExceeded),
    })
    .from(crmFigures)
    .groupBy(crmFigures.list, crmFigures.status)
  const total = (list: string, of: 'rows' | 'exceeded') =>
    sums.reduce((sum, line) => sum + (line.list === list ? line[of] : 0), 0)
  const find = (list: string, status: string) => sums.find((line) => line.list === list && line.status === status)

  const active = find('subscribers', 'active')
  const emails = total('emails', 'rows')
  const completed = find('emails', 'completed')?.rows ?? 0
  return {
    subscribers: {
      total: total('subscribers', 'rows'),
      active: active?.rows ?? 0,
      monthlyRevenue: (active?.revenueCents ?? 0) / 100,
      limitExceeded: total('subscribers', 'exceeded'),
    },
    emails: {
      total: emails,
      pending: find('emails', 'pending')?.rows ?? 0,
      completed,
      followUpRatePercent: followUpRatePercent(completed, emails),
    },
  }
}

/** Run from time to time to merge the summands of the figures into few rows; the sums stay the same. */
export async function recountFigures(db: Database): Promise<void> {
  await db.execute(sql`select recount_crm_figures()`)
}
