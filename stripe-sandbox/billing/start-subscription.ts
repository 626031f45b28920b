import type { HiddenSubscription, Stored, SubscriptionPlan } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type {
  WireInvoiceLine,
  WirePlan,
  WirePrice,
  WireSubscription,
  WireSubscriptionItem,
} from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { attemptPayment } from './collect.ts'
import { dueOf } from './due.ts'
import { createDraft, finalizeInvoice, subscriptionLine } from './invoices.ts'
import { money, periodWords } from './money.ts'
import { periodEndAfter } from './periods.ts'
import type { Decline } from './test-cards.ts'

const DAY_SECONDS = 86_400
/** An unpaid first invoice can be paid for this long. */
const INCOMPLETE_SECONDS = 23 * 3_600
const TRIAL_NOTICE_SECONDS = 3 * DAY_SECONDS

export interface NewItem {
  price: WirePrice
  quantity: number
  metadata: Record<string, string>
}

export interface NewSubscription {
  customer: Stored<'customer'>
  items: NewItem[]
  plan: SubscriptionPlan
  /** Its own card; without one the customer's is charged. */
  defaultMethod: string | null
  method: Stored<'payment_method'> | undefined
  personIsThere: boolean
  /** Leaves the first invoice open for somebody to pay. */
  waitsForPayment?: boolean
}

export interface Started {
  subscription: Stored<'subscription'>
  invoice: Stored<'invoice'>
  decline: Decline | null
}

/** Begins a subscription with its first invoice: paid, or open with the subscription `incomplete`. */
export async function startSubscription(work: Work, given: NewSubscription): Promise<Started> {
  const { customer, plan } = given
  const now = await work.nowOn(customer.data.test_clock)
  const recurring = sharedRecurring(given.items)
  const trialEnd = trialEndOf(plan, given.items, now)
  const anchor = trialEnd ?? now
  const period = {
    start: now,
    end: trialEnd ?? periodEndAfter(anchor, recurring.interval, recurring.interval_count, now),
  }
  const data = emptySubscription({ given, now, anchor, trialEnd, period })
  const hidden: HiddenSubscription = {
    dueAt: null,
    retry: null,
    draft: null,
    incompleteUntil: null,
    trialNoticeAt: trialEnd === null ? null : Math.max(now, trialEnd - TRIAL_NOTICE_SECONDS),
    prorations: [],
  }
  const begun = await work.create('subscription', data, hidden)
  const lines = await periodLines(work, data, data.items.data, period)
  const draft = await createDraft(work, { subscription: data, customer, lines, reason: 'subscription_create', period })
  const open = await finalizeInvoice(work, draft)
  const { invoice, decline } =
    given.waitsForPayment && open.data.amount_due > 0
      ? { invoice: open, decline: null }
      : await attemptPayment(work, open, given.method, { personIsThere: given.personIsThere })
  const isPaid = invoice.data.status === 'paid'
  const outcome: WireSubscription = {
    ...data,
    latest_invoice: invoice.id,
    status: isPaid ? (trialEnd === null ? 'active' : 'trialing') : 'incomplete',
  }
  const settled = { ...hidden, incompleteUntil: isPaid ? null : now + INCOMPLETE_SECONDS }
  const subscription = await work.update(begun, {
    data: outcome,
    hidden: { ...settled, dueAt: dueOf(outcome, settled) },
  })
  await work.emit('customer.subscription.created', subscription.data, now)
  return { subscription, invoice, decline }
}

function trialEndOf(plan: SubscriptionPlan, items: NewItem[], now: number): number | null {
  if (plan.trialEnd !== null) {
    if (plan.trialEnd > now) return plan.trialEnd
    throw new StripeError('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  }
  const days = plan.trialPeriodDays ?? items[0]?.price.recurring?.trial_period_days ?? 0
  return days > 0 ? now + days * DAY_SECONDS : null
}

/** What all items of a subscription must have in common here. */
export function sharedRecurring(items: readonly { price: WirePrice }[]): NonNullable<WirePrice['recurring']> {
  const [first, ...others] = items.map(({ price }) => price)
  if (!first?.recurring) {
    throw new StripeError(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: 'items[0][price]' },
    )
  }
  const { interval, interval_count: count } = first.recurring
  const isAlike = (price: WirePrice) =>
    price.currency === first.currency &&
    price.recurring?.interval === interval &&
    price.recurring.interval_count === count
  if (!others.every(isAlike)) {
    throw new StripeError('Currency and interval fields must match across all plans on this subscription.', {
      param: 'items',
    })
  }
  return first.recurring
}

export function newItem(
  subscription: string,
  { price, quantity, metadata }: NewItem,
  period: { start: number; end: number },
  now: number,
): WireSubscriptionItem {
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: [],
  }
}

/** The older name of a price, which subscription items still carry. */
export function planOf(price: WirePrice): WirePlan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring?.trial_period_days ?? null,
    usage_type: 'licensed',
  }
}

export function amountOf(item: WireSubscriptionItem): number {
  return (item.price.unit_amount ?? 0) * (item.quantity ?? 1)
}

/** What people know an item's price by. */
export async function nameOf(work: Work, { price }: { price: WirePrice }): Promise<string> {
  return (await work.find('product', price.product))?.data.name ?? price.nickname ?? price.product
}

/** The lines of an invoice for one whole period. */
export async function periodLines(
  work: Work,
  subscription: WireSubscription,
  items: readonly WireSubscriptionItem[],
  period: { start: number; end: number },
): Promise<WireInvoiceLine[]> {
  const lines: WireInvoiceLine[] = []
  for (const item of items) {
    const { price, quantity = 1 } = item
    const name = await nameOf(work, item)
    const each = `${money(price.unit_amount ?? 0, price.currency)} / ${periodWords(price)}`
    const paid = { amount: amountOf(item), description: `${quantity} × ${name} (at ${each})` }
    const free = { amount: 0, description: `Trial period for ${name}` }
    const isTrial = subscription.trial_end !== null && period.start < subscription.trial_end
    lines.push(subscriptionLine(item, subscription, period, isTrial ? free : paid))
  }
  return lines
}

function emptySubscription(parts: {
  given: NewSubscription
  now: number
  anchor: number
  trialEnd: number | null
  period: { start: number; end: number }
}): WireSubscription {
  const { given, now, anchor, trialEnd, period } = parts
  const { customer, plan } = given
  const id = newId('sub')
  const items = given.items.map((item) => newItem(id, item, period, now))
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: plan.billingMode === 'flexible' ? { proration_discounts: 'included' } : null,
      type: plan.billingMode,
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: given.items[0]?.price.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: given.defaultMethod,
    default_source: null,
    default_tax_rates: [],
    description: plan.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: plan.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: customer.data.test_clock ?? null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: plan.missingPaymentMethod },
    },
    trial_start: trialEnd === null ? null : now,
  }
}
