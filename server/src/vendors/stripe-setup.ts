import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { PRICE_KEY, type PriceToSell } from './payments.ts'
import { codeOf } from '../infra/error-facts.ts'

/** Marks objects created here, so that a second run finds them. */
const PLAN_KEY = 'voxhall_plan'
const PORTAL_KEY = 'voxhall_portal'
/** The most keys that Stripe accepts in one request. */
const LOOKUP_KEYS = 10

/**
 * Finds our prices by their lookup keys and creates missing ones, so it can be run any number of times. A changed
 * amount makes a new price, which takes over the lookup key; existing subscriptions keep the old price.
 */
export async function ensureStripePrices(
  stripe: Stripe,
  prices: readonly PriceToSell[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, Stripe.Price>()
  for (let from = 0; from < prices.length; from += LOOKUP_KEYS) {
    const keys = prices.slice(from, from + LOOKUP_KEYS).map(({ id }) => id)
    const { data } = await stripe.prices.list({ lookup_keys: keys, active: true, limit: 100 })
    for (const price of data) if (price.lookup_key) known.set(price.lookup_key, price)
  }
  const ids = new Map<string, string>()
  const products = new Map<string, string>()
  for (const price of prices) {
    const found = known.get(price.id)
    if (found && isSame(found, price)) {
      ids.set(price.id, found.id)
      continue
    }
    const product = products.get(price.planId) ?? (await ensureProduct(stripe, price))
    products.set(price.planId, product)
    const made = await stripe.prices.create(
      {
        product,
        currency: 'usd',
        unit_amount: price.cents,
        recurring: { interval: price.interval },
        lookup_key: price.id,
        transfer_lookup_key: true,
        nickname: `${price.planName}, ${price.interval === 'month' ? 'monthly' : 'annual'}`,
        metadata: { [PRICE_KEY]: price.id, minutes: String(price.minutes) },
      },
      // With this key, two processes that start together create only one price.
      { idempotencyKey: `voxhall-price-${price.id}-${price.cents}-${price.minutes}-${found?.id ?? 'first'}` },
    )
    ids.set(price.id, made.id)
  }
  return ids
}

function isSame(found: Stripe.Price, { cents, minutes, interval }: PriceToSell): boolean {
  return (
    found.unit_amount === cents &&
    found.currency === 'usd' &&
    found.recurring?.interval === interval &&
    found.metadata['minutes'] === String(minutes)
  )
}

/** The product's id is derived from the plan's, so no search is needed. */
async function ensureProduct(stripe: Stripe, { planId, planName }: PriceToSell): Promise<string> {
  const id = `voxhall_${planId.replaceAll('-', '_')}`
  try {
    return (await stripe.products.retrieve(id)).id
  } catch (error) {
    if (codeOf(error) !== 'resource_missing') throw error
  }
  try {
    return (await stripe.products.create({ id, name: `Voxhall ${planName}`, metadata: { [PLAN_KEY]: planId } })).id
  } catch (error) {
    // Another process created it first.
    if (codeOf(error) === 'resource_already_exists') return id
    throw error
  }
}

/**
 * An upgrade is charged at once and starts a new period; a downgrade or a shorter interval takes effect at the next
 * period. Otherwise a customer could use up the minutes of a large plan and return to a small one before being charged.
 */
const PLAN_CHANGES: Pick<
  Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate,
  'proration_behavior' | 'billing_cycle_anchor' | 'schedule_at_period_end'
> = {
  proration_behavior: 'always_invoice',
  billing_cycle_anchor: 'now',
  schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
}

/**
 * Creates or finds the settings of the provider's portal, where customers can change their card or plan, cancel, and
 * see invoices.
 */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const products = await portalProducts(stripe)
  const sold = products.map(({ product, prices }) => `${product}:${prices.toSorted().join('+')}`).join(',')
  // A hash, since a metadata value holds at most 500 characters.
  const version = createHash('sha256')
    .update(`${sold} ${JSON.stringify(PLAN_CHANGES)}`)
    .digest('hex')
  const found = data.find(({ metadata }) => metadata?.[PORTAL_KEY] === version)
  if (found) return found.id
  const made = await stripe.billingPortal.configurations.create({
    features: {
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price'],
        ...PLAN_CHANGES,
        products,
      },
    },
    metadata: { [PORTAL_KEY]: version },
  })
  return made.id
}

/** All products that we sell with their prices; Stripe accepts at most ten products. */
async function portalProducts(stripe: Stripe): Promise<{ product: string; prices: string[] }[]> {
  const byProduct = new Map<string, string[]>()
  for await (const price of stripe.prices.list({ active: true, limit: 100 })) {
    if (!price.lookup_key || price.lookup_key !== price.metadata[PRICE_KEY]) continue
    const product = typeof price.product === 'string' ? price.product : price.product.id
    byProduct.set(product, [...(byProduct.get(product) ?? []), price.id])
  }
  return [...byProduct].map(([product, prices]) => ({ product, prices })).slice(0, 10)
}
