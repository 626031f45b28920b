import type { Stored } from '../kinds.ts'
import type { Subscription } from '../lifecycles.ts'
import type { Price } from '../objects.ts'
import type { Store } from '../store.ts'
import { createInvoice, creditLines, periodLines } from './invoices.ts'
import { monthsOf, periodEndAfter, shareLeft } from './periods.ts'
import { chargeLater, settle } from './lifecycle.ts'
import { itemsIn, periodOf, save } from './subscriptions.ts'
import { cardError } from './test-cards.ts'

/** Whether a change to this price waits for the next period, as changes to a lower price or a shorter interval do. */
export function isPutOff(from: Price, to: Price): boolean {
  return to.unit_amount < from.unit_amount || monthsOf(to.recurring) < monthsOf(from.recurring)
}

/**
 * Changes the price of a subscription now: a new period begins, and its price is charged less a credit for the unused
 * part of the old period. During a trial only the price changes.
 * @throws {StripeError} 402 if the card is declined; then nothing changes
 */
export async function switchPrice(
  store: Store,
  subscription: Stored<'subscription'>,
  price: Price,
): Promise<Stored<'subscription'>> {
  const { data } = subscription
  const before = periodOf(data)
  const unscheduled = { scheduledPrice: null }
  if (data.status === 'trialing') return save(store, subscription, { items: itemsIn(data, before, price) }, unscheduled)

  const now = await store.nowOn(data.test_clock)
  const period = { start: now, end: periodEndAfter(now, price.recurring, now) }
  const items = itemsIn(data, period, price)
  const share = shareLeft(before, now)
  const lines = [
    ...(await creditLines(store, data.items.data, { now, end: before.end, share })),
    ...(await periodLines(store, items.data, period)),
  ]
  const customer = await store.need('customer', data.customer)
  const open = await createInvoice(store, { subscription: data, customer, lines, reason: 'subscription_update' })
  const { invoice, decline } = await chargeLater(store, subscription, open)
  if (decline) throw cardError({ ...decline, message: 'Your card was declined.' })
  const changed: Partial<Subscription> = {
    items,
    billing_cycle_anchor: now,
    latest_invoice: invoice.id,
    // If the subscription is set to end with its period, that end moves to the new period's end.
    ...(data.cancel_at_period_end ? { cancel_at: period.end } : {}),
  }
  return settle(store, await save(store, subscription, changed, unscheduled), invoice)
}
