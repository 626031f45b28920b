import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

const micros = (name: string) => bigint(name, { mode: 'number' })

/**
 * What calls cost the operator, in millionths of a dollar (docs/boundaries/budgets.md): one row for each call that was
 * joined. While the call runs, the row holds the reserved amount; from `settledAt` on, the amount used. Amounts are
 * always replaced and never added to, so that a repeated write changes nothing. Rows outlive their calls, so that
 * deleting an account does not restore its free minutes; they are deleted after two days.
 */
export const callSpending = pgTable(
  'call_spending',
  {
    callId: text('call_id').primaryKey(),
    /** The UTC day to which the whole call counts, such as `2026-11-22`. */
    day: text('day').notNull(),
    /** True if no plan pays for the call, so that it counts against the limits of free use. */
    isFree: boolean('is_free').notNull(),
    /** A keyed hash of the caller's e-mail address or team session; null for an anonymous caller. */
    person: text('person'),
    /** A keyed hash of the network address from which the call was asked for. */
    network: text('network').notNull(),
    reservedMicros: micros('reserved_micros').notNull(),
    spentMicros: micros('spent_micros').notNull().default(0),
    reservedMs: integer('reserved_ms').notNull(),
    usedMs: integer('used_ms').notNull().default(0),
    settledAt: moment('settled_at'),
  },
  (table) => [
    index('call_spending_person')
      .on(table.day, table.person)
      .where(sql`is_free`),
    index('call_spending_network')
      .on(table.day, table.network)
      .where(sql`is_free`),
  ],
)
