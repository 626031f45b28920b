import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { expireSession, openSession } from '../billing/checkouts.ts'
import { sharedRecurring } from '../billing/periods.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import { newId, StripeError } from '../wire.ts'
import { itemParams, itemsOf } from './catalogue.ts'
import { endpoint, list, metadata, page, text } from './endpoint.ts'

const webAddress = () => z.url({ protocol: /^https?$/ }).max(5_000)

export const checkoutEndpoints = [
  endpoint(
    'POST',
    'checkout/sessions',
    {
      cancel_url: webAddress().optional(),
      client_reference_id: text(200).optional(),
      customer: text().optional(),
      line_items: list(itemParams),
      metadata: metadata(),
      mode: z.literal('subscription'),
      subscription_data: z.strictObject({ metadata: metadata() }).optional(),
      success_url: webAddress(),
    },
    async (store, given) => {
      if (given.customer) await store.need('customer', given.customer, 'customer')
      const lineItems = await itemsOf(store, given.line_items)
      sharedRecurring(lineItems)
      const session = await openSession(store, {
        lineItems,
        successUrl: given.success_url,
        cancelUrl: given.cancel_url,
        customer: given.customer,
        clientReferenceId: given.client_reference_id,
        metadata: given.metadata,
        subscriptionMetadata: given.subscription_data?.metadata,
      })
      return session.data
    },
  ),
  endpoint(
    'GET',
    'checkout/sessions',
    { ...page, customer: text().optional(), subscription: text().optional() },
    (store, { customer, subscription, ...rest }) =>
      store.list(
        'checkout.session',
        rest,
        customer ? eq(objects.customer, customer) : undefined,
        subscription ? eq(objects.subscription, subscription) : undefined,
      ),
  ),
  endpoint('GET', 'checkout/sessions/:id', {}, async (store, _, id) => (await store.need('checkout.session', id)).data),
  endpoint('POST', 'checkout/sessions/:id/expire', {}, async (store, _, id) => {
    const session = await store.need('checkout.session', id)
    if (session.data.status === 'open') return (await expireSession(store, session)).data
    throw new StripeError(`Only open Checkout Sessions can be expired; this one is \`${session.data.status}\`.`)
  }),
  endpoint('POST', 'payment_links', { line_items: list(itemParams) }, async (store, given) => {
    const lineItems = await itemsOf(store, given.line_items)
    sharedRecurring(lineItems)
    const id = newId('plink')
    const url = `${store.settings.publicUrl}/sandbox/stripe/link/${id}`
    const data = { id, object: 'payment_link' as const, created: store.realNow, url }
    return (await store.create('payment_link', data, { lineItems })).data
  }),
]
