import { expect, it } from 'vitest'
import { statusColour, SUBSCRIPTION_STATUSES } from '#contract/subscription-status.ts'
import { subscriptionSchema, type ProviderSubscription } from '../../vendors/payments.ts'
import { isLive, isUsable, toSyncedFields } from './subscriber-row.ts'

const STARTED_MS = Date.UTC(2030, 0, 1)
const DAY_MS = 86_400_000

const subscription = (quantity: number): ProviderSubscription => ({
  id: 'sub_1',
  customerId: 'cus_1',
  status: 'active',
  cancelAtPeriodEnd: false,
  cancelAt: null,
  endedAt: null,
  startedAt: new Date(STARTED_MS),
  createdAt: new Date(STARTED_MS),
  paymentMethodId: null,
  items: [
    {
      quantity,
      periodStart: new Date(STARTED_MS),
      periodEnd: new Date(STARTED_MS + 31 * DAY_MS),
      price: {
        id: 'price_1',
        lookupKey: 'basic-monthly',
        metadata: {},
        nickname: null,
        unitAmountCents: 999,
        interval: 'month',
        intervalCount: 1,
      },
    },
  ],
})

it('multiplies minutes and revenue by the quantity of a plan', () => {
  expect(toSyncedFields(subscription(3), null)).toMatchObject({
    priceId: 'basic-monthly',
    monthlyLimitMinutes: 750,
    monthlyRevenueCents: 2_997,
  })
})

it.each([
  ['an unlimited price', 'unlimited', 1, { priceId: 'basic-monthly', monthlyLimitMinutes: 0 }],
  ['an unlimited price, bought zero times', 'unlimited', 0, { priceId: null }],
  ['a price that promises other minutes than its plan', '40', 2, { monthlyLimitMinutes: 80 }],
])('reads the minutes of %s', (_, minutes, quantity, fields) => {
  const [item] = subscription(quantity).items
  if (!item) throw new Error('nothing was bought')
  const items = [{ ...item, price: { ...item.price, metadata: { minutes } } }]
  expect(toSyncedFields({ ...subscription(quantity), items }, null)).toMatchObject(fields)
})

it('finds our plan in a subscription that begins with something else', () => {
  const [item] = subscription(1).items
  if (!item) throw new Error('nothing was bought')
  const other = { ...item, price: { ...item.price, lookupKey: 'a-mug', unitAmountCents: 500 } }
  expect(toSyncedFields({ ...subscription(1), items: [other, item] }, null)).toMatchObject({
    priceId: 'basic-monthly',
    monthlyLimitMinutes: 250,
    monthlyRevenueCents: 1_499,
  })
})

it('keeps the minutes of a plan whose price was replaced by a newer one, which took its lookup key', () => {
  const [item] = subscription(1).items
  if (!item) throw new Error('nothing was bought')
  const metadata = { voxhall_price: 'basic-monthly', minutes: '200' }
  const items = [{ ...item, price: { ...item.price, lookupKey: null, metadata } }]
  expect(toSyncedFields({ ...subscription(1), items }, null)).toMatchObject({
    subscriptionTier: 'Basic',
    priceId: 'basic-monthly',
    monthlyLimitMinutes: 200,
  })
})

it.each([
  ['day', 1, 30_386],
  ['week', 1, 4_329],
  ['month', 3, 333],
  ['year', 1, 83],
] as const)('converts the price to the revenue of a month: %s × %i', (interval, intervalCount, monthlyRevenueCents) => {
  const [item] = subscription(1).items
  if (!item) throw new Error('nothing was bought')
  const items = [{ ...item, price: { ...item.price, interval, intervalCount } }]
  expect(toSyncedFields({ ...subscription(1), items }, null)).toMatchObject({ monthlyRevenueCents })
})

it('ends when it was ended, though it had been set to end later', () => {
  const endedAt = new Date(STARTED_MS + 5 * DAY_MS)
  const cancelAt = new Date(STARTED_MS + 20 * DAY_MS)
  expect(toSyncedFields({ ...subscription(1), cancelAt }, null)).toMatchObject({ endsAt: cancelAt })
  const ended = { ...subscription(1), status: 'canceled', cancelAt, endedAt } as const
  expect(toSyncedFields(ended, null)).toMatchObject({ endsAt: endedAt })
})

it('admits calls while a plan is paid, on trial or overdue', () => {
  const usable = SUBSCRIPTION_STATUSES.filter((status) =>
    isUsable(toSyncedFields({ ...subscription(1), status }, null), STARTED_MS),
  )
  expect(usable).toEqual(['trialing', 'active', 'past_due'])
})

it('admits no calls on a status that is not known yet, shows it in grey, and does not sell the plan again', () => {
  const seconds = STARTED_MS / 1_000
  const price = { id: 'price_1', lookup_key: 'basic-monthly', unit_amount: 999 }
  const item = { price, current_period_start: seconds, current_period_end: seconds + 86_400 }
  const given = { id: 'sub_1', customer: 'cus_1', cancel_at_period_end: false, start_date: seconds, created: seconds }
  const read = subscriptionSchema.parse({ ...given, status: 'status of a later version', items: { data: [item] } })
  const row = toSyncedFields(read, null)
  expect([isUsable(row, STARTED_MS), isLive(row.providerStatus)]).toEqual([false, true])
  expect(statusColour(row.subscriptionStatus)).toBe('grey')
})

it('does not sell a plan again that is paid, on trial, overdue, on hold, paused or unknown', () => {
  expect(SUBSCRIPTION_STATUSES.filter(isLive)).toEqual([
    'trialing',
    'active',
    'past_due',
    'unpaid',
    'paused',
    'unknown',
  ])
})

it('admits calls until the end of a plan that is set to end, and three days longer if it renews', () => {
  const row = toSyncedFields(subscription(1), null)
  const usableAfter = (days: number, endsAt: Date | null = null) =>
    isUsable({ ...row, endsAt }, STARTED_MS + days * DAY_MS)
  expect([usableAfter(33.9), usableAfter(34)]).toEqual([true, false])
  const endsAt = new Date(STARTED_MS + 10 * DAY_MS)
  expect([usableAfter(9.9, endsAt), usableAfter(10, endsAt)]).toEqual([true, false])
})
