import type Stripe from 'stripe'
import type { PriceToSell } from './payments.ts'
import { PRICE_KEY } from './payments.ts'

/** Marks what we made, so that a second run finds it. */
const PLAN_KEY = 'voxhall_plan'
const PORTAL_KEY = 'voxhall_portal'
/** As many as Stripe takes in one question. */
const LOOKUP_KEYS = 10

/**
 * Finds our prices by their lookup keys and makes what lacks, so that it can be run any number of times. An amount that
 * differs is a new price, to which the key moves; subscriptions at the old price keep it.
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
      // Two processes that start together make one price.
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

/** Its id follows from ours, so that it is found without being searched for. */
async function ensureProduct(stripe: Stripe, { planId, planName }: PriceToSell): Promise<string> {
  const id = `voxhall_${planId.replaceAll('-', '_')}`
  try {
    return (await stripe.products.retrieve(id)).id
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  try {
    return (await stripe.products.create({ id, name: `Voxhall ${planName}`, metadata: { [PLAN_KEY]: planId } })).id
  } catch (error) {
    // Another process was quicker.
    if (hasCode(error, 'resource_already_exists')) return id
    throw error
  }
}

/**
 * A larger plan is paid when it begins, with a period of its own, and a smaller or shorter one waits for the next period.
 * Otherwise a person could use up a large plan's minutes and be back on a small one before its price is asked for.
 */
const PLAN_CHANGES: Pick<
  Stripe.BillingPortal.ConfigurationCreateParams.Features.SubscriptionUpdate,
  'proration_behavior' | 'billing_cycle_anchor' | 'schedule_at_period_end'
> = {
  proration_behavior: 'always_invoice',
  billing_cycle_anchor: 'now',
  schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }, { type: 'shortening_interval' }] },
}

/** What customers may do on the provider's page: pay with another card, change the plan, end it, see invoices. */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const products = await portalProducts(stripe)
  const sold = products.map(({ product, prices }) => `${product}:${prices.toSorted().join('+')}`).join(',')
  const version = `${sold} ${JSON.stringify(PLAN_CHANGES)}`
  const found = data.find(({ metadata }) => metadata?.[PORTAL_KEY] === fingerprint(version))
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
    metadata: { [PORTAL_KEY]: fingerprint(version) },
  })
  return made.id
}

/** All that we sell, by product: Stripe takes at most ten. */
async function portalProducts(stripe: Stripe): Promise<{ product: string; prices: string[] }[]> {
  const byProduct = new Map<string, string[]>()
  for await (const price of stripe.prices.list({ active: true, limit: 100 })) {
    if (!price.lookup_key || price.lookup_key !== price.metadata[PRICE_KEY]) continue
    const product = typeof price.product === 'string' ? price.product : price.product.id
    byProduct.set(product, [...(byProduct.get(product) ?? []), price.id])
  }
  return [...byProduct].map(([product, prices]) => ({ product, prices })).slice(0, 10)
}

/** Metadata holds at most 500 letters. */
function fingerprint(text: string): string {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0).toString(36)
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'resource_missing')
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
