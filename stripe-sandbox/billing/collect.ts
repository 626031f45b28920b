import { and, eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Stored } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import type { WireInvoice, WireInvoicePayment } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { dueOf } from './due.ts'
import { declineOf, type Decline } from './test-cards.ts'

/** The card that a subscription or, failing that, its customer pays with. */
export async function payingMethod(
  work: Work,
  customer: Stored<'customer'>,
  subscription?: Stored<'subscription'>,
): Promise<Stored<'payment_method'> | undefined> {
  const id = subscription?.data.default_payment_method ?? customer.data.invoice_settings?.default_payment_method
  const method = id ? await work.find('payment_method', id) : undefined
  return method?.data.customer === customer.id ? method : undefined
}

export interface Attempt {
  invoice: Stored<'invoice'>
  decline: Decline | null
}

const NO_CARD: Decline = {
  code: 'missing',
  declineCode: 'missing',
  message: 'There is no payment method to charge. Nothing was paid.',
}

/**
 * Tries to have an open invoice paid. A decline is counted and reported as `invoice.payment_failed`; what follows
 * from it for the subscription is for the caller.
 */
export async function attemptPayment(
  work: Work,
  invoice: Stored<'invoice'>,
  method: Stored<'payment_method'> | undefined,
  { personIsThere }: { personIsThere: boolean },
): Promise<Attempt> {
  if (invoice.data.amount_due === 0) return { invoice: await markPaid(work, invoice, null), decline: null }
  const decline = method ? declineOf(method.hidden.behaviour, personIsThere) : NO_CARD
  if (!decline) return { invoice: await markPaid(work, invoice, method ?? null), decline: null }
  const data: Partial<WireInvoice> = { attempted: true, attempt_count: invoice.data.attempt_count + 1 }
  const failed = await work.update(invoice, { data })
  const now = await work.nowOn(invoice.data.test_clock)
  await work.emit('invoice.payment_failed', failed.data, now)
  if (decline.code === 'authentication_required') await work.emit('invoice.payment_action_required', failed.data, now)
  return { invoice: failed, decline }
}

async function markPaid(
  work: Work,
  invoice: Stored<'invoice'>,
  method: Stored<'payment_method'> | null,
): Promise<Stored<'invoice'>> {
  const now = await work.nowOn(invoice.data.test_clock)
  const amount = invoice.data.amount_due
  const payment: WireInvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: amount,
    amount_requested: amount,
    created: now,
    currency: invoice.data.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: newId('pi'), type: 'payment_intent' },
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: now },
  }
  const data: Partial<WireInvoice> = {
    amount_paid: amount,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.data.attempt_count + (amount > 0 ? 1 : 0),
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.data.status_transitions, paid_at: now },
  }
  const paid = await work.update(invoice, { data, hidden: { payments: method ? [payment] : [] } })
  await work.emit('invoice.paid', paid.data, now)
  await work.emit('invoice.payment_succeeded', paid.data, now)
  return paid
}

/** Once its newest invoice is paid, a subscription that had fallen behind is active again. */
export async function recoverSubscription(
  work: Work,
  subscription: Stored<'subscription'>,
  paid: Stored<'invoice'>,
): Promise<Stored<'subscription'>> {
  const { data, hidden } = subscription
  const isBehind = data.status === 'past_due' || data.status === 'unpaid' || data.status === 'incomplete'
  const isSettled = isBehind && data.latest_invoice === paid.id
  const retry = hidden.retry?.invoice === paid.id || isSettled ? null : hidden.retry
  const change = isSettled ? { status: 'active' as const } : {}
  const next = { ...hidden, retry, ...(isSettled ? { incompleteUntil: null } : {}) }
  const changed = { ...data, ...change }
  return work.update(
    subscription,
    { data: change, hidden: { ...next, dueAt: dueOf(changed, next) } },
    'customer.subscription.updated',
  )
}

/** Tries all that a customer still owes, as happens after they gave another card. */
export async function collectOpenInvoices(work: Work, customer: Stored<'customer'>): Promise<Decline | null> {
  const open = await work.findAll('invoice', and(eq(objects.customer, customer.id), eq(objects.status, 'open')))
  let declined: Decline | null = null
  for (const invoice of open) {
    const subscription = await work.find('subscription', subscriptionOf(invoice.data) ?? '')
    if (!subscription || subscription.data.status === 'canceled') continue
    const method = await payingMethod(work, customer, subscription)
    const attempt = await attemptPayment(work, invoice, method, { personIsThere: false })
    declined ??= attempt.decline
    if (!attempt.decline) await recoverSubscription(work, subscription, attempt.invoice)
  }
  return declined
}

export function subscriptionOf(invoice: WireInvoice): string | null {
  return invoice.parent?.subscription_details?.subscription ?? null
}
