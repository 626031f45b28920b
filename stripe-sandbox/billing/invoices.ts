import { randomLetters, newId } from '../wire/ids.ts'
import type { Stored } from '../kinds.ts'
import type { WireInvoice, WireInvoiceLine, WireSubscription, WireSubscriptionItem } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

type Reason = NonNullable<WireInvoice['billing_reason']>

export interface InvoiceDraft {
  subscription: WireSubscription
  customer: Stored<'customer'>
  lines: WireInvoiceLine[]
  reason: Reason
  period: { start: number; end: number }
}

/** What one item costs for one period. */
export function subscriptionLine(
  item: WireSubscriptionItem,
  subscription: WireSubscription,
  period: { start: number; end: number },
  { amount, description }: { amount: number; description: string },
): WireInvoiceLine {
  return line(item, subscription, { period, amount, description, proration: false })
}

export function prorationLine(
  item: WireSubscriptionItem,
  subscription: WireSubscription,
  period: { start: number; end: number },
  { amount, description }: { amount: number; description: string },
): WireInvoiceLine {
  return line(item, subscription, { period, amount, description, proration: true })
}

function line(
  item: WireSubscriptionItem,
  subscription: WireSubscription,
  given: { period: { start: number; end: number }; amount: number; description: string; proration: boolean },
): WireInvoiceLine {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: given.amount,
    currency: item.price.currency,
    description: given.description,
    discount_amounts: [],
    discountable: !given.proration,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: given.proration,
        proration_details: given.proration ? { credited_items: null } : null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: given.period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: item.price.product },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: String(item.quantity ?? 1),
    subscription: subscription.id,
    subtotal: given.amount,
    taxes: [],
  }
}

/** Writes a draft, with `invoice.created`. What the customer owes or is owed is settled when it is finalised. */
export async function createDraft(
  work: Work,
  { subscription, customer, lines, reason, period }: InvoiceDraft,
): Promise<Stored<'invoice'>> {
  const id = newId('in')
  const now = await work.nowOn(subscription.test_clock)
  const total = lines.reduce((sum, { amount }) => sum + amount, 0)
  const startingBalance = customer.data.balance
  const amountDue = Math.max(0, total + startingBalance)
  const data: WireInvoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Voxhall sandbox',
    account_tax_ids: null,
    amount_due: amountDue,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amountDue,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.data.address ?? null,
    customer_email: customer.data.email,
    customer_name: customer.data.name ?? null,
    customer_phone: customer.data.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: lines.map((one) => ({ ...one, invoice: id })),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: period.end,
    period_start: period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: startingBalance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: subscription.test_clock,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  }
  return work.create('invoice', data, { payments: [], accessCode: randomLetters(32) }, 'invoice.created')
}

/** Gives a draft its number and takes the customer's balance into account; `open` from now on. */
export async function finalizeInvoice(work: Work, draft: Stored<'invoice'>): Promise<Stored<'invoice'>> {
  const customer = await work.need('customer', draft.data.customer ?? '')
  const now = await work.nowOn(draft.data.test_clock)
  const sequence = customer.hidden.nextInvoiceSequence
  const startingBalance = customer.data.balance
  const afterwards = draft.data.total + startingBalance
  const endingBalance = Math.min(0, afterwards)
  const amountDue = Math.max(0, afterwards)
  if (!customer.deleted) {
    await work.update(
      customer,
      {
        data: { balance: endingBalance, next_invoice_sequence: sequence + 1, currency: draft.data.currency },
        hidden: { nextInvoiceSequence: sequence + 1 },
      },
      endingBalance === startingBalance ? undefined : 'customer.updated',
    )
  }
  const page = `${work.settings.publicUrl}/sandbox/stripe/invoice/${draft.id}/${draft.hidden.accessCode}`
  const data: Partial<WireInvoice> = {
    amount_due: amountDue,
    amount_remaining: amountDue,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: endingBalance,
    hosted_invoice_url: page,
    number: `${customer.data.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    starting_balance: startingBalance,
    status: 'open',
    status_transitions: { ...draft.data.status_transitions, finalized_at: now },
  }
  return work.update(draft, { data }, 'invoice.finalized')
}
