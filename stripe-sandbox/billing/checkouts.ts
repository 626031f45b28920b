import type { Stored } from '../kinds.ts'
import type { HiddenSession, Session } from '../lifecycles.ts'
import type { CardDetails } from '../objects.ts'
import type { Store } from '../store.ts'
import { newId } from '../wire.ts'
import { createCustomer, saveCard } from './customers.ts'
import { startSubscription } from './subscriptions.ts'

const DAY_SECONDS = 86_400

/** A session that is over waits for nothing. */
const OVER = { dueAt: null, challenge: null }

/** Opens a checkout that expires after a day, for the API or for a visited payment link. */
export async function openSession(
  store: Store,
  given: Partial<Session>,
  hidden: Partial<HiddenSession> & Pick<HiddenSession, 'lineItems'>,
): Promise<Stored<'checkout.session'>> {
  const id = newId('cs_test', 58)
  const dueAt = store.realNow + DAY_SECONDS
  const data = {
    id,
    amount_total: hidden.lineItems.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0),
    cancel_url: null,
    client_reference_id: null,
    currency: hidden.lineItems[0]?.price.currency ?? 'usd',
    customer: null,
    customer_details: null,
    expires_at: dueAt,
    invoice: null,
    metadata: {},
    payment_link: null,
    status: 'open' as const,
    subscription: null,
    success_url: null,
    url: `${store.settings.publicUrl}/sandbox/stripe/pay/${id}`,
    ...given,
  }
  const rest = { dueAt, subscriptionMetadata: {}, prefilledEmail: null, challenge: null }
  return store.create('checkout.session', data, { ...rest, ...hidden })
}

export async function expireSession(
  store: Store,
  session: Stored<'checkout.session'>,
): Promise<Stored<'checkout.session'>> {
  return store.update(session, { data: { status: 'expired', url: null }, hidden: OVER })
}

/** Pays an open checkout: makes the customer if there is none, the card, and the subscription with its first invoice. */
export async function completeSession(
  store: Store,
  session: Stored<'checkout.session'>,
  { card, email }: { card: CardDetails; email: string },
): Promise<Stored<'checkout.session'>> {
  const { data, hidden } = session
  const customer = data.customer
    ? await store.need('customer', data.customer, 'customer')
    : await createCustomer(store, { email, name: card.name })
  const method = await saveCard(store, card, customer)
  const { subscription, invoice } = await startSubscription(store, {
    customer,
    items: hidden.lineItems,
    metadata: hidden.subscriptionMetadata,
    ownMethod: method.id,
    method,
    holderIsThere: true,
  })
  const paid: Partial<Session> = {
    customer: customer.id,
    customer_details: { email: customer.data.email ?? email, name: card.name },
    invoice: invoice.id,
    status: 'complete',
    subscription: subscription.id,
    url: null,
  }
  return store.update(session, { data: paid, hidden: OVER }, 'checkout.session.completed')
}
