import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refreshResponseSchema } from '#contract/billing.ts'
import { KEPT_OF_PLANS } from '#contract/leaving.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { billingEvents, subscribers } from '../../infra/db/schema/subscribers.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { PaymentsError } from '../../vendors/payments.ts'
import { problem } from '../assistants/own/studio-testing.ts'
import { checkoutWith, json, LATER_FAILING_CARD, pay, payerOf, stripeOf, until } from './billing-testing.ts'

type Headers = Record<string, string>

let server: TestApp
let team: Headers
/** Replaces operations of the provider, to make them fail. */
let trouble: Partial<Payments> = {}
const away = () => Promise.reject(new PaymentsError('unavailable', new Error('connect ECONNREFUSED')))

beforeAll(async () => {
  const rates = { checkout: { burst: 10_000, refillMs: 1 }, general: { burst: 100_000, refillMs: 1 } }
  server = await createTestApp({
    rates,
    // A failed read is retried soon.
    jobs: { pollingIntervalSeconds: 0.5 },
    wrapPayments: (payments) =>
      new Proxy(payments, { get: (target, name: keyof Payments) => trouble[name] ?? target[name] }),
  })
  team = await server.asTeam()
})
afterAll(() => server.close())

const { checkout, mine, refresh, back, buy, rowOf } = payerOf(() => server)

async function manage(action: string, email: string) {
  const { stripeSubscriptionId: subscriptionId } = await rowOf(email)
  // The address may be spelled differently.
  const body = { action, subscriptionId, email: email.toUpperCase() }
  return server.request('POST', '/api/functions/manage-subscription', body, team)
}

describe('paying', () => {
  it('returns from the checkout with the plan active, even if its events have not arrived', async () => {
    const ann = await server.signedUp('ann@example.com')
    expect(await mine(ann)).toMatchObject({ subscriptions: [], hasPortal: false, isStale: false })
    server.paymentSandbox.deliveries.hold()
    const query = await buy('basic-monthly', ann)
    expect(query).toMatch(/^\?checkout=done&session_id=cs_/)
    expect((await mine(ann)).subscriptions).toEqual([])
    const { checkout: state, billing, isNewer } = await back(ann, query)
    const { periodStart, periodEnd } = await rowOf('ann@example.com')
    expect([state, isNewer]).toEqual([{ status: 'complete', priceId: 'basic-monthly', email: 'ann@example.com' }, true])
    expect(billing?.subscriptions).toMatchObject([
      {
        plan: 'Basic',
        priceId: 'basic-monthly',
        period: 'monthly',
        status: 'active',
        isUsable: true,
        usedMinutes: 0,
        limitMinutes: 250,
        periodStart: periodStart.toISOString(),
        periodEnd: periodEnd.toISOString(),
        endsAt: null,
      },
    ])
    expect(billing?.hasPortal).toBe(true)
    server.paymentSandbox.deliveries.release()
  })

  it('activates the plan by webhook if the page never returns', async () => {
    const bob = await server.signedUp('bob@example.com')
    await buy('premium-annual', bob)
    await until(async () => (await server.db.$count(subscribers, eq(subscribers.email, 'bob@example.com'))) === 1)
    expect(await rowOf('bob@example.com')).toMatchObject({
      subscriptionTier: 'Premium',
      subscriptionStatus: 'active',
      monthlyRevenueCents: 1_667,
      monthlyLimitMinutes: 6_000,
    })
    await until(async () => (await server.db.$count(billingEvents, eq(billingEvents.attempts, 0))) > 0)
  })

  it('finds the account even if the payer gave the provider another address', async () => {
    const carol = await server.signedUp('carol@example.com')
    const link = await stripeOf(server).paymentLinks.create({
      line_items: [
        {
          price: (await stripeOf(server).prices.list({ lookup_keys: ['basic-monthly'] })).data[0]?.id ?? '',
          quantity: 1,
        },
      ],
    })
    const { user } = await json<{ user: { id: string } }>(
      server.request('GET', '/api/auth/get-session', undefined, carol),
    )
    const opened = await server.app.request(`${new URL(link.url).pathname}?client_reference_id=${user.id}`)
    await pay(server, opened.headers.get('Location') ?? '', { email: 'office@example.com' })
    await expect.poll(async () => (await mine(carol)).subscriptions).toMatchObject([{ plan: 'Basic' }])
  })

  it('shows the state of a checkout, but the payer’s address only to the browser that began it', async () => {
    const visit = 'the-visit-of-the-payer'
    const { url } = await checkout('small-business-monthly', {}, { visit })
    const sessionId = /cs_test_\w+/.exec(url)?.[0] ?? ''
    const state = async (claimed?: string, headers: Headers = {}) =>
      refreshResponseSchema.parse(await (await refresh({ sessionId, visit: claimed }, headers)).json()).checkout
    expect(await state()).toEqual({ status: 'open', priceId: 'small-business-monthly', email: null })
    await pay(server, url, { email: 'firm@example.com' })
    const paid = { status: 'complete', priceId: 'small-business-monthly' }
    expect(await state(visit)).toEqual({ ...paid, email: 'firm@example.com' })
    for (const claimed of [undefined, 'another-browser-s-visit'])
      expect(await state(claimed)).toEqual({ ...paid, email: null })
    expect(await state(undefined, await server.signedUp('curious@example.com'))).toEqual({ ...paid, email: null })
    expect(await rowOf('firm@example.com')).toMatchObject({ subscriptionTier: 'Small Business' })
    expect(await problem(await refresh({ sessionId: 'cs_test_none' }))).toMatchObject({ status: 404 })
  })

  it('refuses unknown plans', async () => {
    for (const priceId of ['custom-monthly', 'basic-weekly', '', '__proto__']) {
      const response = await server.request('POST', '/api/billing/checkout', { priceId })
      expect([400, 404]).toContain(response.status)
    }
  })

  it('grants nothing if the card is declined, and can be tried again', async () => {
    const dora = await server.signedUp('dora@example.com')
    const { url } = await checkout('basic-monthly', dora)
    const declined = await pay(server, url, { card: '4000000000000002' })
    expect(await declined.text()).toContain('Your card was declined.')
    expect((await back(dora, url)).billing?.subscriptions).toEqual([])
    expect((await checkout('basic-monthly', dora)).url).toBe(url)
    expect((await pay(server, url)).status).toBe(303)
  })
})

describe('paying twice', () => {
  it('is prevented for simultaneous requests, which get the same checkout', { tags: 'postgres' }, async () => {
    const eve = await server.signedUp('eve@example.com')
    const answers = await Promise.all(Array.from({ length: 5 }, () => checkout('basic-monthly', eve)))
    expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
  })

  it('is prevented when another plan is chosen in a second tab: the first checkout expires', async () => {
    const fay = await server.signedUp('fay@example.com')
    const business = await checkout('small-business-monthly', fay)
    const basic = await checkout('basic-monthly', fay)
    const premium = await checkout('premium-monthly', fay)
    const again = await checkout('basic-monthly', fay)
    expect(new Set([basic.url, premium.url, again.url]).size).toBe(3)
    for (const { url } of [basic, premium, again]) await pay(server, url)
    expect((await back(fay, again.url)).billing?.subscriptions).toMatchObject([{ plan: 'Basic' }])
    // An account may have a plan of each kind.
    expect((await checkout('small-business-monthly', fay)).url).toBe(business.url)
  })

  it('is prevented for a payer who has a plan of that kind: the portal is opened to change it', async () => {
    const gus = await server.signedUp('gus@example.com')
    server.paymentSandbox.deliveries.hold()
    await buy('basic-monthly', gus)
    const again = await checkout('premium-monthly', gus)
    expect(again.leadsTo).toBe('portal')
    expect(again.url).toContain('/sandbox/stripe/portal/')
    const portal = await (await server.app.request(new URL(again.url).pathname)).text()
    expect(portal).toContain('<details open><summary>Change plan')
    // The page learns from its address when it was left.
    expect(portal).toMatch(/\/account\?left=20\d\d-/)
    expect((await checkout('medium-business-monthly', gus)).leadsTo).toBe('checkout')
    server.paymentSandbox.deliveries.release()
  })

  it('is prevented without an account in two tabs of one visit', { tags: 'postgres' }, async () => {
    let nowMs = 0
    const ask = checkoutWith(server, { nowMs: () => nowMs })
    const pageOf = async (priceId: string, visit?: string) => (await ask({ priceId, person: null, visit })).url
    const visit = 'a-visit-of-tests'
    const [one, two] = await Promise.all([pageOf('basic-monthly', visit), pageOf('basic-monthly', visit)])
    expect(one).toBe(two)
    nowMs += 9 * 60_000
    expect(await pageOf('basic-monthly', visit)).toBe(one)
    // A visitor who goes back can choose another plan.
    expect(await pageOf('premium-monthly', visit)).not.toBe(one)
    expect(await pageOf('basic-monthly')).not.toBe(one)
    // A later checkout is a new one, since the first may have been paid or have expired.
    nowMs += 60_000
    expect(await pageOf('basic-monthly', visit)).not.toBe(one)
  })

  it('is prevented even if the provider was away while an earlier checkout had to end', async () => {
    const una = await server.signedUp('una@example.com')
    await checkout('basic-monthly', una)
    trouble = { expireCheckout: away }
    const refused = await server.request('POST', '/api/billing/checkout', { priceId: 'premium-monthly' }, una)
    trouble = {}
    expect(refused.status).toBe(503)
    await checkout('premium-monthly', una)
    const [customer] = await server.billing.payments.findCustomersByEmail('una@example.com')
    const all = await server.billing.payments.listCheckouts(customer?.id ?? '')
    expect(all.filter(({ status }) => status === 'open')).toMatchObject([{ priceId: 'premium-monthly' }])
  })

  it('is prevented after a recent payment without an account, unless the payer insists', async () => {
    await server.paymentSandbox.deliveries.flush()
    server.paymentSandbox.deliveries.hold()
    await pay(server, (await checkout('basic-monthly')).url, { email: 'hal@example.com' })
    const hal = await server.signedUp('hal@example.com')
    const ask = (body: object) => server.request('POST', '/api/billing/checkout', body, hal)
    expect(await problem(await ask({ priceId: 'premium-monthly' }))).toEqual({ status: 409, code: 'plan-to-claim' })
    expect((await server.newestLink('hal@example.com')).pathname).toBe('/claim')
    // The mail may have been lost: a later visit sends the link again.
    await server.db.update(billingCustomers).set({ claimMailedAt: null })
    const mailCount = () => server.db.$count(mails, eq(mails.recipient, 'hal@example.com'))
    const before = await mailCount()
    await ask({ priceId: 'premium-monthly' })
    expect(await mailCount()).toBe(before + 1)
    expect((await checkout('premium-monthly', hal, { anyway: true })).leadsTo).toBe('checkout')
    expect((await checkout('medium-business-monthly', hal)).leadsTo).toBe('checkout')
    server.paymentSandbox.deliveries.release()
  })
})

describe('the team', () => {
  it('cancels at the end of the period and reactivates, and repeating either changes nothing', async () => {
    const ida = await server.signedUp('ida@example.com')
    await back(ida, await buy('premium-monthly', ida))
    for (const _ of [1, 2]) {
      expect((await manage('cancel', 'ida@example.com')).status).toBe(200)
      const row = await rowOf('ida@example.com')
      expect(row).toMatchObject({ subscriptionStatus: 'canceled', providerStatus: 'active' })
      expect(row.endsAt).toEqual(row.periodEnd)
    }
    expect((await mine(ida)).subscriptions).toMatchObject([{ status: 'canceled', isUsable: true }])
    for (const _ of [1, 2]) {
      expect(await json(manage('reactivate', 'ida@example.com'))).toEqual({})
      expect(await rowOf('ida@example.com')).toMatchObject({ subscriptionStatus: 'active', endsAt: null })
    }
  })

  it('reactivates a plan that the customer cancelled in the portal', async () => {
    const jim = await server.signedUp('jim@example.com')
    await back(jim, await buy('basic-monthly', jim))
    const row = await rowOf('jim@example.com')
    const cancelAt = Math.floor(row.periodEnd.getTime() / 1_000)
    await stripeOf(server).subscriptions.update(row.stripeSubscriptionId, { cancel_at: cancelAt })
    await until(async () => (await rowOf('jim@example.com')).subscriptionStatus === 'canceled')
    expect((await manage('reactivate', 'jim@example.com')).status).toBe(200)
    expect(await rowOf('jim@example.com')).toMatchObject({ subscriptionStatus: 'active', endsAt: null })
  })

  it('replaces an ended plan with one new one, paid with the stored card', { tags: 'postgres' }, async () => {
    const kay = await server.signedUp('kay@example.com')
    await back(kay, await buy('basic-monthly', kay))
    const { stripeSubscriptionId } = await rowOf('kay@example.com')
    await stripeOf(server).subscriptions.cancel(stripeSubscriptionId)
    const body = { action: 'reactivate', subscriptionId: stripeSubscriptionId, email: 'kay@example.com' }
    const click = () => server.request('POST', '/api/functions/manage-subscription', body, team)
    const answers = await Promise.all([click(), click()])
    const [done, refused] = answers.toSorted((one, other) => one.status - other.status)
    expect(await json(done as Response)).toEqual({})
    expect(await problem(refused as Response)).toEqual({ status: 409, code: 'already-subscribed' })
    const all = await server.db.select().from(subscribers).where(eq(subscribers.email, 'kay@example.com'))
    expect(all.map((row) => row.providerStatus).toSorted()).toEqual(['active', 'canceled'])
  })

  it('gets a checkout for an ended plan whose stored card is declined', async () => {
    const lea = await server.signedUp('lea@example.com')
    await back(lea, await buy('basic-monthly', lea, LATER_FAILING_CARD))
    await stripeOf(server).subscriptions.cancel((await rowOf('lea@example.com')).stripeSubscriptionId)
    const { url } = await json<{ url: string }>(manage('reactivate', 'lea@example.com'))
    expect(url).toContain('/sandbox/stripe/pay/')
    expect((await pay(server, url)).status).toBe(303)
    await until(async () => (await mine(lea)).subscriptions.some(({ status }) => status === 'active'))
  })

  it('opens a customer’s portal', async () => {
    const { url } = await json<{ url: string }>(manage('customer_portal', 'ann@example.com'))
    expect((await server.app.request(new URL(url).pathname)).status).toBe(200)
  })

  it('gets 404, and nothing changes, if address and subscription do not match', async () => {
    const { stripeSubscriptionId: subscriptionId } = await rowOf('ann@example.com')
    for (const body of [
      { action: 'cancel', subscriptionId, email: 'bob@example.com' },
      { action: 'cancel', subscriptionId: 'sub_none', email: 'ann@example.com' },
    ]) {
      const response = await server.request('POST', '/api/functions/manage-subscription', body, team)
      expect(await problem(response)).toEqual({ status: 404, code: 'not-found' })
    }
    expect(await rowOf('ann@example.com')).toMatchObject({ subscriptionStatus: 'active' })
  })

  it('syncs all customers, even deleted ones and those on test clocks, and keeps the usage', async () => {
    await server.db.update(subscribers).set({ currentUsageMs: 5 }).where(eq(subscribers.email, 'ann@example.com'))
    const stripe = stripeOf(server)
    const gone = await rowOf('firm@example.com')
    server.paymentSandbox.deliveries.hold()
    await stripe.customers.del(gone.stripeCustomerId)
    const sync = () => json<{ synced: number }>(server.request('POST', '/api/functions/sync-subscriptions', {}, team))
    const { synced } = await sync()
    expect(synced).toBe(await server.db.$count(subscribers))
    expect(await sync()).toEqual({ synced })
    expect(await rowOf('firm@example.com')).toMatchObject({ subscriptionStatus: 'canceled' })
    expect(await rowOf('ann@example.com')).toMatchObject({ currentUsageMs: 5 })
    server.paymentSandbox.deliveries.release()
  })
})

describe('an unavailable provider', () => {
  it('charges nothing, is reported, and leaves the last known state on display', async () => {
    const mia = await server.signedUp('mia@example.com')
    await back(mia, await buy('basic-monthly', mia))
    trouble = { createCheckout: away, readCheckout: away, readCustomer: away, openPortal: away, listInvoices: away }
    try {
      const priceId = 'basic-monthly'
      expect(await problem(await server.request('POST', '/api/billing/checkout', { priceId }))).toEqual({
        status: 503,
        code: 'payments-unavailable',
      })
      expect(await problem(await refresh({ sessionId: 'cs_test_any' }, mia))).toMatchObject({ status: 503 })
      const before = await mine(mia)
      const answer = refreshResponseSchema.parse(await (await refresh({ leftAt: before.asOf }, mia)).json())
      const known = { isStale: true, subscriptions: [{ plan: 'Basic', isUsable: true }] }
      expect(answer).toMatchObject({ isNewer: false, billing: known })
      expect([before, await mine(mia)]).toMatchObject([known, known])
      const ann = await server.signIn('ann@example.com', TEST_PASSWORD)
      expect(await mine(ann)).toMatchObject({ isStale: false })
      expect(await problem(await manage('cancel', 'mia@example.com'))).toMatchObject({ status: 503 })
      const body = { password: TEST_PASSWORD }
      expect(await problem(await server.request('DELETE', '/api/account', body, mia))).toMatchObject({ status: 503 })
      expect((await mine(mia)).subscriptions).toHaveLength(1)
    } finally {
      trouble = {}
    }
    // The queue retries, without a request from the page.
    await until(async () => !(await mine(mia)).isStale)
    // An event that has only just arrived is no sign of trouble.
    const { stripeCustomerId: customerId } = await rowOf('mia@example.com')
    await server.db.insert(billingEvents).values({ id: 'evt_just_arrived', type: 'any', customerId })
    expect(await mine(mia)).toMatchObject({ isStale: false })
  })
})

describe('a customer', () => {
  it('can open the portal and list invoices', async () => {
    const ann = await server.signIn('ann@example.com', TEST_PASSWORD)
    const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/portal', {}, ann))
    expect((await server.app.request(new URL(url).pathname)).status).toBe(200)
    const { invoices } = await json<{ invoices: unknown[] }>(
      server.request('GET', '/api/billing/invoices', undefined, ann),
    )
    expect(invoices).toMatchObject([{ status: 'paid', totalCents: 999, currency: 'usd' }])
    const otherUser = await server.signedUp('nobody@example.com')
    expect(await problem(await server.request('POST', '/api/billing/portal', {}, otherUser))).toMatchObject({
      status: 404,
    })
  })

  it('gets the portal of the active plan, not of a later one that has ended', async () => {
    const ann = await server.signIn('ann@example.com', TEST_PASSWORD)
    const live = await rowOf('ann@example.com')
    const ids = { id: 'sub_later', stripeSubscriptionId: 'sub_later', stripeCustomerId: 'cus_later', email: 'later' }
    await server.db.insert(subscribers).values({ ...live, ...ids, providerStatus: 'canceled', createdAt: new Date() })
    trouble = { openPortal: async (url) => ({ url }) }
    expect(await json(server.request('POST', '/api/billing/portal', {}, ann))).toEqual({ url: live.stripeCustomerId })
    trouble = {}
    await server.db.delete(subscribers).where(eq(subscribers.id, ids.id))
  })

  it('can export all data, and deletes the account with the password, which cancels the subscription first', async () => {
    const ned = await server.signedUp('ned@example.com')
    await back(ned, await buy('basic-monthly', ned))
    const started = await server.request('POST', '/api/calls', { assistantId: 'finance' }, ned)
    expect(started.status).toBe(201)
    const data = await json<Record<string, unknown>>(server.request('GET', '/api/account/export', undefined, ned))
    expect(data).toMatchObject({
      account: { email: 'ned@example.com' },
      calls: [{ status: 'created' }],
      subscriptions: [{ plan: 'Basic', status: 'active' }],
      invoices: [{ totalCents: 999 }],
      contact: { followUpStatus: 'pending' },
    })
    expect(JSON.stringify(data)).not.toMatch(/password|token/i)

    const remove = (password: string) => server.request('DELETE', '/api/account', { password }, ned)
    expect(await problem(await remove('wrong'))).toEqual({ status: 403, code: 'password-wrong' })
    const { stripeSubscriptionId, stripeCustomerId: customer } = await rowOf('ned@example.com')
    await checkout('small-business-monthly', ned)
    expect(await json(remove(TEST_PASSWORD))).toMatchObject({ status: true, kept: KEPT_OF_PLANS })
    expect((await stripeOf(server).subscriptions.retrieve(stripeSubscriptionId)).status).toBe('canceled')
    // A payment page that is still open can't be paid either.
    const { data: pages } = await stripeOf(server).checkout.sessions.list({ customer })
    expect(pages.map(({ status }) => status)).toEqual(['expired', 'complete'])
    expect(await rowOf('ned@example.com')).toMatchObject({ subscriptionStatus: 'canceled', userId: null })
    expect((await server.request('GET', '/api/billing/me', undefined, ned)).status).toBe(401)
    const signIn = { email: 'ned@example.com', password: TEST_PASSWORD }
    expect((await server.request('POST', '/api/auth/sign-in/email', signIn)).status).toBe(401)
  })
})
