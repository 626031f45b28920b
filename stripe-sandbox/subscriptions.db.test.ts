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

const HOUR = 3_600
const DAY = 86_400
const at = (iso: string) => Date.parse(iso) / 1_000

async function onClock(card = 'pm_card_visa', start = '2026-01-31T10:00:00Z') {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: at(start) })
  const shop = await createShop(box, { card, clock: clock.id })
  const to = async (iso: string) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: at(iso) })
    await expect.poll(async () => (await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready')
  }
  return { ...shop, clock, to }
}

const periodOf = (subscription: Stripe.Subscription) => {
  const [item] = subscription.items.data
  return [item?.current_period_start, item?.current_period_end]
}

async function typesSince(since: number): Promise<string[]> {
  const all = await stripe.events.list({ limit: 100 })
  return all.data
    .slice(0, all.data.length - since)
    .map(({ type }) => type)
    .toReversed()
}

describe('a subscription', () => {
  it('is active at once with a good card, with its period on the item and its invoice paid', async () => {
    const { customer, monthly } = await createShop(box)
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      metadata: { plan: 'basic' },
      expand: ['latest_invoice.payments', 'customer', 'items.data.price.product'],
    })
    expect(subscription).toMatchObject({ status: 'active', metadata: { plan: 'basic' }, cancel_at_period_end: false })
    expect(periodOf(subscription)).toEqual([at('2026-03-31T12:00:00Z'), at('2026-04-30T12:00:00Z')])
    expect(subscription).not.toHaveProperty('current_period_end')
    expect(subscription.customer).toMatchObject({ email: 'ann@example.com' })
    expect(subscription.items.data[0]?.price.product).toMatchObject({ name: 'Basic' })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 4_900,
      billing_reason: 'subscription_create',
      parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    })
    expect(invoice.payments?.data[0]).toMatchObject({ status: 'paid', amount_paid: 4_900 })
    expect(invoice).not.toHaveProperty('subscription')
  })

  it('cannot begin without a card, is incomplete with one that fails, and expires after a day', async () => {
    const { customer, monthly } = await createShop(box, { card: 'pm_card_chargeCustomerFail' })
    const items = [{ price: monthly.id }]
    const failing = await stripe.subscriptions.create({ customer: customer.id, items })
    expect(failing.status).toBe('incomplete')
    await expect(
      stripe.subscriptions.create({ customer: customer.id, items, payment_behavior: 'error_if_incomplete' }),
    ).rejects.toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'generic_decline' })
    await box.pass(DAY)
    expect((await stripe.subscriptions.retrieve(failing.id)).status).toBe('incomplete_expired')
    const bare = await stripe.customers.create({ email: 'bare@example.com' })
    await expect(stripe.subscriptions.create({ customer: bare.id, items })).rejects.toThrow(
      /no attached payment source or default payment method/,
    )
  })

  it('renews on its clock, back to the 31st after a short month, one invoice for each period', async () => {
    const { customer, monthly, to } = await onClock()
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    await to('2026-02-28T11:30:00Z')
    expect(periodOf(await stripe.subscriptions.retrieve(id))).toEqual([
      at('2026-02-28T10:00:00Z'),
      at('2026-03-31T10:00:00Z'),
    ])
    await to('2026-03-30T10:00:00Z')
    await to('2026-04-29T10:00:00Z')
    expect(periodOf(await stripe.subscriptions.retrieve(id))).toEqual([
      at('2026-03-31T10:00:00Z'),
      at('2026-04-30T10:00:00Z'),
    ])
    const invoices = await stripe.invoices.list({ subscription: id }).autoPagingToArray({ limit: 100 })
    expect(invoices.map(({ billing_reason, status }) => [billing_reason, status])).toEqual([
      ['subscription_cycle', 'paid'],
      ['subscription_cycle', 'paid'],
      ['subscription_create', 'paid'],
    ])
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(3)
  })

  it('keeps a renewal as a draft for an hour, then charges it', async () => {
    const { customer, monthly, to } = await onClock()
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    await to('2026-02-28T10:30:00Z')
    const [draft] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
    expect(draft).toMatchObject({ status: 'draft', amount_due: 4_900 })
    await to('2026-02-28T11:00:00Z')
    expect(await stripe.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid' })
  })

  it('falls behind with a failing card, and is canceled after the last retry', async () => {
    const { customer, monthly, to } = await onClock()
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: failing.id } })
    await to('2026-02-28T12:00:00Z')
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
    const [open] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
    expect(open).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: at('2026-03-03T11:00:00Z') })
    await to('2026-03-10T12:00:00Z')
    expect((await stripe.invoices.retrieve(open?.id ?? '')).attempt_count).toBe(3)
    await to('2026-03-16T12:00:00Z')
    const ended = await stripe.subscriptions.retrieve(id)
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { reason: 'payment_failed' } })
    expect(ended.ended_at).toBe(at('2026-03-15T11:00:00Z'))
  })

  it('is active again when the open invoice is paid with another card', async () => {
    const { customer, monthly, to } = await onClock('pm_card_visa')
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: customer.id })
    await stripe.subscriptions.update(id, { default_payment_method: bad.id })
    await to('2026-02-28T12:00:00Z')
    const [open] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
    await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ type: 'StripeCardError' })
    expect((await stripe.invoices.retrieve(open?.id ?? '')).attempt_count).toBe(2)
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.invoices.pay(open?.id ?? '', { payment_method: good.id })
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  it('goes through a trial, and tells of its end three days before', async () => {
    const { customer, monthly, to } = await onClock()
    const { id, status } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: monthly.id }],
      trial_period_days: 14,
    })
    expect(status).toBe('trialing')
    await to('2026-02-12T10:00:00Z')
    const notices = await stripe.events.list({ type: 'customer.subscription.trial_will_end' })
    expect(notices.data.map(({ data }) => (data.object as Stripe.Subscription).id)).toContain(id)
    await to('2026-02-14T12:00:00Z')
    const paying = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
    expect(paying).toMatchObject({ status: 'active', latest_invoice: { amount_paid: 4_900 } })
    expect(periodOf(paying)).toEqual([at('2026-02-14T10:00:00Z'), at('2026-03-14T10:00:00Z')])
  })
})

describe('an end', () => {
  it('at the period end fills both fields, can be taken back, and comes when it comes', async () => {
    const { customer, monthly, to } = await onClock()
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const end = at('2026-02-28T10:00:00Z')
    const going = await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect(going).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: end })
    expect(going.canceled_at).toBe(at('2026-01-31T10:00:00Z'))
    const kept = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
    expect(kept).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await to('2026-03-01T10:00:00Z')
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'canceled', ended_at: end })
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
  })

  it('by date leaves the boolean alone, and only the date takes it back', async () => {
    const { customer, monthly } = await onClock()
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const end = at('2026-02-28T10:00:00Z')
    const going = await stripe.subscriptions.update(id, { cancel_at: 'min_period_end' })
    expect(going).toMatchObject({ cancel_at: end, cancel_at_period_end: false })
    expect((await stripe.subscriptions.update(id, { cancel_at_period_end: false })).cancel_at).toBe(end)
    expect((await stripe.subscriptions.update(id, { cancel_at: '' })).cancel_at).toBeNull()
    await expect(stripe.subscriptions.update(id, { cancel_at: '', cancel_at_period_end: false })).rejects.toThrow(
      'Received both cancel_at_period_end and cancel_at parameters. Please pass in only one.',
    )
  })

  it('at once is final: nothing but metadata and details can change, and lists hide it', async () => {
    const { customer, monthly } = await createShop(box)
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const ended = await stripe.subscriptions.cancel(id, { cancellation_details: { comment: 'bye' } })
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { comment: 'bye' } })
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
      message: 'A canceled subscription can only update its cancellation_details and metadata.',
    })
    expect((await stripe.subscriptions.update(id, { metadata: { note: 'x' } })).metadata).toEqual({ note: 'x' })
    await expect(stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 404, code: 'resource_missing' })
    await expect(stripe.subscriptions.resume(id)).rejects.toMatchObject({ statusCode: 400 })
    const mine = { customer: customer.id }
    expect((await stripe.subscriptions.list(mine)).data).toEqual([])
    expect((await stripe.subscriptions.list({ ...mine, status: 'all' })).data).toHaveLength(1)
    expect((await stripe.subscriptions.list({ ...mine, status: 'ended' })).data).toHaveLength(1)
  })
})

describe('a change', () => {
  it('of price within the interval is credited and charged on the next invoice', async () => {
    const { customer, monthly, product, to } = await onClock('pm_card_visa', '2026-04-01T00:00:00Z')
    const better = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 9_900,
      recurring: { interval: 'month' },
      product: product.id,
    })
    const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    await to('2026-04-16T00:00:00Z')
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: better.id }],
    })
    expect(changed.items.data[0]?.price.id).toBe(better.id)
    await to('2026-05-01T02:00:00Z')
    const [invoice] = (await stripe.invoices.list({ subscription: id, limit: 1 })).data
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-2_450, 4_950, 9_900])
    expect(invoice?.amount_paid).toBe(12_400)
  })

  it('to another interval begins a new period and bills it at once', async () => {
    const { customer, monthly, yearly } = await onClock('pm_card_visa', '2026-04-01T00:00:00Z')
    const { id, items } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const changed = await stripe.subscriptions.update(id, {
      items: [{ id: items.data[0]?.id ?? '', price: yearly.id }],
      expand: ['latest_invoice'],
    })
    expect(periodOf(changed)).toEqual([at('2026-04-01T00:00:00Z'), at('2027-04-01T00:00:00Z')])
    expect(changed.latest_invoice).toMatchObject({ status: 'paid', amount_paid: 47_000 - 4_900 })
  })

  it('to a pause stops the periods until it is resumed', async () => {
    const { customer, monthly, to } = await onClock()
    const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    expect((await stripe.subscriptions.pause(id)).status).toBe('paused')
    await to('2026-03-15T00:00:00Z')
    expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1)
    const resumed = await stripe.subscriptions.resume(id)
    expect(resumed.status).toBe('active')
    expect(periodOf(resumed)).toEqual([at('2026-03-15T00:00:00Z'), at('2026-04-15T00:00:00Z')])
  })
})

it('real time moves what is on no clock, and objects on a clock are hidden from lists', async () => {
  const { customer, monthly } = await createShop(box)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  const clocked = await onClock()
  const hidden = await stripe.subscriptions.create({ customer: clocked.customer.id, items: [{ price: monthly.id }] })
  const before = (await stripe.events.list({ limit: 100 })).data.length
  await box.pass(31 * DAY + 2 * HOUR)
  expect(await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'active',
    latest_invoice: { billing_reason: 'subscription_cycle', status: 'paid' },
  })
  expect(before).toBeGreaterThan(0)
  const listed = await stripe.subscriptions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  expect(listed.map((one) => one.id)).toContain(id)
  expect(listed.map((one) => one.id)).not.toContain(hidden.id)
  expect((await stripe.subscriptions.list({ test_clock: clocked.clock.id })).data).toHaveLength(1)
})

it('tells what an update changed', async () => {
  const { customer, monthly } = await createShop(box)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  await stripe.subscriptions.update(id, { cancel_at_period_end: true, metadata: { a: '1' } })
  const [event] = (await stripe.events.list({ type: 'customer.subscription.updated', limit: 1 })).data
  expect(event?.data.previous_attributes).toEqual({
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
    metadata: { a: null },
  })
  expect(await typesSince(0)).toContain('customer.subscription.created')
})
