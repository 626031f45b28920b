import { desc, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { billingInvoices } from '../../infra/db/schema/billing-customers.ts'
import type { ProviderInvoice } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import type { CustomerRead } from './sync.ts'

/**
 * Copies a customer's invoices from the provider, as the last part of reading that customer.
 * @returns the invoices, newest first
 */
export async function readInvoices(
  db: Database,
  payments: Pick<Payments, 'listInvoices'>,
  { customerId, ticket }: CustomerRead,
): Promise<ProviderInvoice[]> {
  const invoices = await payments.listInvoices(customerId)
  // For an hour after its creation an invoice is a draft: its amount may change, and nothing is owed yet.
  const rows = invoices
    .filter(({ status }) => status !== 'draft')
    .map((invoice) => ({ ...invoice, customerId, ticket }))
  if (rows.length > 0) {
    await db
      .insert(billingInvoices)
      .values(rows)
      .onConflictDoUpdate({
        target: billingInvoices.id,
        set: {
          ticket,
          number: sql`excluded.number`,
          status: sql`excluded.status`,
          totalCents: sql`excluded.total_cents`,
          url: sql`excluded.url`,
        },
        setWhere: lte(billingInvoices.ticket, ticket),
      })
  }
  return invoices
}

/** The invoices of these customers, newest first. */
export async function listInvoices(db: Database, customerIds: readonly string[]) {
  const { id, number, createdAt: date, status, totalCents, currency, url } = billingInvoices
  return db
    .select({ id, number, date, status, totalCents, currency, url })
    .from(billingInvoices)
    .where(inArray(billingInvoices.customerId, [...customerIds]))
    .orderBy(desc(date), desc(id))
}
