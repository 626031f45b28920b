import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop, createTestSandbox, type TestSandbox } from './sandbox-testing.ts'

let box: TestSandbox
let stripe: Stripe
beforeAll(async () => {
  box = await createTestSandbox()
  stripe = box.stripe
})
afterAll(() => box.close())

const DAY = 86_400
const at = (iso: string) => Date.parse(iso) / 1_000

/** A shop whose customer is on a test clock and has a subscription. */
async function onClock(more: Partial<Stripe.SubscriptionCreateParams> = {}, card?: string) {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2026-01-31T10:00:00Z') })
  const shop = await createShop(box, { clock: clock.id, ...(card ? { card } : {}) })
  const customer = shop.customer.id
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price: shop.monthly.id }], ...more })
  return {
    ...shop,
    id,
    clock: clock.id,
    to: (iso: string) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(iso) }),
    read: () => stripe.subscriptions.retrieve(id),
    invoices: async () => (await stripe.invoices.list({ customer })).data,
    useCard: async (shared: string) => {
      const { id: method } = await stripe.paymentMethods.attach(shared, { customer })
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
    },
  }
}

const periodOf = ({ items: { data } }: Stripe.Subscription) => [
  data[0]?.current_period_start,
  data[0]?.current_period_end,
]

describe('a subscription', () => {
  it('is active at once with a good card, with its period on the item and its invoice paid', async () => {
    const { read, invoices, id } = await onClock()
    expect(await read()).toMatchObject({ status: 'active', cancel_at: null, cancel_at_period_end: false })
    expect(periodOf(await read())).toEqual([at('2026-01-31T10:00:00Z'), at('2026-02-28T10:00:00Z')])
    expect(await invoices()).toMatchObject([
      {
        status: 'paid',
        amount_paid: 4_900,
        billing_reason: 'subscription_create',
        parent: { subscription_details: { subscription: id } },
        lines: { data: [{ description: '1 × Basic (at $49.00 / month)' }] },
      },
    ])
  })

  it('cannot begin without a card, and with a failing card is incomplete and expires within a day', async () => {
    const { customer, monthly, read, to, invoices } = await onClock({}, 'pm_card_chargeCustomerFail')
    expect((await read()).status).toBe('incomplete')
    const strict = { customer: customer.id, payment_behavior: 'error_if_incomplete' } as const
    await expect(stripe.subscriptions.create({ ...strict, items: [{ price: monthly.id }] })).rejects.toMatchObject({
      statusCode: 402,
      code: 'card_declined',
    })
    await to('2026-02-01T10:00:00Z')
    expect((await read()).status).toBe('incomplete_expired')
    expect(await invoices()).toMatchObject([{ status: 'void' }])
    const bare = await stripe.customers.create()
    const items = [{ price: monthly.id }]
    await expect(stripe.subscriptions.create({ customer: bare.id, items })).rejects.toThrow(
      /no attached payment source/,
    )
    const waiting = { customer: bare.id, items, payment_behavior: 'default_incomplete' } as const
    expect((await stripe.subscriptions.create(waiting)).status).toBe('incomplete')
  })

  it('needs items of one interval, and is active without payment if they cost nothing', async () => {
    const { customer, monthly, yearly } = await createShop(box)
    const mixed = [{ price: monthly.id }, { price: yearly.id }]
    await expect(stripe.subscriptions.create({ customer: customer.id, items: mixed })).rejects.toThrow(/must match/)
    const free = { customer: customer.id, items: [{ price: monthly.id, quantity: 0 }] }
    expect((await stripe.subscriptions.create(free)).status).toBe('active')
    expect((await stripe.invoices.list({ customer: customer.id })).data).toMatchObject([{ status: 'paid', total: 0 }])
  })

  it('renews on its clock with one paid invoice per period, and returns to the 31st after a short month', async () => {
    const { read, to, invoices, clock } = await onClock()
    await to('2026-02-28T10:00:00Z')
    expect(periodOf(await read())).toEqual([at('2026-02-28T10:00:00Z'), at('2026-03-31T10:00:00Z')])
    await to('2026-04-29T10:00:00Z')
    expect(periodOf(await read())).toEqual([at('2026-03-31T10:00:00Z'), at('2026-04-30T10:00:00Z')])
    const all = await invoices()
    expect(all.map(({ billing_reason: reason, status }) => `${reason} ${status}`)).toEqual([
      'subscription_cycle paid',
      'subscription_cycle paid',
      'subscription_create paid',
    ])
    expect(new Set(all.map(({ number }) => number)).size).toBe(3)
    const back = stripe.testHelpers.testClocks.advance(clock, { frozen_time: at('2026-04-01T00:00:00Z') })
    await expect(back).rejects.toMatchObject({ param: 'frozen_time' })
  })

  it('is past due with a failing card, retried after 3, 5 and 7 days, and then canceled', async () => {
    const { read, to, invoices, useCard } = await onClock()
    await useCard('pm_card_chargeCustomerFail')
    const attempts: [string, number | undefined][] = []
    for (const day of ['2026-03-01', '2026-03-04', '2026-03-09', '2026-03-16']) {
      await to(`${day}T10:00:00Z`)
      attempts.push([(await read()).status, (await invoices())[0]?.attempt_count])
    }
    expect(attempts).toEqual([
      ['past_due', 1],
      ['past_due', 2],
      ['past_due', 3],
      ['canceled', 4],
    ])
    expect((await read()).ended_at).toBe(at('2026-03-15T10:00:00Z'))
    expect((await invoices())[0]).toMatchObject({ status: 'open', amount_paid: 0 })
  })

  it('that is past due becomes active again when a retry succeeds', async () => {
    const { read, to, invoices, useCard } = await onClock()
    await useCard('pm_card_authenticationRequired')
    await to('2026-03-01T10:00:00Z')
    expect((await read()).status).toBe('past_due')
    await useCard('pm_card_visa')
    await to('2026-03-04T10:00:00Z')
    expect((await read()).status).toBe('active')
    expect((await invoices()).map(({ status }) => status)).toEqual(['paid', 'paid'])
  })

  it('begins with a trial, and is charged when the trial ends', async () => {
    const { read, to, invoices } = await onClock({ trial_period_days: 14 })
    expect((await read()).status).toBe('trialing')
    expect(await invoices()).toMatchObject([{ total: 0, status: 'paid' }])
    await to('2026-02-14T12:00:00Z')
    expect((await read()).status).toBe('active')
    expect(periodOf(await read())).toEqual([at('2026-02-14T10:00:00Z'), at('2026-03-14T10:00:00Z')])
    expect((await invoices())[0]).toMatchObject({ amount_paid: 4_900 })
  })

  it('pauses after a trial without a card if configured so, and is not charged any more', async () => {
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at('2026-01-31T10:00:00Z') })
    const { monthly } = await createShop(box)
    const { id: customer } = await stripe.customers.create({ test_clock: clock.id })
    const { id } = await stripe.subscriptions.create({
      customer,
      items: [{ price: monthly.id }],
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    })
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at('2026-06-01T10:00:00Z') })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('paused')
    expect((await stripe.invoices.list({ customer })).data).toMatchObject([{ total: 0 }])
  })
})

describe('a cancellation', () => {
  it('at the period end sets both fields, can be undone, and takes effect before a renewal', async () => {
    const { id, to, read, invoices } = await onClock()
    const end = at('2026-02-28T10:00:00Z')
    const going = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(going).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await to('2026-03-01T10:00:00Z')
    expect(await read()).toMatchObject({ status: 'canceled', ended_at: end })
    expect(await invoices()).toHaveLength(1)
  })

  it('by date does not change the boolean, and is undone only by the date', async () => {
    const { id } = await onClock()
    const end = at('2026-02-10T10:00:00Z')
    const change = (params: Stripe.SubscriptionUpdateParams) => stripe.subscriptions.update(id, params)
    expect(await change({ cancel_at: end })).toMatchObject({ cancel_at: end, cancel_at_period_end: false })
    expect((await change({ cancel_at_period_end: false })).cancel_at).toBe(end)
    expect((await change({ cancel_at: '' })).cancel_at).toBeNull()
    await expect(change({ cancel_at: '', cancel_at_period_end: false })).rejects.toThrow(/only one/)
    await expect(change({ cancel_at: at('2026-01-01T00:00:00Z') })).rejects.toThrow(/in the future/)
  })

  it('at once is final, and hides the subscription from lists', async () => {
    const { id, customer } = await onClock()
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' })
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toThrow(/canceled/)
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toHaveLength(1)
  })
})

it('a subscription cannot be charged to another customer’s card', async () => {
  const { id } = await onClock()
  const { customer } = await createShop(box)
  const theirs = customer.invoice_settings.default_payment_method as string
  const refused = { code: 'resource_missing', param: 'default_payment_method' }
  await expect(stripe.subscriptions.update(id, { default_payment_method: theirs })).rejects.toMatchObject(refused)
})

it('real time advances objects without a clock, and objects on a clock are hidden from lists', async () => {
  const { customer, monthly } = await createShop(box)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  const hidden = await onClock()
  await box.pass(31 * DAY)
  const mine = (await stripe.invoices.list({ customer: customer.id })).data
  expect(mine.map(({ billing_reason: reason }) => reason)).toEqual(['subscription_cycle', 'subscription_create'])
  expect(await hidden.invoices()).toHaveLength(1)
  const listed = (await stripe.subscriptions.list({ limit: 100 })).data.map((one) => one.id)
  expect(listed).toContain(id)
  expect(listed).not.toContain(hidden.id)
})
