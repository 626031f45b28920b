import type { Stored } from '../kinds.ts'
import type { CardDetails, Metadata } from '../objects.ts'
import type { Store } from '../store.ts'
import { newId, noSuch, randomLetters, StripeError } from '../wire.ts'
import { cardDetailsOf, cardError, TEST_CARDS } from './test-cards.ts'

type Customer = Stored<'customer'>
type Method = Stored<'payment_method'>

interface NewCustomer {
  email?: string | undefined
  name?: string | undefined
  metadata?: Metadata | undefined
  test_clock?: string | undefined
}

export async function createCustomer(store: Store, given: NewCustomer): Promise<Customer> {
  const testClock = given.test_clock ?? null
  const data = {
    id: newId('cus', 14),
    created: await store.nowOn(testClock),
    email: given.email ?? null,
    invoice_prefix: randomLetters(8).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    test_clock: testClock,
  }
  return store.create('customer', data, { nextInvoiceSequence: 1 })
}

/** Stores a customer's card, of whose number only the last four digits are kept. */
export async function saveCard(store: Store, card: CardDetails, customer: Customer): Promise<Method> {
  const { brand, expMonth, expYear, last4, behaviour } = card
  const data = {
    id: newId('pm'),
    card: { brand, exp_month: expMonth, exp_year: expYear, last4 },
    created: await store.nowOn(customer.data.test_clock),
    customer: customer.id,
  }
  return store.create('payment_method', data, { behaviour })
}

/**
 * Gives a customer one of the shared test cards (`pm_card_visa`): a copy of its own, which expires in three years.
 * @throws {StripeError} 402 for a card that is always declined.
 */
export async function attachSharedCard(store: Store, shared: string, customer: Customer) {
  const card = TEST_CARDS.find(({ method }) => method === shared)
  if (!card) throw noSuch('PaymentMethod', shared, 'payment_method')
  if (card.declines) throw cardError(card.declines)
  const expYear = new Date(store.realNow * 1_000).getUTCFullYear() + 3
  return saveCard(store, cardDetailsOf(card, { expMonth: 12, expYear, name: '' }), customer)
}

/** @throws {StripeError} 400 for an unknown card or one of another customer. */
export async function ownMethod(store: Store, id: string, customer: string, param: string): Promise<Method> {
  const method = await store.need('payment_method', id, param)
  if (method.data.customer === customer) return method
  throw new StripeError(`The customer does not have a payment method with the ID ${id}.`, {
    code: 'resource_missing',
    param,
  })
}

/** @returns the customer as it is now */
export async function payByDefault(store: Store, customer: Customer, method: string): Promise<Customer['data']> {
  const settings = { invoice_settings: { default_payment_method: method } }
  return (await store.update(customer, { data: settings }, 'customer.updated')).data
}

/** The card that a subscription or, failing that, its customer pays with. */
export async function payingMethod(
  store: Store,
  customer: Customer,
  ofSubscription: string | null = null,
): Promise<Method | undefined> {
  // A deleted customer has no settings left.
  const ofCustomer = customer.deleted ? null : customer.data.invoice_settings.default_payment_method
  return store.find('payment_method', ofSubscription ?? ofCustomer)
}
