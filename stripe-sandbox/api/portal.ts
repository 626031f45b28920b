import { z } from 'zod'
import type { PortalSession } from '../objects.ts'
import type { Store } from '../store.ts'
import { newId, randomLetters, StripeError } from '../wire.ts'
import { endpoint, list, metadata, page, text } from './endpoint.ts'

/** How long the address of a portal session works. */
const SESSION_SECONDS = 3_600

const on = z.literal('true')
const PUT_OFF = ['decreasing_item_amount', 'shortening_interval'] as const

/**
 * The only portal configuration that the sandbox supports: changes to larger plans are billed at once and begin a new
 * period, changes to smaller or shorter ones wait for the next period, and a cancellation waits for the end of the
 * period. Other settings are refused.
 */
const features = z.strictObject({
  invoice_history: z.strictObject({ enabled: on }),
  payment_method_update: z.strictObject({ enabled: on }),
  subscription_cancel: z.strictObject({ enabled: on, mode: z.literal('at_period_end') }),
  subscription_update: z.strictObject({
    enabled: on,
    default_allowed_updates: list(z.literal('price')),
    proration_behavior: z.literal('always_invoice'),
    billing_cycle_anchor: z.literal('now'),
    schedule_at_period_end: z.strictObject({
      conditions: list(z.strictObject({ type: z.enum(PUT_OFF) })).refine((conditions) =>
        PUT_OFF.every((type) => conditions.some((condition) => condition.type === type)),
      ),
    }),
    products: list(z.strictObject({ product: text(), prices: list(text()) })),
  }),
})

const newSession = {
  configuration: text(),
  customer: text(),
  flow_data: z
    .strictObject({
      type: z.literal('subscription_update'),
      subscription_update: z.strictObject({ subscription: text() }),
    })
    .optional(),
  return_url: z.url({ protocol: /^https?$/ }),
}

async function openPortal(store: Store, given: z.infer<z.ZodObject<typeof newSession>>): Promise<PortalSession> {
  const { configuration, customer, flow_data: flow = null } = given
  await store.need('customer', customer, 'customer')
  await store.need('billing_portal.configuration', configuration, 'configuration')
  if (flow) {
    const param = 'flow_data[subscription_update][subscription]'
    const { data } = await store.need('subscription', flow.subscription_update.subscription, param)
    if (data.customer !== customer) {
      throw new StripeError(`The subscription ${data.id} does not belong to the customer ${customer}.`, { param })
    }
  }
  const id = newId('bps')
  const accessCode = randomLetters(40)
  const data = {
    id,
    configuration,
    customer,
    flow,
    return_url: given.return_url,
    url: `${store.settings.publicUrl}/sandbox/stripe/portal/${id}/${accessCode}`,
  }
  const hidden = { accessCode, expiresAt: store.realNow + SESSION_SECONDS }
  return (await store.create('billing_portal.session', data, hidden)).data
}

export const portalEndpoints = [
  endpoint('POST', 'billing_portal/sessions', newSession, openPortal),
  endpoint('POST', 'billing_portal/configurations', { features, metadata: metadata() }, async (store, given) => {
    const data = {
      id: newId('bpc'),
      features: { subscription_update: { products: given.features.subscription_update.products } },
      metadata: given.metadata ?? {},
    }
    return (await store.create('billing_portal.configuration', data, {})).data
  }),
  endpoint('GET', 'billing_portal/configurations', { ...page, active: z.literal('true').optional() }, (store, given) =>
    // All configurations are active, so `active` filters nothing.
    store.list('billing_portal.configuration', given),
  ),
]
