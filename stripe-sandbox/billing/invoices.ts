import type { Stored } from '../kinds.ts'
import type { Invoice, InvoiceLine, Subscription, SubscriptionItem } from '../lifecycles.ts'
import type { Period, Price } from '../objects.ts'
import type { Store } from '../store.ts'
import { newId, randomLetters } from '../wire.ts'
import { LATER_DECLINES, type Decline } from './test-cards.ts'
import { money } from './words.ts'

interface Bill {
  subscription: Subscription
  customer: Stored<'customer'>
  lines: InvoiceLine[]
  reason: Invoice['billing_reason']
}

export async function createInvoice(
  store: Store,
  { subscription, customer, lines, reason }: Bill,
): Promise<Stored<'invoice'>> {
  const id = newId('in')
  const accessCode = randomLetters(32)
  const sequence = customer.hidden.nextInvoiceSequence
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  await store.update(customer, { hidden: { nextInvoiceSequence: sequence + 1 } })
  const data = {
    id,
    amount_paid: 0,
    attempt_count: 0,
    billing_reason: reason,
    created: await store.nowOn(subscription.test_clock),
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.data.email,
    hosted_invoice_url: `${store.settings.publicUrl}/sandbox/stripe/invoice/${id}/${accessCode}`,
    lines: { object: 'list' as const, data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    number: `${customer.data.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    parent: {
      type: 'subscription_details' as const,
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
    status: 'open' as const,
    test_clock: subscription.test_clock,
    total,
  }
  return store.create('invoice', data, { accessCode })
}

/** The lines of an invoice for one whole period; nothing is owed for a trial. */
export async function periodLines(
  store: Store,
  items: readonly SubscriptionItem[],
  period: Period,
  { isTrial = false } = {},
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = []
  for (const { price, quantity } of items) {
    const name = await nameOf(store, price)
    const each = `${money(price.unit_amount, price.currency)} / ${price.recurring.interval}`
    const description = isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${each})`
    lines.push({ id: newId('il'), amount: isTrial ? 0 : price.unit_amount * quantity, description, period })
  }
  return lines
}

/** Lines that credit the rest of each item's period, from now to its end. */
export async function creditLines(
  store: Store,
  items: readonly SubscriptionItem[],
  { now, end, share }: { now: number; end: number; share: number },
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = []
  for (const { price, quantity } of items) {
    const amount = -Math.round(price.unit_amount * quantity * share)
    const description = `Unused time on ${await nameOf(store, price)}`
    lines.push({ id: newId('il'), amount, description, period: { start: now, end } })
  }
  return lines
}

export async function nameOf(store: Store, price: Price): Promise<string> {
  return (await store.find('product', price.product))?.data.name ?? price.nickname ?? price.product
}

export interface Attempt {
  invoice: Stored<'invoice'>
  decline: Decline | null
}

const NO_CARD: Decline = { code: 'missing', message: 'There is no payment method to charge. Nothing was paid.' }

/**
 * Charges an open invoice. A decline is counted and reported as `invoice.payment_failed`; the caller must update the
 * subscription.
 */
export async function charge(
  store: Store,
  invoice: Stored<'invoice'>,
  method: Stored<'payment_method'> | undefined,
  { holderIsThere }: { holderIsThere: boolean },
): Promise<Attempt> {
  const { total, attempt_count: attempts } = invoice.data
  const decline =
    total === 0 || (method && holderIsThere) ? null : method ? LATER_DECLINES[method.hidden.behaviour] : NO_CARD
  if (decline) {
    const failed = await store.update(invoice, { data: { attempt_count: attempts + 1 } }, 'invoice.payment_failed')
    return { invoice: failed, decline }
  }
  const data: Partial<Invoice> = {
    amount_paid: total,
    attempt_count: attempts + (total > 0 ? 1 : 0),
    status: 'paid',
  }
  return { invoice: await store.update(invoice, { data }, 'invoice.paid'), decline: null }
}
