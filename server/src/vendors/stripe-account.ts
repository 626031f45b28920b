import type Stripe from 'stripe'
import type { PriceToSell } from './payments.ts'
import { ensurePortal, ensureStripePrices } from './stripe-setup.ts'
import { calling, createStripeClient, type StripeAddress } from './stripe.ts'

/** The events after which a plan may have changed. Their contents are not read: the sync fetches the truth. */
const WEBHOOK_EVENTS: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
]

export interface AccountSetup {
  /** `isNew` is true for a price created now, false for one that existed. */
  prices: { id: string; providerId: string; isNew: boolean }[]
  portal: { id: string; isNew: boolean }
  /** Stripe reveals the secret only when the endpoint is created. Null if no endpoint was requested. */
  webhook: { id: string; secret: string | null } | null
}

/**
 * Creates what a Stripe account lacks: products with their prices, the portal's settings and the webhook endpoint.
 * Existing objects are kept, so this can be run any number of times.
 * @param webhookUrl null if Stripe could not reach it
 */
export function setUpStripeAccount(
  address: StripeAddress,
  { prices, webhookUrl }: { prices: readonly PriceToSell[]; webhookUrl: string | null },
): Promise<AccountSetup> {
  const stripe = createStripeClient(address)
  return calling(async () => {
    const before = new Set<string>()
    for await (const { id } of stripe.prices.list({ limit: 100 })) before.add(id)
    const ids = await ensureStripePrices(stripe, prices)
    const portals = await stripe.billingPortal.configurations.list({ limit: 100 })
    const portalId = await ensurePortal(stripe)
    return {
      prices: [...ids].map(([id, providerId]) => ({ id, providerId, isNew: !before.has(providerId) })),
      portal: { id: portalId, isNew: portals.data.every(({ id }) => id !== portalId) },
      webhook: webhookUrl === null ? null : await ensureWebhook(stripe, webhookUrl),
    }
  })
}

async function ensureWebhook(stripe: Stripe, url: string): Promise<{ id: string; secret: string | null }> {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url === url && endpoint.status === 'enabled') return { id: endpoint.id, secret: null }
  }
  const made = await stripe.webhookEndpoints.create({
    url,
    enabled_events: WEBHOOK_EVENTS,
    description: 'Voxhall: plans and minutes',
  })
  return { id: made.id, secret: made.secret ?? null }
}
