import { eq, ne, notInArray, inArray } from 'drizzle-orm'
import { sandboxStripeObjects as objects } from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import { cardError } from '../billing/attach-payment-method.ts'
import { cancelSubscription, detailsOf } from '../billing/cancel-subscription.ts'
import { payingMethod } from '../billing/collect.ts'
import { startSubscription } from '../billing/start-subscription.ts'
import { endpoint } from '../endpoint.ts'
import type { Stored, SubscriptionPlan } from '../kinds.ts'
import {
  fields,
  flag,
  integer,
  list,
  mergedMetadata,
  metadata,
  oneOf,
  pagination,
  range,
  text,
} from '../wire/params.ts'
import { noSuch, notInSandbox, StripeError } from '../wire/stripe-error.ts'
import type { WireSubscription } from '../wire/wire-types.ts'
import { holds, notOnTestClock, type Work } from '../work.ts'
import { priceDataParams } from './prices.ts'
import { pauseSubscription, resumeSubscription } from './pause-subscription.ts'
import {
  billingMode,
  cancellationDetails,
  noMethod,
  pricesOf,
  PRORATIONS,
  trialSettings,
  withoutUndefined,
} from './subscription-params.ts'
import { updateParams, updateSubscription } from './update-subscription.ts'

const itemParams = fields({
  metadata: metadata().optional(),
  price: text().optional(),
  price_data: priceDataParams.optional(),
  quantity: integer({ min: 0 }).optional(),
})

const createParams = fields({
  billing_mode: billingMode.optional(),
  cancel_at: integer().optional(),
  cancel_at_period_end: flag().optional(),
  collection_method: oneOf(['charge_automatically']).optional(),
  currency: text(3).optional(),
  customer: text(),
  default_payment_method: text().optional(),
  description: text(500).optional(),
  items: list(itemParams, 20),
  metadata: metadata().optional(),
  off_session: flag().optional(),
  payment_behavior: oneOf(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  payment_settings: fields({ save_default_payment_method: oneOf(['off', 'on_subscription']).optional() }).optional(),
  proration_behavior: oneOf(PRORATIONS).optional(),
  trial_end: integer().optional(),
  trial_from_plan: flag().optional(),
  trial_period_days: integer({ min: 0, max: 730 }).optional(),
  trial_settings: trialSettings.optional(),
})

const STATUSES = [
  'active',
  'all',
  'canceled',
  'ended',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

const listParams = fields({
  ...pagination,
  collection_method: oneOf(['charge_automatically', 'send_invoice']).optional(),
  created: range().optional(),
  customer: text().optional(),
  price: text().optional(),
  status: oneOf(STATUSES).optional(),
  test_clock: text().optional(),
})

const cancelParams = fields({
  cancellation_details: cancellationDetails.optional(),
  invoice_now: flag().optional(),
  prorate: flag().optional(),
})

async function create(work: Work, given: typeof createParams._output): Promise<WireSubscription> {
  const customer = await work.need('customer', given.customer, 'customer')
  const prices = await pricesOf(work, given.items, 'items')
  const behavior = given.payment_behavior ?? 'allow_incomplete'
  const plan: SubscriptionPlan = {
    metadata: mergedMetadata({}, given.metadata),
    description: given.description ?? null,
    trialPeriodDays: given.trial_period_days ?? (given.trial_from_plan ? null : 0),
    trialEnd: given.trial_end ?? null,
    missingPaymentMethod: given.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    billingMode: given.billing_mode?.type ?? 'flexible',
  }
  const method = await methodFor(work, customer, given.default_payment_method)
  const costs = prices.some((price, index) => (price.unit_amount ?? 0) * (given.items[index]?.quantity ?? 1) > 0)
  const hasTrial = (plan.trialPeriodDays ?? 0) > 0 || plan.trialEnd !== null
  if (!method && costs && !hasTrial && behavior !== 'default_incomplete') throw noMethod()
  const { subscription, decline } = await startSubscription(work, {
    customer,
    items: prices.map((price, index) => ({
      price,
      quantity: given.items[index]?.quantity ?? 1,
      metadata: mergedMetadata({}, given.items[index]?.metadata),
    })),
    plan,
    defaultMethod: given.default_payment_method ? (method?.id ?? null) : null,
    method,
    personIsThere: false,
    waitsForPayment: behavior === 'default_incomplete',
  })
  if (decline && behavior === 'error_if_incomplete') throw cardError(decline)
  const ending = { cancel_at: given.cancel_at, cancel_at_period_end: given.cancel_at_period_end || undefined }
  if (ending.cancel_at === undefined && !ending.cancel_at_period_end) return subscription.data
  return updateSubscription(work, ending, subscription.id)
}

async function methodFor(
  work: Work,
  customer: Stored<'customer'>,
  id: string | undefined,
): Promise<Stored<'payment_method'> | undefined> {
  if (id === undefined) return payingMethod(work, customer)
  const method = await work.need('payment_method', id, 'default_payment_method')
  if (method.data.customer === customer.id) return method
  throw new StripeError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

function listSubscriptions(work: Work, given: typeof listParams._output) {
  const { customer, price, status, created, test_clock: clock, collection_method: collection, ...page } = given
  return work.list({
    kind: 'subscription',
    page,
    created,
    url: '/v1/subscriptions',
    where: [
      customer ? eq(objects.customer, customer) : undefined,
      price ? holds({ items: { data: [{ price: { id: price } }] } }) : undefined,
      collection ? holds({ collection_method: collection }) : undefined,
      status === undefined
        ? notInArray(objects.status, ['canceled', 'incomplete_expired'])
        : status === 'all'
          ? undefined
          : status === 'ended'
            ? inArray(objects.status, ['canceled', 'incomplete_expired'])
            : eq(objects.status, status),
      clock ? eq(objects.testClock, clock) : customer ? undefined : notOnTestClock(),
    ],
  })
}

async function cancel(work: Work, given: typeof cancelParams._output, id: string): Promise<WireSubscription> {
  const subscription = await work.need('subscription', id)
  const { status } = subscription.data
  if (status === 'canceled' || status === 'incomplete_expired') throw noSuch('subscription', id, 'id')
  if (given.prorate) throw notInSandbox('prorating a cancellation', 'prorate')
  const details = { ...detailsOf(subscription.data), ...withoutUndefined(given.cancellation_details ?? {}) }
  return (await cancelSubscription(work, subscription, { ...details, reason: 'cancellation_requested' })).data
}

export const subscriptionEndpoints = [
  endpoint('POST', 'subscriptions', createParams, create),
  endpoint('GET', 'subscriptions', listParams, listSubscriptions),
  endpoint('GET', 'subscriptions/:id', fields({}), async (work, _, id) => (await work.need('subscription', id)).data),
  endpoint('POST', 'subscriptions/:id', updateParams, updateSubscription),
  endpoint('DELETE', 'subscriptions/:id', cancelParams, cancel),
  endpoint(
    'POST',
    'subscriptions/:id/pause',
    fields({
      invoicing_behavior: oneOf(['invoice', 'pending_invoice_item']).optional(),
      type: oneOf(['subscription']).optional(),
    }),
    (work, _, id) => pauseSubscription(work, id),
  ),
  endpoint(
    'POST',
    'subscriptions/:id/resume',
    fields({
      billing_cycle_anchor: fields({ type: oneOf(['now', 'unchanged']) }).optional(),
      payment_behavior: oneOf(['resume_on_payment_attempt', 'resume_on_payment_success']).optional(),
      proration_behavior: oneOf(PRORATIONS).optional(),
    }),
    (work, given, id) => resumeSubscription(work, id, given.billing_cycle_anchor?.type ?? 'now'),
  ),
  endpoint('GET', 'customers/:id/subscriptions', fields(pagination), (work, page, id) =>
    work.list({
      kind: 'subscription',
      page,
      url: `/v1/customers/${id}/subscriptions`,
      where: [eq(objects.customer, id), ne(objects.status, 'canceled')],
    }),
  ),
]
