import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Stored } from '../kinds.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import type { Store } from '../store.ts'
import { expireSession } from './checkouts.ts'
import { payingMethod } from './customers.ts'
import { charge, createInvoice, periodLines, type Attempt } from './invoices.ts'
import { monthsOf, periodEndAfter, sharedRecurring } from './periods.ts'
import { endSubscription, itemsIn, nextStep, save, type Step } from './subscriptions.ts'

const DAY_SECONDS = 86_400
/** Days between each failed charge and its next retry. After the last one the subscription ends or becomes `unpaid`. */
const RETRY_DAYS = [3, 5, 7]
/** How many objects one transaction brings up to date; after a long pause, several transactions are needed. */
const BATCH = 50

type Subscription = Stored<'subscription'>

/** Carries out what is due by `until`, on one test clock or in real time. @returns false while there is more to do */
export async function catchUpAll(store: Store, testClock: string | null, until: number): Promise<boolean> {
  const rows = await store.db
    .select({ id: objects.id, kind: objects.kind })
    .from(objects)
    .where(
      and(
        testClock === null ? isNull(objects.testClock) : eq(objects.testClock, testClock),
        lte(objects.dueAt, until),
        eq(objects.deleted, false),
      ),
    )
    .orderBy(asc(objects.dueAt), asc(objects.seq))
    .limit(BATCH)
  for (const { id, kind } of rows) {
    if (kind === 'subscription') await catchUp(store, await store.need('subscription', id), until)
    if (kind === 'checkout.session') await expireSession(store, await store.need('checkout.session', id))
  }
  return rows.length < BATCH
}

/** Carries out all that is due for one subscription, one step after the other, each at its own moment. */
async function catchUp(store: Store, subscription: Subscription, until: number): Promise<void> {
  let current = subscription
  for (;;) {
    const next = nextStep(current.data, current.hidden)
    if (!next || next.at > until) break
    current = await STEPS[next.step](store.at(next.at), current, next.at)
  }
  // Saved even if nothing was due after all, so that the row is not selected again.
  await save(store, current, {})
}

const STEPS: Readonly<Record<Step, (store: Store, subscription: Subscription, now: number) => Promise<Subscription>>> =
  { 'give-up-incomplete': giveUpIncomplete, retry, cancel: endSubscription, renew }

async function giveUpIncomplete(store: Store, subscription: Subscription, now: number): Promise<Subscription> {
  const invoice = await store.find('invoice', subscription.data.latest_invoice)
  if (invoice?.data.status === 'open') await store.update(invoice, { data: { status: 'void' } }, 'invoice.voided')
  return save(store, subscription, { status: 'incomplete_expired', ended_at: now }, { incompleteUntil: null })
}

/** Begins the next period, with the price that was scheduled for it, and charges it at once. */
async function renew(store: Store, subscription: Subscription, now: number): Promise<Subscription> {
  const { data, hidden } = subscription
  const customer = await store.need('customer', data.customer)
  const isTrialOver = data.status === 'trialing'
  const pauses = data.trial_settings.end_behavior.missing_payment_method === 'pause'
  if (isTrialOver && pauses && !(await payingMethod(store, customer, data.default_payment_method))) {
    return save(store, subscription, { status: 'paused' }, {}, 'paused')
  }
  const was = sharedRecurring(data.items.data)
  const recurring = hidden.scheduledPrice?.recurring ?? was
  const anchor = monthsOf(recurring) === monthsOf(was) ? data.billing_cycle_anchor : now
  const period = { start: now, end: periodEndAfter(anchor, recurring, now) }
  const items = itemsIn(data, period, hidden.scheduledPrice)
  const lines = await periodLines(store, items.data, period)
  const invoice = await createInvoice(store, { subscription: data, customer, lines, reason: 'subscription_cycle' })
  const renewed = await save(
    store,
    subscription,
    {
      items,
      billing_cycle_anchor: anchor,
      latest_invoice: invoice.id,
      ...(isTrialOver ? { status: 'active' as const } : {}),
    },
    { scheduledPrice: null },
  )
  // After the last retry Stripe charges nothing more by itself; a new card pays all open invoices.
  return data.status === 'unpaid' ? renewed : collect(store, renewed, invoice, RETRY_DAYS.length, now)
}

async function retry(store: Store, subscription: Subscription, now: number): Promise<Subscription> {
  const { invoice: id = '', attemptsLeft = 0 } = subscription.hidden.retry ?? {}
  const invoice = await store.need('invoice', id)
  if (invoice.data.status !== 'open') return save(store, subscription, {}, { retry: null })
  return collect(store, subscription, invoice, attemptsLeft, now)
}

/** Charges an invoice off session and updates the subscription accordingly. */
async function collect(
  store: Store,
  subscription: Subscription,
  open: Stored<'invoice'>,
  attemptsLeft: number,
  now: number,
): Promise<Subscription> {
  const { invoice, decline } = await chargeLater(store, subscription, open)
  if (!decline) return settle(store, subscription, invoice)
  const waitDays = attemptsLeft > 0 ? RETRY_DAYS[RETRY_DAYS.length - attemptsLeft] : undefined
  if (waitDays === undefined) {
    if (store.settings.afterLastRetry === 'canceled') return endSubscription(store, subscription)
    return save(store, subscription, { status: 'unpaid' }, { retry: null })
  }
  const older = subscription.hidden.retry
  const next = { invoice: invoice.id, attemptsLeft: attemptsLeft - 1, at: now + waitDays * DAY_SECONDS }
  const status = subscription.data.status === 'active' ? 'past_due' : subscription.data.status
  // If an older invoice is being retried, its retries go on.
  return save(store, subscription, { status }, { retry: older && older.invoice !== invoice.id ? older : next })
}

/** Charges an invoice off session. */
export async function chargeLater(store: Store, { data }: Subscription, open: Stored<'invoice'>): Promise<Attempt> {
  const customer = await store.need('customer', data.customer)
  const method = await payingMethod(store, customer, data.default_payment_method)
  return charge(store, open, method, { holderIsThere: false })
}

/** Makes an overdue subscription active again once its latest invoice is paid. */
export async function settle(store: Store, subscription: Subscription, paid: Stored<'invoice'>): Promise<Subscription> {
  const { data, hidden } = subscription
  const isBehind = data.status === 'past_due' || data.status === 'unpaid' || data.status === 'incomplete'
  if (isBehind && data.latest_invoice === paid.id) {
    return save(store, subscription, { status: 'active' }, { retry: null, incompleteUntil: null })
  }
  return hidden.retry?.invoice === paid.id ? save(store, subscription, {}, { retry: null }) : subscription
}

/**
 * Charges all open invoices of a customer, as happens after a change of card.
 * @returns the outcome; `nothing` if nothing was open
 */
export async function collectDebts(store: Store, customer: string): Promise<'nothing' | 'paid' | 'unpaid'> {
  const open = await store.findAll('invoice', eq(objects.customer, customer), eq(objects.status, 'open'))
  let outcome: 'nothing' | 'paid' | 'unpaid' = 'nothing'
  for (const invoice of open) {
    const subscription = await store.find('subscription', invoice.data.parent.subscription_details.subscription)
    if (!subscription || subscription.data.status === 'canceled') continue
    const attempt = await chargeLater(store, subscription, invoice)
    if (attempt.decline) outcome = 'unpaid'
    else {
      if (outcome === 'nothing') outcome = 'paid'
      await settle(store, subscription, attempt.invoice)
    }
  }
  return outcome
}
