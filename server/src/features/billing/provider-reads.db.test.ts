import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, beforeAll, describe, expect, it } from 'vitest'
import { refreshResponseSchema } from '#contract/billing.ts'
import { settledUse } from '../../../test/settled-use.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { billingEvents, subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import { PaymentsError } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { grantedCall } from '../calls/calls-testing.ts'
import { json, pay, payerOf, stripeOf, until } from './billing-testing.ts'
import { MINUTE_MS } from './usage-sums.ts'

/** Checks how often the provider is asked, and what is decided when it is not asked. */

type Headers = Record<string, string>
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

let server: TestApp
/** Operations of the provider, in the order in which they were called. */
let asked: string[] = []
/** Replaces operations of the provider, to make them fail. */
let trouble: Partial<Payments> = {}

beforeAll(async () => {
  const often = { burst: 10_000, refillMs: 1 }
  server = await createTestApp({
    rates: { call: often, checkout: often, general: often },
    eventGatherMs: 700,
    wrapPayments: (payments) =>
      new Proxy(payments, {
        get(target, name: keyof Payments) {
          asked.push(name)
          return trouble[name] ?? target[name]
        },
      }),
  })
})
afterAll(() => server.close())
beforeEach(() => {
  trouble = {}
})

const { checkout, mine, rowOf } = payerOf(() => server)

const reads = () => asked.filter((name) => name === 'readCustomer').length
const allDone = async () => (await server.db.$count(billingEvents, isNull(billingEvents.processedAt))) === 0
const refresh = async (body: object, headers: Headers) =>
  refreshResponseSchema.parse(await json(server.request('POST', '/api/billing/refresh', body, headers)))

/** Pays for Basic. @returns the id of the checkout's session */
async function buy(headers: Headers): Promise<string> {
  const { url } = await checkout('basic-monthly', headers)
  asked = []
  const paid = await pay(server, url)
  return new URL(paid.headers.get('Location') ?? '').searchParams.get('session_id') ?? ''
}

async function look(headers: Headers) {
  await server.request('GET', '/api/billing/invoices', undefined, headers)
  return mine(headers)
}

describe('one payment', () => {
  it('reads the customer at most twice if the events arrive first', async () => {
    const headers = await server.signedUp('events@example.com')
    const sessionId = await buy(headers)
    await until(async () => (await look(headers)).subscriptions.length === 1)
    expect((await refresh({ sessionId }, headers)).billing?.subscriptions).toMatchObject([{ isUsable: true }])
    await server.paymentSandbox.deliveries.flush()
    await until(allDone)
    expect(reads()).toBeLessThanOrEqual(2)
    expect(asked.filter((name) => name === 'readCheckout')).toHaveLength(1)
  })

  it('reads the customer at most twice if the page returns first', async () => {
    const headers = await server.signedUp('page@example.com')
    server.paymentSandbox.deliveries.hold()
    const sessionId = await buy(headers)
    for (const _ of [1, 2, 3]) {
      expect((await refresh({ sessionId }, headers)).billing?.subscriptions).toMatchObject([{ isUsable: true }])
    }
    expect(reads()).toBe(1)
    server.paymentSandbox.deliveries.release()
    await server.paymentSandbox.deliveries.flush()
    await until(allDone)
    expect(reads()).toBeLessThanOrEqual(2)
  })

  it('causes another read on a later return only if the page was left again', async () => {
    const headers = await server.signedUp('portal@example.com')
    const sessionId = await buy(headers)
    await refresh({ sessionId }, headers)
    await until(allDone)
    const { stripeSubscriptionId } = await rowOf('portal@example.com')
    server.paymentSandbox.deliveries.hold()
    const { asOf: leftAt } = await look(headers)
    await stripeOf(server).subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: true })
    asked = []
    const answer = await refresh({ leftAt }, headers)
    expect(answer).toMatchObject({
      checkout: null,
      isNewer: true,
      billing: { subscriptions: [{ status: 'canceled' }] },
    })
    expect(await refresh({ leftAt }, headers)).toMatchObject({ isNewer: true })
    expect(reads()).toBe(1)
    await stripeOf(server).subscriptions.update(stripeSubscriptionId, { cancel_at_period_end: false })
    const again = await refresh({ leftAt: answer.billing?.asOf }, headers)
    expect(again.billing?.subscriptions).toMatchObject([{ status: 'active' }])
    expect(reads()).toBe(2)
    // Read meanwhile for another reason, such as the event of a change.
    const { asOf: leftAgainAt } = await look(headers)
    const { stripeCustomerId } = await rowOf('portal@example.com')
    await server.billing.sync.syncCustomer(stripeCustomerId)
    await refresh({ leftAt: leftAgainAt }, headers)
    expect(reads()).toBe(3)
    server.paymentSandbox.deliveries.release()
  })
})

describe('a period that is over and whose renewal is not known yet', () => {
  const ask = (headers: Headers) => server.request('POST', '/api/calls', { assistantId: 'finance' }, headers)

  async function talk(headers: Headers, minutes: number) {
    const granted = await grantedCall(ask(headers))
    const call = await server.calls.desk.admit(granted.token)
    await server.billing.usage.extend(call.callId, minutes * MINUTE_MS)
    await call.recorder.ended('person-ended', minutes * MINUTE_MS)
    return granted
  }

  /**
   * A subscriber whose 250 minutes are used up and whose year ended an hour ago. The provider renews the subscription
   * when its test clock advances.
   */
  async function subscriberAfterPeriod(email: string) {
    const headers = await server.signedUp(email)
    const { user } = await json<{ user: { id: string } }>(
      server.request('GET', '/api/auth/get-session', undefined, headers),
    )
    const stripe = stripeOf(server)
    const end = new Date(Date.now() - HOUR_MS)
    // 29 February does not exist in the year before.
    if (end.getUTCMonth() === 1 && end.getUTCDate() === 29) end.setUTCDate(28)
    const start = new Date(end)
    start.setUTCFullYear(end.getUTCFullYear() - 1)
    const startSeconds = Math.floor(start.getTime() / 1_000)
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: startSeconds })
    const { id: customer } = await stripe.customers.create({
      email,
      metadata: { voxhall_user: user.id },
      test_clock: clock.id,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 999,
      recurring: { interval: 'year' },
      product_data: { name: 'As agreed' },
      metadata: { voxhall_price: 'custom', minutes: '250' },
    })
    await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    await until(async () => (await look(headers)).subscriptions.length === 1)
    await until(allDone)
    const use = settledUse(await rowOf(email), { callId: `before ${email}`, usedMs: 250 * MINUTE_MS })
    await server.db.insert(usageLedger).values(use)
    asked = []
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const renew = () => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: nowSeconds })
    return { headers, renew }
  }

  it('admits calls with the minutes of the next period, without waiting for the provider', async () => {
    const email = 'renewed@example.com'
    const { headers, renew } = await subscriberAfterPeriod(email)
    const { promise, resolve } = Promise.withResolvers<void>()
    trouble.readCustomer = async (id) => {
      await promise
      trouble = {}
      return server.billing.payments.readCustomer(id)
    }
    expect((await talk(headers, 100)).isDemo).toBe(false)
    expect((await talk(headers, 50)).isDemo).toBe(false)
    await until(async () => reads() === 1)
    const { periodEnd } = await rowOf(email)
    await renew()
    resolve()
    // Minutes used meanwhile count in the period that the server assumed.
    await until(async () => (await rowOf(email)).periodStart.getTime() === periodEnd.getTime())
    expect(await rowOf(email)).toMatchObject({ currentUsageMs: 150 * MINUTE_MS })
    await talk(headers, 1_000)
    expect(await rowOf(email)).toMatchObject({ currentUsageMs: 250 * MINUTE_MS, limitExceeded: true })
    expect((await ask(headers)).status).toBe(402)
  })

  it('counts as renewed for three days only, and not at all for a plan that is set to end', async () => {
    const email = 'silent@example.com'
    const { headers } = await subscriberAfterPeriod(email)
    trouble.readCustomer = () => Promise.reject(new PaymentsError('unavailable', new Error('ETIMEDOUT')))
    const set = (row: Partial<typeof subscribers.$inferInsert>) =>
      server.db.update(subscribers).set(row).where(eq(subscribers.email, email))
    const isUsable = async () => (await look(headers)).subscriptions.map((one) => one.isUsable)
    await set({ periodEnd: new Date(Date.now() - 3 * DAY_MS + 60_000) })
    expect(await isUsable()).toEqual([true])
    expect((await talk(headers, 1)).isDemo).toBe(false)
    await set({ periodEnd: new Date(Date.now() - 3 * DAY_MS) })
    expect(await isUsable()).toEqual([false])
    expect((await talk(headers, 1)).isDemo).toBe(true)
    await set({ periodEnd: new Date(), endsAt: new Date() })
    expect(await isUsable()).toEqual([false])
    // An end in the middle of a period may have been taken back meanwhile, so the provider is asked about it too.
    const endsAt = new Date(Date.now() - 1_000)
    await set({ periodEnd: new Date(Date.now() + DAY_MS), endsAt })
    await ask(headers)
    const { stripeSubscriptionId } = await rowOf(email)
    const question = eq(billingEvents.id, `past_${stripeSubscriptionId}_${endsAt.toISOString()}`)
    expect(await server.db.$count(billingEvents, question)).toBe(1)
  })
})
