import type { Stored } from '../kinds.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireInvoiceLine, WirePrice, WireSubscription, WireSubscriptionItem } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { detailsOf } from './cancel-subscription.ts'
import { attemptPayment, payingMethod, recoverSubscription } from './collect.ts'
import { createDraft, finalizeInvoice, prorationLine } from './invoices.ts'
import { save } from './lifecycle.ts'
import { periodEndAfter } from './periods.ts'
import { amountOf, nameOf, newItem, periodLines, planOf, sharedRecurring } from './start-subscription.ts'

export type Prorations = 'create_prorations' | 'always_invoice' | 'none'

export interface ItemChange {
  /** Of the item to change; a new one without. */
  id?: string | undefined
  price?: WirePrice | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string> | undefined
}

/** When a subscription is to end; null takes that back. */
export type Ending = { at: number; wholePeriod: boolean } | null

/** The fields that schedule an end, or take one back. */
export function endingFields(subscription: WireSubscription, ending: Ending, now: number): Partial<WireSubscription> {
  if (ending === null) {
    const cancellation_details = { ...detailsOf(subscription), reason: null }
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details }
  }
  return {
    cancel_at: ending.at,
    cancel_at_period_end: ending.wholePeriod,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...detailsOf(subscription), reason: 'cancellation_requested' },
  }
}

export function periodOf(subscription: WireSubscription): { start: number; end: number } {
  const [item] = subscription.items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

/**
 * Changes prices and quantities. The rest of the period is credited for what was and charged for what is, on the next
 * invoice or at once; a new interval always begins a new period and bills it at once, and so does any change that
 * `restarts`.
 */
export async function changeItems(
  work: Work,
  subscription: Stored<'subscription'>,
  changes: readonly ItemChange[],
  prorations: Prorations,
  { restarts = false }: { restarts?: boolean } = {},
): Promise<Stored<'subscription'>> {
  const { data } = subscription
  const now = await work.nowOn(data.test_clock)
  const before = data.items.data
  const period = periodOf(data)
  const changed = applyChanges(data, changes, period, now)
  const [was, is] = [sharedRecurring(before), sharedRecurring(changed)]
  const startsAnew = restarts || was.interval !== is.interval || was.interval_count !== is.interval_count
  const isTrial = data.status === 'trialing'
  const next =
    startsAnew && !isTrial ? { start: now, end: periodEndAfter(now, is.interval, is.interval_count, now) } : period
  const items = changed.map((item) => ({ ...item, current_period_start: next.start, current_period_end: next.end }))
  const lines =
    prorations === 'none' || isTrial
      ? []
      : [
          ...(await prorated(work, before, items, data, { period, now, sign: -1 })),
          ...(startsAnew ? [] : await prorated(work, items, before, data, { period, now, sign: 1 })),
        ]
  const billsAtOnce = (startsAnew && !isTrial) || (prorations === 'always_invoice' && lines.length > 0)
  const update: Partial<WireSubscription> = {
    items: { ...data.items, data: items },
    ...(startsAnew && !isTrial ? { billing_cycle_anchor: now } : {}),
    // The end of the period may have moved, and a planned end moves with it.
    ...(data.cancel_at_period_end ? { cancel_at: next.end } : {}),
  }
  const pending = [...subscription.hidden.prorations, ...lines]
  if (!billsAtOnce) return save(work, subscription, update, { prorations: pending })

  const fresh = startsAnew ? await periodLines(work, data, items, next) : []
  return billNow(work, subscription, update, [...pending, ...fresh], next)
}

async function billNow(
  work: Work,
  subscription: Stored<'subscription'>,
  update: Partial<WireSubscription>,
  lines: WireInvoiceLine[],
  period: { start: number; end: number },
): Promise<Stored<'subscription'>> {
  const customer = await work.need('customer', subscription.data.customer)
  const merged = { ...subscription.data, ...update }
  const reason = 'subscription_update' as const
  const draft = await createDraft(work, { subscription: merged, customer, lines, reason, period })
  const open = await finalizeInvoice(work, draft)
  const method = await payingMethod(work, await work.need('customer', customer.id), subscription)
  const { invoice, decline } = await attemptPayment(work, open, method, { personIsThere: false })
  const isBehind = decline && subscription.data.status === 'active'
  const saved = await save(
    work,
    subscription,
    { ...update, latest_invoice: invoice.id, ...(isBehind ? { status: 'past_due' as const } : {}) },
    { prorations: [] },
  )
  return decline ? saved : recoverSubscription(work, saved, invoice)
}

function applyChanges(
  subscription: WireSubscription,
  changes: readonly ItemChange[],
  period: { start: number; end: number },
  now: number,
): WireSubscriptionItem[] {
  let items = subscription.items.data
  for (const change of changes) {
    const present = items.find((item) => item.id === change.id)
    if (change.id !== undefined && !present) {
      throw new StripeError(`No such subscription item: '${change.id}'`, {
        code: 'resource_missing',
        param: 'items[0][id]',
      })
    }
    if (!present) {
      const { price, quantity = 1, metadata = {} } = change
      if (!price)
        throw new StripeError('You must pass a price.', { code: 'parameter_missing', param: 'items[0][price]' })
      items = [...items, newItem(subscription.id, { price, quantity, metadata }, period, now)]
    } else if (change.deleted) {
      items = items.filter((item) => item !== present)
    } else {
      const price = change.price ?? present.price
      const quantity = change.quantity ?? present.quantity ?? 1
      const changed = {
        ...present,
        price,
        plan: planOf(price),
        quantity,
        metadata: change.metadata ?? present.metadata,
      }
      items = items.map((item) => (item === present ? changed : item))
    }
  }
  if (items.length > 0) return items
  throw new StripeError('A subscription must have at least one active plan.', { param: 'items' })
}

/** Lines for the rest of the period, for those items of `items` that are not the same in `others`. */
async function prorated(
  work: Work,
  items: readonly WireSubscriptionItem[],
  others: readonly WireSubscriptionItem[],
  subscription: WireSubscription,
  { period, now, sign }: { period: { start: number; end: number }; now: number; sign: 1 | -1 },
): Promise<WireInvoiceLine[]> {
  const share = Math.max(0, period.end - now) / (period.end - period.start)
  const isUnchanged = (item: WireSubscriptionItem) =>
    others.some((one) => one.id === item.id && one.price.id === item.price.id && one.quantity === item.quantity)
  const lines: WireInvoiceLine[] = []
  for (const item of items) {
    if (isUnchanged(item)) continue
    const name = await nameOf(work, item)
    const amount = sign * Math.round(amountOf(item) * share)
    const description = sign < 0 ? `Unused time on ${name}` : `Remaining time on ${name}`
    lines.push(prorationLine(item, subscription, { start: now, end: period.end }, { amount, description }))
  }
  return lines
}
