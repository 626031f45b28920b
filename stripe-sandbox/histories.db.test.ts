// Whatever people, the shop and time do in whatever order, these things stay true.
import fc from 'fast-check'
import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSandbox, type TestSandbox } from './sandbox-testing.ts'

const DAY = 86_400
const START = Date.parse('2026-01-31T10:00:00Z') / 1_000

let box: TestSandbox
let stripe: Stripe
let prices: string[] = []
beforeAll(async () => {
  box = await createTestSandbox()
  stripe = box.stripe
  const product = await stripe.products.create({ name: 'Basic' })
  const make = (unit_amount: number, interval: 'week' | 'month') =>
    stripe.prices.create({ currency: 'usd', unit_amount, recurring: { interval }, product: product.id })
  prices = (await Promise.all([make(1_000, 'week'), make(2_500, 'month'), make(9_900, 'month')])).map(({ id }) => id)
})
afterAll(() => box.close())

type Step =
  | { do: 'begin'; price: number; trialDays: number }
  | { do: 'cancel-at-end' | 'cancel-by-date' | 'take-back' | 'cancel-now' | 'pause' | 'resume' }
  | { do: 'switch'; price: number }
  | { do: 'card'; good: boolean }
  | { do: 'wait'; days: number }

const price = fc.nat({ max: 2 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('begin' as const), price, trialDays: fc.constantFrom(0, 0, 5) }),
  fc.record({
    do: fc.constantFrom('cancel-at-end', 'cancel-by-date', 'take-back', 'cancel-now', 'pause', 'resume' as const),
  }) as fc.Arbitrary<Step>,
  fc.record({ do: fc.constant('switch' as const), price }),
  fc.record({ do: fc.constant('card' as const), good: fc.boolean() }),
  { arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 14 }) }), weight: 4 },
)

/** One customer on a clock of their own. */
async function openHistory() {
  const { id: clock } = await stripe.testHelpers.testClocks.create({ frozen_time: START })
  const { id: customer } = await stripe.customers.create({
    test_clock: clock,
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  })
  let now = START
  let subscription: string | undefined
  const over = new Map<string, number | null>()

  /** What the state does not allow is refused, which is no fault; a fault of the sandbox's own is. */
  async function take(one: Step): Promise<void> {
    try {
      await act(one)
    } catch (error) {
      const { statusCode } = error as { statusCode?: number }
      if (statusCode === undefined || statusCode >= 500) throw error
    }
  }

  async function act(one: Step): Promise<void> {
    const id = subscription ?? 'sub_none'
    switch (one.do) {
      case 'begin': {
        const trial = one.trialDays ? { trial_period_days: one.trialDays } : {}
        const items = [{ price: prices[one.price] ?? '' }]
        subscription = (await stripe.subscriptions.create({ customer, items, ...trial })).id
        return
      }
      case 'cancel-at-end':
        await stripe.subscriptions.update(id, { cancel_at_period_end: true })
        return
      case 'cancel-by-date':
        await stripe.subscriptions.update(id, { cancel_at: now + 10 * DAY })
        return
      case 'take-back': {
        const { cancel_at_period_end: atEnd } = await stripe.subscriptions.retrieve(id)
        await stripe.subscriptions.update(id, atEnd ? { cancel_at_period_end: false } : { cancel_at: '' })
        return
      }
      case 'cancel-now':
        await stripe.subscriptions.cancel(id)
        return
      case 'pause':
        await stripe.subscriptions.pause(id)
        // Resumed in the same second, it would begin the same period again, and charge for it as Stripe does.
        await act({ do: 'wait', days: 1 })
        return
      case 'resume':
        await stripe.subscriptions.resume(id)
        return
      case 'switch': {
        const [item] = (await stripe.subscriptions.retrieve(id)).items.data
        await stripe.subscriptions.update(id, { items: [{ id: item?.id ?? '', price: prices[one.price] ?? '' }] })
        return
      }
      case 'card': {
        const shared = one.good ? 'pm_card_visa' : 'pm_card_chargeCustomerFail'
        const method = await stripe.paymentMethods.attach(shared, { customer: customer })
        await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
        return
      }
      case 'wait': {
        now += one.days * DAY
        await stripe.testHelpers.testClocks.advance(clock, { frozen_time: now })
        const status = async () => (await stripe.testHelpers.testClocks.retrieve(clock)).status
        await expect.poll(status, { interval: 2 }).toBe('ready')
      }
    }
  }

  async function check(): Promise<void> {
    const mine = { customer, limit: 100 }
    const subscriptions = (await stripe.subscriptions.list({ ...mine, status: 'all' })).data
    const invoices = (await stripe.invoices.list(mine)).data
    for (const one of subscriptions) {
      const [item] = one.items.data
      expect(item?.current_period_start).toBeLessThan(item?.current_period_end ?? 0)
      const isOver = one.status === 'canceled' || one.status === 'incomplete_expired'
      expect(one.ended_at !== null).toBe(isOver)
      if (over.has(one.id)) expect(one.ended_at).toBe(over.get(one.id))
      if (isOver) over.set(one.id, one.ended_at)
      // Nobody is charged for time after the end, and every period of time once.
      const ofPeriods = invoices.filter(
        ({ parent, billing_reason: reason }) =>
          parent?.subscription_details?.subscription === one.id && reason !== 'subscription_update',
      )
      const starts = ofPeriods.map(({ period_start: start }) => start)
      expect(new Set(starts).size).toBe(starts.length)
      if (one.ended_at !== null) expect(Math.max(...starts)).toBeLessThanOrEqual(one.ended_at)
      await checkNewestEvent(one)
    }
    await checkMoney(invoices)
  }

  /** The newest event about a subscription shows it as it is: nothing changes without one. */
  async function checkNewestEvent(shown: Stripe.Subscription): Promise<void> {
    const events = await stripe.events.list({ type: 'customer.subscription.*', limit: 100 })
    const newest = events.data.find(({ data }) => (data.object as Stripe.Subscription).id === shown.id)
    if (newest || !events.has_more) expect(newest?.data.object).toEqual(JSON.parse(JSON.stringify(shown)))
  }

  /** Every cent of every finalised invoice was due or lies on the customer's balance; what is paid is all that was due. */
  async function checkMoney(invoices: Stripe.Invoice[]): Promise<void> {
    const final = invoices.filter(({ status }) => status !== 'draft')
    const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
    const { balance } = (await stripe.customers.retrieve(customer)) as Stripe.Customer
    expect(sum(final.map(({ total }) => total))).toBe(sum(final.map(({ amount_due: due }) => due)) + balance)
    for (const { status, amount_due: due, amount_paid: paid, amount_remaining: left } of final) {
      expect([paid, left]).toEqual(status === 'paid' ? [due, 0] : [0, due])
    }
    const numbers = final.map(({ number }) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
  }

  return { take, check }
}

it('any history keeps periods, ends, events and money right: 8 of them', async () => {
  expect(await failureAmong(8)).toBe(null)
})
it('any history keeps periods, ends, events and money right: 300 of them', { tags: 'nightly' }, async () => {
  expect(await failureAmong(300)).toBe(null)
})

async function failureAmong(numRuns: number): Promise<string | null> {
  const run = await fc.check(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const history = await openHistory()
      await history.take({ do: 'begin', price: 0, trialDays: 0 })
      for (const one of steps) {
        await history.take(one)
        await history.check()
      }
    }),
    { numRuns },
  )
  return run.failed ? (fc.defaultReportMessage(run) ?? 'failed') : null
}
