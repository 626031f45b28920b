import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { billingReceipts } from '../../infra/db/schema/billing-customers.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { ProviderInvoice } from '../../vendors/payments.ts'
import { receiptMail } from './billing-mails.ts'
import type { Claims } from './claims.ts'
import { payerOf } from './customers.ts'
import type { Subscriber } from './subscriber-row.ts'

/**
 * Older payments are not mailed about, so that a server that was down for long, or has just got receipts, sends no old
 * news.
 */
const TOLD_WITHIN_MS = 7 * 86_400_000

interface ReceiptsDeps {
  db: Database
  outbox: Outbox
  publicUrl: string
  claims: Pick<Claims, 'linkFor'>
}

/** Mails the payer about each payment: the first one and every renewal. */
export function createReceipts({ db, outbox, publicUrl, claims }: ReceiptsDeps) {
  async function post(tx: Transaction, row: Subscriber, invoice: ProviderInvoice): Promise<void> {
    const [added] = await tx
      .insert(billingReceipts)
      .values({ invoiceId: invoice.id, customerId: row.stripeCustomerId })
      .onConflictDoNothing()
      .returning()
    if (!added) return
    const claimUrl = await claims.linkFor(tx, row.stripeCustomerId)
    // A trial has cost nothing yet. With an account there is nothing to mail; without one, the mail brings the claim
    // link.
    if (invoice.paidCents === 0 && claimUrl === null) return
    const payer = await payerOf(tx, row)
    if (payer.to !== '') await outbox.post(tx, receiptMail({ ...payer, row, invoice, claimUrl, publicUrl }))
  }

  return {
    /** Mails a receipt for each paid invoice of this customer that had none. Idempotent: one mail for each invoice. */
    async send(customerId: string, invoices: readonly ProviderInvoice[]): Promise<void> {
      const since = Date.now() - TOLD_WITHIN_MS
      const isNew = ({ status, createdAt }: ProviderInvoice) => status === 'paid' && createdAt.getTime() > since
      // The list comes newest first; mails go out oldest first.
      const paid = invoices.filter(isNew).toReversed()
      if (paid.length === 0) return
      const ids = paid.map(({ id }) => id)
      const told = await db.select().from(billingReceipts).where(inArray(billingReceipts.invoiceId, ids))
      for (const invoice of paid) {
        if (told.some(({ invoiceId }) => invoiceId === invoice.id)) continue
        await db.transaction(async (tx) => {
          const [row] = await tx
            .select()
            .from(subscribers)
            .where(
              and(
                eq(subscribers.stripeCustomerId, customerId),
                eq(subscribers.stripeSubscriptionId, invoice.subscriptionId ?? ''),
              ),
            )
          if (row) await post(tx, row, invoice)
        })
      }
    },
  }
}
