import { changeItems, endingFields, periodOf, type Ending, type ItemChange } from '../billing/change-subscription.ts'
import { detailsOf } from '../billing/cancel-subscription.ts'
import { catchUp, save } from '../billing/lifecycle.ts'
import type { Stored } from '../kinds.ts'
import { emptyable, fields, flag, integer, list, mergedMetadata, metadata, oneOf, text } from '../wire/params.ts'
import { StripeError } from '../wire/stripe-error.ts'
import type { WireSubscription } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'
import { priceDataParams } from './prices.ts'
import { cancellationDetails, pricesOf, PRORATIONS, trialSettings, withoutUndefined } from './subscription-params.ts'

const CANCEL_AT = ['max_billed_until', 'max_period_end', 'min_period_end'] as const

const cancelAtParams = text().transform((value, ctx) => {
  const named = CANCEL_AT.find((one) => one === value)
  if (named) return named
  if (!/^\d{1,15}$/.test(value)) ctx.addIssue({ code: 'custom', message: `Invalid timestamp: ${value}` })
  return Number(value)
})

const itemParams = fields({
  deleted: flag().optional(),
  id: text().optional(),
  metadata: metadata().optional(),
  price: text().optional(),
  price_data: priceDataParams.optional(),
  quantity: integer({ min: 0 }).optional(),
})

const pauseCollection = fields({ behavior: oneOf(['keep_as_draft', 'mark_uncollectible', 'void']) })

export const updateParams = fields({
  cancel_at: emptyable(cancelAtParams).optional(),
  cancel_at_period_end: flag().optional(),
  cancellation_details: cancellationDetails.optional(),
  default_payment_method: emptyable(text()).optional(),
  description: emptyable(text(500)).optional(),
  items: list(itemParams, 20).optional(),
  metadata: metadata().optional(),
  off_session: flag().optional(),
  pause_collection: emptyable(pauseCollection).optional(),
  payment_behavior: oneOf(['allow_incomplete']).optional(),
  payment_settings: fields({ save_default_payment_method: oneOf(['off', 'on_subscription']).optional() }).optional(),
  proration_behavior: oneOf(PRORATIONS).optional(),
  trial_end: text()
    .transform((value, ctx) => {
      if (value !== 'now' && !/^\d{1,15}$/.test(value)) {
        ctx.addIssue({ code: 'custom', message: `Invalid timestamp: ${value}` })
      }
      return value === 'now' ? ('now' as const) : Number(value)
    })
    .optional(),
  trial_settings: trialSettings.optional(),
})

export type SubscriptionUpdate = typeof updateParams._output

/** What may still be changed once it is over. */
const AFTER_THE_END: ReadonlySet<string> = new Set(['cancellation_details', 'metadata'])

/** A change through the API. @throws {StripeError} for what the state of the subscription does not allow. */
export async function updateSubscription(work: Work, given: SubscriptionUpdate, id: string): Promise<WireSubscription> {
  let subscription = await work.need('subscription', id)
  refuse(subscription.data, given)
  if (given.items) {
    subscription = await changeItems(work, subscription, await itemChanges(work, given), prorationsOf(given))
  }
  if (given.trial_end !== undefined) subscription = await moveTrialEnd(work, subscription, given.trial_end)
  const { data } = subscription
  const now = await work.nowOn(data.test_clock)
  const ending = await endingOf(work, data, given)
  const change: Partial<WireSubscription> = {
    ...(ending === undefined ? {} : endingFields(data, ending, now)),
    ...(given.default_payment_method === undefined
      ? {}
      : { default_payment_method: await ownMethod(work, given.default_payment_method, data.customer) }),
    ...(given.description === undefined ? {} : { description: given.description }),
    ...(given.pause_collection === undefined ? {} : { pause_collection: pauseOf(given.pause_collection) }),
    ...(given.trial_settings
      ? { trial_settings: { end_behavior: { billing_cycle_anchor: null, ...given.trial_settings.end_behavior } } }
      : {}),
    metadata: mergedMetadata(data.metadata, given.metadata),
  }
  if (given.cancellation_details) {
    const base = detailsOf({ ...data, ...change })
    change.cancellation_details = { ...base, ...withoutUndefined(given.cancellation_details) }
  }
  return (await save(work, subscription, change)).data
}

function refuse(subscription: WireSubscription, given: SubscriptionUpdate): void {
  const asked = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const isOver = subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
  if (isOver && asked.some((name) => !AFTER_THE_END.has(name))) {
    throw new StripeError('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (given.cancel_at !== undefined && given.cancel_at_period_end !== undefined) {
    throw new StripeError('Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.', {
      param: 'cancel_at_period_end',
    })
  }
}

/** Undefined when the request leaves the end of the subscription alone. */
async function endingOf(
  work: Work,
  data: WireSubscription,
  { cancel_at: at, cancel_at_period_end: atPeriodEnd }: SubscriptionUpdate,
): Promise<Ending | undefined> {
  const periodEnd = periodOf(data).end
  if (atPeriodEnd === true) return { at: periodEnd, wholePeriod: true }
  // A date that was set by `cancel_at` is only taken back by `cancel_at`.
  if (atPeriodEnd === false) return data.cancel_at_period_end ? null : undefined
  if (at === undefined || at === null) return at
  const moment = typeof at === 'number' ? at : periodEnd
  if (moment <= (await work.nowOn(data.test_clock))) {
    throw new StripeError('The cancel_at must be a timestamp in the future.', { param: 'cancel_at' })
  }
  return { at: moment, wholePeriod: false }
}

async function itemChanges(work: Work, { items = [] }: SubscriptionUpdate): Promise<ItemChange[]> {
  const changes: ItemChange[] = []
  for (const item of items) {
    const isPriced = item.price !== undefined || item.price_data !== undefined
    const [price] = isPriced ? await pricesOf(work, [item], 'items') : []
    const { id, quantity, deleted } = item
    changes.push({
      id,
      quantity,
      deleted,
      price,
      ...(item.metadata ? { metadata: mergedMetadata({}, item.metadata) } : {}),
    })
  }
  return changes
}

const prorationsOf = (given: SubscriptionUpdate) => given.proration_behavior ?? 'create_prorations'

/** The trial's end is the period's; ending it now lets the first paid period begin at once. */
async function moveTrialEnd(
  work: Work,
  subscription: Stored<'subscription'>,
  trialEnd: 'now' | number,
): Promise<Stored<'subscription'>> {
  const { data } = subscription
  const now = await work.nowOn(data.test_clock)
  if (data.status !== 'trialing') {
    throw new StripeError('This sandbox can only move the end of a trial that is running.', { param: 'trial_end' })
  }
  const end = trialEnd === 'now' ? now : trialEnd
  if (end < now) {
    throw new StripeError('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  }
  const items = data.items.data.map((item) => ({ ...item, current_period_end: end }))
  const change = { trial_end: end, billing_cycle_anchor: end, items: { ...data.items, data: items } }
  return catchUp(work, await save(work, subscription, change), now)
}

async function ownMethod(work: Work, id: string | null, customer: string): Promise<string | null> {
  if (id === null) return null
  const method = await work.need('payment_method', id, 'default_payment_method')
  if (method.data.customer === customer) return id
  throw new StripeError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

function pauseOf(
  given: NonNullable<SubscriptionUpdate['pause_collection']> | null,
): WireSubscription['pause_collection'] {
  return given && { behavior: given.behavior, resumes_at: null }
}
