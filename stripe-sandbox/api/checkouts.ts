import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { expireSession, openSession } from '../billing/checkouts.ts'
import { sharedRecurring } from '../billing/periods.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import { newId, StripeError } from '../wire.ts'
import { itemParams, itemsOf } from './catalogue.ts'
import { endpoint, list, metadata, page, readOne, text } from './endpoint.ts'

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
    async (store, { cancel_url = null, client_reference_id = null, customer = null, ...given }) => {
      if (customer) await store.need('customer', customer, 'customer')
      const lineItems = await itemsOf(store, given.line_items)
      sharedRecurring(lineItems)
      const session = await openSession(
        store,
        { cancel_url, client_reference_id, customer, metadata: given.metadata ?? {}, success_url: given.success_url },
        { lineItems, subscriptionMetadata: given.subscription_data?.metadata ?? {} },
      )
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
  readOne('checkout/sessions/:id', 'checkout.session'),
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
    return (await store.create('payment_link', { id, url }, { lineItems })).data
  }),
]
