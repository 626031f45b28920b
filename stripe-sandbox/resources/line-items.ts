import { sharedRecurring } from '../billing/start-subscription.ts'
import type { SubscriptionPlan } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import { emptyable, fields, integer, mergedMetadata, metadata, text, type Page } from '../wire/params.ts'
import { noSuch } from '../wire/stripe-error.ts'
import type { WireLineItem } from '../wire/wire-types.ts'
import type { ListPage, Work } from '../work.ts'
import { priceDataParams } from './prices.ts'
import { billingMode, pricesOf, trialSettings } from './subscription-params.ts'

export const lineItemParams = fields({
  price: text().optional(),
  price_data: priceDataParams.optional(),
  quantity: integer({ min: 1, max: 999_999 }).optional(),
})

/** How a checkout describes the subscription that it will make. */
export const subscriptionDataParams = fields({
  billing_mode: billingMode.optional(),
  description: text(500).optional(),
  metadata: metadata().optional(),
  trial_end: integer().optional(),
  trial_period_days: emptyable(integer({ min: 1, max: 730 })).optional(),
  trial_settings: trialSettings.optional(),
})

/** What is bought, as checkout sessions and payment links list it. */
export async function lineItemsOf(
  work: Work,
  given: readonly (typeof lineItemParams._output)[],
): Promise<WireLineItem[]> {
  const prices = await pricesOf(work, given, 'line_items')
  sharedRecurring(prices.map((price) => ({ price })))
  const items: WireLineItem[] = []
  for (const [index, price] of prices.entries()) {
    const quantity = given[index]?.quantity ?? 1
    const amount = (price.unit_amount ?? 0) * quantity
    const product = await work.find('product', price.product)
    items.push({
      id: newId('li'),
      object: 'item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: product?.data.name ?? null,
      metadata: {},
      price,
      quantity,
    })
  }
  return items
}

export function planOf(given: typeof subscriptionDataParams._output | undefined): SubscriptionPlan {
  return {
    metadata: mergedMetadata({}, given?.metadata),
    description: given?.description ?? null,
    trialPeriodDays: given?.trial_period_days ?? 0,
    trialEnd: given?.trial_end ?? null,
    missingPaymentMethod: given?.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    billingMode: given?.billing_mode?.type ?? 'flexible',
  }
}

/** A page of a list that lies in one object. */
export function pageOf(items: readonly { id: string; object: string }[], page: Page, url: string): ListPage {
  const limit = page.limit ?? 10
  const cursor = page.starting_after ?? page.ending_before
  const at = items.findIndex(({ id }) => id === cursor)
  if (cursor !== undefined && at < 0) {
    throw noSuch('line item', cursor, page.starting_after ? 'starting_after' : 'ending_before', 400)
  }
  if (page.ending_before !== undefined) {
    const before = items.slice(0, at)
    return { object: 'list', url, has_more: before.length > limit, data: before.slice(-limit) }
  }
  const rest = items.slice(at + 1)
  return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit) }
}
