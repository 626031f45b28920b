import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/**
 * Summands of the team's figures, so that showing them counts no table. For each statement that changes a sum, triggers
 * insert a row and never update one, so that writers don't wait for each other. `recount_crm_figures()` replaces the rows
 * with one for each status.
 */
export const crmFigures = pgTable('crm_figures', {
  /** The table that is counted: `subscribers` or `emails`. */
  list: text('list').notNull(),
  /** The status as the team sees it. */
  status: text('status').notNull(),
  rows: amount('rows'),
  monthlyRevenueCents: amount('monthly_revenue_cents').default(0),
  limitExceeded: amount('limit_exceeded').default(0),
})
