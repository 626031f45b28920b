import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * One row for each customer of the payment provider that was ever read. The two numbers put reads in order: each takes
 * a ticket before it asks, and what it read is written only when no read with a later ticket was written before.
 */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: text('id').primaryKey(),
    /** The account that the customer was made for at a checkout; none for those who paid without one. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The last one given out. */
    ticket: bigint('ticket', { mode: 'number' }).notNull().default(0),
    /** Of the read that the rows in `subscribers` are from. */
    appliedTicket: bigint('applied_ticket', { mode: 'number' }).notNull().default(0),
    syncedAt: moment('synced_at'),
    /**
     * Names the purchase in the link that claims it; made when that link is first mailed. Signed, so that reading it here
     * opens nothing. Emptied, it makes every link that was sent for this customer invalid.
     */
    claimKey: text('claim_key').unique(),
    claimMailedAt: moment('claim_mailed_at'),
  },
  (table) => [index('billing_customers_user_id').on(table.userId)],
)

/** Invoices whose receipt was mailed: one row, one mail. */
export const billingReceipts = pgTable('billing_receipts', {
  invoiceId: text('invoice_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** The provider's invoices but drafts, as last read: so that a list of them asks nothing. */
export const billingInvoices = pgTable(
  'billing_invoices',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    /** Of the read that wrote the row: an earlier read never overwrites it. */
    ticket: bigint('ticket', { mode: 'number' }).notNull(),
    number: text('number'),
    /** As the provider names it: open, paid, uncollectible, void. */
    status: text('status').notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** Its page at the provider, where it has one. */
    url: text('url'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('billing_invoices_customer').on(table.customerId, table.createdAt)],
)
