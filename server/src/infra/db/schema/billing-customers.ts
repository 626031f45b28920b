import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { moment } from './columns.ts'

/**
 * One row for each of the payment provider's customers that was ever read. Two numbers keep reads in order: each read
 * takes a ticket before it asks the provider, and its result is written only if no read with a later ticket was written
 * before.
 */
export const billingCustomers = pgTable(
  'billing_customers',
  {
    id: text('id').primaryKey(),
    /** The account for which the checkout made this customer; null for a purchase without an account. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The last ticket that was given out. */
    ticket: bigint('ticket', { mode: 'number' }).notNull().default(0),
    /** The ticket of the read whose result is in `subscribers`. */
    appliedTicket: bigint('applied_ticket', { mode: 'number' }).notNull().default(0),
    syncedAt: moment('synced_at'),
    /**
     * Names the purchase in the link that claims it; set when that link is first mailed. The link is signed, so this
     * value alone opens nothing. Setting it to null invalidates every link that was sent for this customer.
     */
    claimKey: text('claim_key').unique(),
    claimMailedAt: moment('claim_mailed_at'),
  },
  (table) => [index('billing_customers_user_id').on(table.userId)],
)

/** Invoices whose receipt has been mailed. The primary key prevents a second mail for the same invoice. */
export const billingReceipts = pgTable('billing_receipts', {
  invoiceId: text('invoice_id').primaryKey(),
  customerId: text('customer_id').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

/** The provider's invoices, without drafts, as last read, so that listing them needs no request to the provider. */
export const billingInvoices = pgTable(
  'billing_invoices',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id').notNull(),
    /** The ticket of the read that wrote the row: an earlier read never overwrites it. */
    ticket: bigint('ticket', { mode: 'number' }).notNull(),
    number: text('number'),
    /** The provider's word: open, paid, uncollectible or void. */
    status: text('status').notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    currency: text('currency').notNull(),
    /** The invoice's page at the provider, if it has one. */
    url: text('url'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('billing_invoices_customer').on(table.customerId, table.createdAt)],
)
