import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * What the team's figures are sums of, so that no table is counted to show them. Triggers add a line for each statement
 * that changes a sum, and never change one, so that no writer waits for another; `recount_crm_figures()` puts one
 * line for each status in their place.
 */
export const crmFigures = pgTable('crm_figures', {
  /** `subscribers` or `emails`. */
  list: text('list').notNull(),
  /** As it is shown. */
  status: text('status').notNull(),
  rows: amount('rows'),
  monthlyRevenueCents: amount('monthly_revenue_cents').default(0),
  limitExceeded: amount('limit_exceeded').default(0),
})
