import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Stored } from '../kinds.ts'
import { attachSharedCard, createCustomer, ownMethod, payByDefault } from '../billing/customers.ts'
import { endSubscription, isOver } from '../billing/subscriptions.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import type { Store } from '../store.ts'
import { noSuch } from '../wire.ts'
import { endpoint, metadata, page, readOne, text } from './endpoint.ts'

// Customers, their cards and their invoices.

const invoiceSettings = z.strictObject({ default_payment_method: text() })

async function needLiving(store: Store, id: string): Promise<Stored<'customer'>> {
  const customer = await store.need('customer', id)
  if (customer.deleted) throw noSuch('customer', id)
  return customer
}

/** As at Stripe, objects on a test clock are only listed if the request names their customer. */
const onNoClock = isNull(objects.testClock)

export const customerEndpoints = [
  endpoint(
    'POST',
    'customers',
    {
      email: z.email().max(512).optional(),
      invoice_settings: invoiceSettings.optional(),
      metadata: metadata(),
      name: text(256).optional(),
      payment_method: text().optional(),
      test_clock: text().optional(),
    },
    async (store, { payment_method: card, invoice_settings: settings, ...given }) => {
      if (given.test_clock) await store.need('test_helpers.test_clock', given.test_clock, 'test_clock')
      const customer = await createCustomer(store, given)
      if (!card) return customer.data
      // Attaching a shared test card makes a copy with an id of its own.
      const { id } = await attachSharedCard(store, card, customer)
      return settings?.default_payment_method === card ? payByDefault(store, customer, id) : customer.data
    },
  ),
  endpoint('GET', 'customers', { ...page, email: text(512).optional() }, (store, { email, ...rest }) =>
    store.list('customer', rest, and(onNoClock, email ? eq(objects.email, email) : undefined)),
  ),
  readOne('customers/:id', 'customer'),
  endpoint('POST', 'customers/:id', { invoice_settings: invoiceSettings }, async (store, given, id) => {
    const customer = await needLiving(store, id)
    const { default_payment_method: method } = given.invoice_settings
    await ownMethod(store, method, id, 'invoice_settings[default_payment_method]')
    return payByDefault(store, customer, method)
  }),
  endpoint('DELETE', 'customers/:id', {}, async (store, _, id) => {
    const customer = await needLiving(store, id)
    for (const one of await store.findAll('subscription', eq(objects.customer, id))) {
      if (!isOver(one.data.status)) await endSubscription(store, one)
    }
    return store.remove(customer, 'customer.deleted')
  }),
  endpoint('GET', 'payment_methods', { ...page, customer: text() }, (store, { customer, ...rest }) =>
    store.list('payment_method', rest, eq(objects.customer, customer)),
  ),
  endpoint('POST', 'payment_methods/:id/attach', { customer: text() }, async (store, given, id) => {
    const customer = await store.need('customer', given.customer, 'customer')
    return (await attachSharedCard(store, id, customer)).data
  }),
  endpoint('GET', 'invoices', { ...page, customer: text() }, (store, { customer, ...rest }) =>
    store.list('invoice', rest, eq(objects.customer, customer)),
  ),
]
