import { eq, isNull, notInArray } from 'drizzle-orm'
import { z } from 'zod'
import { ownMethod, payingMethod } from '../billing/customers.ts'
import { endSubscription, isOver, periodOf, save, startSubscription } from '../billing/subscriptions.ts'
import { cardError } from '../billing/test-cards.ts'
import type { Subscription } from '../lifecycles.ts'
import { sandboxStripeObjects as objects } from '../schema.ts'
import type { List } from '../objects.ts'
import type { Store } from '../store.ts'
import { noSuch, StripeError } from '../wire.ts'
import { itemParams, itemsOf } from './catalogue.ts'
import { endpoint, flag, integer, list, page, readOne, text } from './endpoint.ts'

const newSubscription = {
  customer: text(),
  default_payment_method: text().optional(),
  items: list(itemParams),
  /** The API always charges off session, that is, without the cardholder present. */
  off_session: z.literal('true').optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  trial_period_days: integer({ min: 1, max: 730 }).optional(),
  trial_settings: z
    .strictObject({
      end_behavior: z.strictObject({ missing_payment_method: z.enum(['create_invoice', 'pause']) }),
    })
    .optional(),
}

async function create(store: Store, given: z.infer<z.ZodObject<typeof newSubscription>>): Promise<Subscription> {
  const customer = await store.need('customer', given.customer, 'customer')
  const items = await itemsOf(store, given.items)
  const { default_payment_method: own, payment_behavior: behavior, trial_period_days: trialDays } = given
  const method = own
    ? await ownMethod(store, own, customer.id, 'default_payment_method')
    : await payingMethod(store, customer)
  const isFree = items.every(({ price, quantity }) => price.unit_amount * quantity === 0)
  if (!method && !isFree && !trialDays && behavior !== 'default_incomplete') {
    throw new StripeError('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  }
  const { subscription, decline } = await startSubscription(store, {
    customer,
    items,
    ownMethod: own,
    method,
    holderIsThere: false,
    trialDays,
    withoutCardAfterTrial: given.trial_settings?.end_behavior.missing_payment_method,
    waitsForPayment: behavior === 'default_incomplete',
  })
  if (decline && behavior === 'error_if_incomplete') throw cardError(decline)
  return subscription.data
}

const changes = {
  cancel_at: z.union([z.literal('').transform(() => null), integer()]).optional(),
  cancel_at_period_end: flag().optional(),
  default_payment_method: text().optional(),
}

/** @throws {StripeError} 400 if the subscription's state does not allow the change */
async function update(store: Store, given: z.infer<z.ZodObject<typeof changes>>, id: string): Promise<Subscription> {
  const subscription = await store.need('subscription', id)
  const { data } = subscription
  if (isOver(data.status)) throw new StripeError('A canceled subscription can not be updated.')
  const { cancel_at: date, cancel_at_period_end: atPeriodEnd, default_payment_method: method } = given
  if (date !== undefined && atPeriodEnd !== undefined) {
    throw new StripeError('Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.')
  }
  if (date && date <= (await store.nowOn(data.test_clock))) {
    throw new StripeError('The cancel_at must be a timestamp in the future.', { param: 'cancel_at' })
  }
  if (method) await ownMethod(store, method, data.customer, 'default_payment_method')
  const change: Partial<Subscription> = {
    ...(date === undefined ? {} : { cancel_at: date, cancel_at_period_end: false }),
    ...(atPeriodEnd === true ? { cancel_at: periodOf(data).end, cancel_at_period_end: true } : {}),
    // An end that was set through `cancel_at` can only be undone through `cancel_at`.
    ...(atPeriodEnd === false && data.cancel_at_period_end ? { cancel_at: null, cancel_at_period_end: false } : {}),
    ...(method ? { default_payment_method: method } : {}),
  }
  return (await save(store, subscription, change)).data
}

/** Replaces each subscription's customer id by the customer; a deleted customer is a stub. */
async function withCustomers(store: Store, found: List<Subscription>): Promise<object> {
  const ids = new Set(found.data.map(({ customer }) => customer))
  const customers = new Map((await store.findEach('customer', [...ids])).map(({ id, data }) => [id, data]))
  const data = found.data.map((one) => ({ ...one, customer: customers.get(one.customer) }))
  return { ...found, data }
}

export const subscriptionEndpoints = [
  endpoint('POST', 'subscriptions', newSubscription, create),
  endpoint(
    'GET',
    'subscriptions',
    {
      ...page,
      customer: text().optional(),
      expand: list(z.literal('data.customer')).optional(),
      status: z.literal('all').optional(),
    },
    async (store, { customer, status, expand, ...rest }) => {
      const found = await store.list(
        'subscription',
        rest,
        // As at Stripe, objects on a test clock are only listed if the request names their customer.
        customer ? eq(objects.customer, customer) : isNull(objects.testClock),
        status ? undefined : notInArray(objects.status, ['canceled', 'incomplete_expired']),
      )
      return expand ? withCustomers(store, found) : found
    },
  ),
  readOne('subscriptions/:id', 'subscription'),
  endpoint('POST', 'subscriptions/:id', changes, update),
  endpoint('DELETE', 'subscriptions/:id', {}, async (store, _, id) => {
    const subscription = await store.need('subscription', id)
    if (isOver(subscription.data.status)) throw noSuch('subscription', id)
    return (await endSubscription(store, subscription)).data
  }),
]
