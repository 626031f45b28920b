import { createCardMethod } from '../billing/attach-payment-method.ts'
import { startSubscription } from '../billing/start-subscription.ts'
import type { CardDetails, Stored } from '../kinds.ts'
import { createCustomer } from '../resources/customers.ts'
import type { WireSession } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

/** Pays an open checkout: the customer where there was none, their card, the subscription with its first invoice. */
export async function completeCheckout(
  work: Work,
  session: Stored<'checkout.session'>,
  { card, email }: { card: CardDetails; email: string },
): Promise<Stored<'checkout.session'>> {
  const { data, hidden } = session
  const customer = data.customer
    ? await knownCustomer(work, data.customer, hidden.takesName ? card.name : undefined)
    : await createCustomer(work, { email, name: card.name })
  const owner = { customer: customer.id, testClock: customer.data.test_clock ?? null, email }
  const method = await createCardMethod(work, card, owner)
  const { subscription, invoice } = await startSubscription(work, {
    customer,
    items: hidden.lineItems.flatMap(({ price, quantity }) =>
      price ? [{ price, quantity: quantity ?? 1, metadata: {} }] : [],
    ),
    plan: hidden.plan,
    defaultMethod: method.id,
    method,
    personIsThere: true,
  })
  const paid: Partial<WireSession> = {
    collected_information: { business_name: null, individual_name: null, shipping_details: null },
    customer: customer.id,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.data.email ?? email,
      individual_name: null,
      name: card.name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    invoice: invoice.id,
    payment_status: data.amount_total === 0 ? 'no_payment_required' : 'paid',
    status: 'complete',
    subscription: subscription.id,
    url: null,
  }
  const complete = await work.update(session, { data: paid, hidden: { dueAt: null, challenge: null } })
  await work.emit('checkout.session.completed', complete.data, await work.nowOn(customer.data.test_clock))
  return complete
}

async function knownCustomer(work: Work, id: string, name: string | undefined): Promise<Stored<'customer'>> {
  const customer = await work.need('customer', id, 'customer')
  if (name === undefined || name === customer.data.name) return customer
  return work.update(customer, { data: { name } }, 'customer.updated')
}

/** Where a paid checkout leads; null when it shows its own confirmation. */
export function successAddress({ id, success_url: url }: WireSession): string | null {
  return url?.replaceAll('{CHECKOUT_SESSION_ID}', id).replaceAll('%7BCHECKOUT_SESSION_ID%7D', id) ?? null
}
