import type { Stored } from '../kinds.ts'
import type { HiddenSubscription, Subscription } from '../lifecycles.ts'
import type { Item, Metadata, Period } from '../objects.ts'
import type { Store } from '../store.ts'
import { newId } from '../wire.ts'
import { charge, createInvoice, periodLines, type Attempt } from './invoices.ts'
import { periodEndAfter, sharedRecurring } from './periods.ts'

const DAY_SECONDS = 86_400
/** How long an unpaid first invoice can still be paid. */
const INCOMPLETE_SECONDS = 23 * 3_600

interface NewSubscription {
  customer: Stored<'customer'>
  items: readonly Item[]
  metadata?: Metadata | undefined
  /** The card of this subscription alone; without one the customer's is charged. */
  ownMethod?: string | undefined
  /** The card that is charged now. */
  method: Stored<'payment_method'> | undefined
  holderIsThere: boolean
  trialDays?: number | undefined
  withoutCardAfterTrial?: 'create_invoice' | 'pause' | undefined
  /** Leaves the first invoice open, to be paid on its page. */
  waitsForPayment?: boolean
}

type Started = Attempt & { subscription: Stored<'subscription'> }

/** Starts a subscription with its first invoice, which is paid, or open while the subscription is `incomplete`. */
export async function startSubscription(store: Store, given: NewSubscription): Promise<Started> {
  const { customer, method, holderIsThere } = given
  const now = await store.nowOn(customer.data.test_clock)
  const trialEnd = given.trialDays ? now + given.trialDays * DAY_SECONDS : null
  const anchor = trialEnd ?? now
  const period = { start: now, end: trialEnd ?? periodEndAfter(anchor, sharedRecurring(given.items), now) }
  const hidden: HiddenSubscription = { dueAt: null, retry: null, incompleteUntil: null, scheduledPrice: null }
  const begun = await store.create('subscription', incompleteSubscription(given, { now, trialEnd, period }), hidden)
  const { data } = begun
  const lines = await periodLines(store, data.items.data, period, { isTrial: trialEnd !== null })
  const open = await createInvoice(store, { subscription: data, customer, lines, reason: 'subscription_create' })
  const isLeftOpen = given.waitsForPayment === true && open.data.total > 0
  const { invoice, decline } = isLeftOpen
    ? { invoice: open, decline: null }
    : await charge(store, open, method, { holderIsThere })
  const isPaid = invoice.data.status === 'paid'
  const status = isPaid ? (trialEnd === null ? 'active' : 'trialing') : 'incomplete'
  const incompleteUntil = isPaid ? null : now + INCOMPLETE_SECONDS
  const subscription = await save(store, begun, { latest_invoice: invoice.id, status }, { incompleteUntil }, 'created')
  return { subscription, invoice, decline }
}

function incompleteSubscription(
  given: NewSubscription,
  { now, trialEnd, period }: { now: number; trialEnd: number | null; period: Period },
) {
  const id = newId('sub')
  const items = given.items.map(({ price, quantity }) => ({
    id: newId('si', 14),
    object: 'subscription_item' as const,
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    price,
    quantity,
  }))
  return {
    id,
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    created: now,
    currency: given.items[0]?.price.currency ?? 'usd',
    customer: given.customer.id,
    default_payment_method: given.ownMethod ?? null,
    ended_at: null,
    items: { object: 'list' as const, data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    metadata: given.metadata ?? {},
    start_date: now,
    status: 'incomplete' as const,
    test_clock: given.customer.data.test_clock,
    trial_settings: {
      end_behavior: { missing_payment_method: given.withoutCardAfterTrial ?? ('create_invoice' as const) },
    },
  }
}

/** Ends a subscription for good. Open invoices stay open, but are not charged any more. */
export async function endSubscription(
  store: Store,
  subscription: Stored<'subscription'>,
): Promise<Stored<'subscription'>> {
  const ended_at = await store.nowOn(subscription.data.test_clock)
  const over = { retry: null, incompleteUntil: null, scheduledPrice: null }
  return save(store, subscription, { status: 'canceled', ended_at }, over, 'deleted')
}

/** Saves a change, together with the time of the subscription's next step. */
export async function save(
  store: Store,
  subscription: Stored<'subscription'>,
  data: Partial<Subscription>,
  hidden: Partial<HiddenSubscription> = {},
  event: 'created' | 'updated' | 'deleted' | 'paused' = 'updated',
): Promise<Stored<'subscription'>> {
  const next = { ...subscription.hidden, ...hidden }
  const dueAt = nextStep({ ...subscription.data, ...data }, next)?.at ?? null
  return store.update(subscription, { data, hidden: { ...next, dueAt } }, `customer.subscription.${event}`)
}

export type Step = 'give-up-incomplete' | 'retry' | 'cancel' | 'renew'

/**
 * The next step that time causes for a subscription; undefined if there is none. If two are due in the same second, the
 * order of this list decides, so that an end comes before a renewal.
 */
export function nextStep(
  { status, cancel_at: end, items }: Subscription,
  { incompleteUntil, retry }: HiddenSubscription,
): { step: Step; at: number } | undefined {
  if (isOver(status)) return undefined
  const isRunning = status !== 'incomplete' && status !== 'paused'
  const moments: [Step, number | null | undefined][] = [
    ['give-up-incomplete', incompleteUntil],
    ['retry', retry?.at],
    ['cancel', end],
    ['renew', isRunning ? items.data[0]?.current_period_end : null],
  ]
  const steps = moments.flatMap(([step, at]) => (at == null ? [] : [{ step, at }]))
  return steps.toSorted((one, other) => one.at - other.at)[0]
}

export function isOver(status: Subscription['status']): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

export function periodOf({ items: { data } }: Subscription): Period {
  return { start: data[0]?.current_period_start ?? 0, end: data[0]?.current_period_end ?? 0 }
}

/** The items with another period and, where one is given, another price. */
export function itemsIn({ items }: Subscription, period: Period, price?: Item['price'] | null): Subscription['items'] {
  const dates = { current_period_start: period.start, current_period_end: period.end }
  return { ...items, data: items.data.map((item) => ({ ...item, ...dates, price: price ?? item.price })) }
}
