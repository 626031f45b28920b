import { eq } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { attachPaymentMethod } from '../billing/attach-payment-method.ts'
import { cancelSubscription } from '../billing/cancel-subscription.ts'
import { endpoint } from '../endpoint.ts'
import type { Stored } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import {
  email,
  emptyable,
  fields,
  integer,
  list,
  mergedMetadata,
  metadata,
  pagination,
  range,
  text,
} from '../wire/params.ts'
import { noSuch, StripeError } from '../wire/stripe-error.ts'
import type { WireCustomer } from '../wire/wire-types.ts'
import { notOnTestClock, type Work } from '../work.ts'

const address = fields({
  city: emptyable(text()).optional(),
  country: emptyable(text(2)).optional(),
  line1: emptyable(text()).optional(),
  line2: emptyable(text()).optional(),
  postal_code: emptyable(text()).optional(),
  state: emptyable(text()).optional(),
})

const shared = {
  address: emptyable(address).optional(),
  balance: integer().optional(),
  description: emptyable(text()).optional(),
  email: emptyable(email()).optional(),
  invoice_settings: fields({ default_payment_method: emptyable(text()).optional() }).optional(),
  metadata: metadata().optional(),
  name: emptyable(text(256)).optional(),
  phone: emptyable(text(20)).optional(),
  preferred_locales: list(text(10)).optional(),
}

const createParams = fields({ ...shared, payment_method: text().optional(), test_clock: text().optional() })
const updateParams = fields(shared)
const listParams = fields({
  ...pagination,
  created: range().optional(),
  email: text(512).optional(),
  test_clock: text().optional(),
})

export interface NewCustomer {
  email?: string | null | undefined
  name?: string | null | undefined
  phone?: string | null | undefined
  description?: string | null | undefined
  metadata?: Record<string, string>
  testClock?: string | null | undefined
}

/** Makes a customer, as the API and a finished checkout do. */
export async function createCustomer(work: Work, given: NewCustomer): Promise<Stored<'customer'>> {
  const testClock = given.testClock ?? null
  const data: WireCustomer = {
    id: newId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: await work.nowOn(testClock),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: given.description ?? null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: newId('x', 8).slice(2).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: given.phone ?? null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: testClock,
  }
  return work.create('customer', data, { nextInvoiceSequence: 1 }, 'customer.created')
}

type Fields = {
  [Key in keyof typeof shared]?: (typeof shared)[Key]['_output']
}

/** The fields of a customer that a request changes. */
function changesIn(customer: WireCustomer, given: Fields): Partial<WireCustomer> {
  const defaultMethod = given.invoice_settings?.default_payment_method
  const none = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
  const texts = {
    ...(given.email === undefined ? {} : { email: given.email }),
    ...(given.name === undefined ? {} : { name: given.name }),
    ...(given.phone === undefined ? {} : { phone: given.phone }),
    ...(given.description === undefined ? {} : { description: given.description }),
  }
  return {
    ...texts,
    ...(given.address === undefined
      ? {}
      : { address: given.address && { ...none, ...customer.address, ...definedOnly(given.address) } }),
    ...(given.balance === undefined ? {} : { balance: given.balance }),
    ...(given.preferred_locales ? { preferred_locales: given.preferred_locales } : {}),
    ...(defaultMethod === undefined
      ? {}
      : { invoice_settings: { ...customer.invoice_settings, default_payment_method: defaultMethod } }),
    metadata: mergedMetadata(customer.metadata, given.metadata),
  }
}

function definedOnly<Shape extends object>(shape: Shape): { [Key in keyof Shape]: Exclude<Shape[Key], undefined> } {
  return Object.fromEntries(Object.entries(shape).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Shape]: Exclude<Shape[Key], undefined>
  }
}

async function create(work: Work, given: typeof createParams._output): Promise<WireCustomer> {
  if (given.test_clock) await work.need('test_helpers.test_clock', given.test_clock, 'test_clock')
  const { payment_method: method, test_clock: testClock, metadata: change, ...rest } = given
  const { data, ...bare } = await createCustomer(work, {
    email: rest.email,
    name: rest.name,
    phone: rest.phone,
    description: rest.description,
    metadata: mergedMetadata({}, change),
    testClock,
  })
  const attached = method ? await attachPaymentMethod(work, method, data.id, 'payment_method') : undefined
  const wanted = rest.invoice_settings?.default_payment_method
  const changes = changesIn(data, {
    ...rest,
    // The shared test cards get an id of their own when they are attached.
    ...(wanted ? { invoice_settings: { default_payment_method: wanted === method ? attached?.id : wanted } } : {}),
  })
  if (wanted && wanted !== method) await needOwnMethod(work, wanted, data.id)
  return (await work.update({ ...bare, data }, { data: changes })).data
}

async function update(work: Work, given: typeof updateParams._output, id: string): Promise<WireCustomer> {
  const customer = await needLiving(work, id)
  const wanted = given.invoice_settings?.default_payment_method
  if (wanted) await needOwnMethod(work, wanted, id)
  return (await work.update(customer, { data: changesIn(customer.data, given) }, 'customer.updated')).data
}

/** A deleted customer can still be read, but no longer changed. */
async function needLiving(work: Work, id: string): Promise<Stored<'customer'>> {
  const customer = await work.need('customer', id)
  if (customer.deleted) throw noSuch('customer', id, 'id')
  return customer
}

async function needOwnMethod(work: Work, id: string, customer: string): Promise<void> {
  const param = 'invoice_settings[default_payment_method]'
  const method = await work.need('payment_method', id, param)
  if (method.data.customer === customer) return
  throw new StripeError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}

async function remove(work: Work, id: string): Promise<object> {
  const customer = await needLiving(work, id)
  const subscriptions = await work.findAll('subscription', eq(objects.customer, id))
  for (const one of subscriptions) {
    if (one.data.status !== 'canceled' && one.data.status !== 'incomplete_expired') await cancelSubscription(work, one)
  }
  return work.remove(customer, 'customer.deleted')
}

export const customerEndpoints = [
  endpoint('POST', 'customers', createParams, create),
  endpoint('GET', 'customers', listParams, (work, { email: owner, test_clock: clock, created, ...page }) =>
    work.list({
      kind: 'customer',
      page,
      created,
      url: '/v1/customers',
      where: [owner ? eq(objects.email, owner) : undefined, clock ? eq(objects.testClock, clock) : notOnTestClock()],
    }),
  ),
  endpoint('GET', 'customers/:id', fields({}), async (work, _, id) => (await work.need('customer', id)).data),
  endpoint('POST', 'customers/:id', updateParams, update),
  endpoint('DELETE', 'customers/:id', fields({}), (work, _, id) => remove(work, id)),
]
