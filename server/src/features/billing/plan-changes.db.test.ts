import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { grantedCall } from '../calls/calls-testing.ts'
import { checkoutWith, json, manageAt, pay, payerOf, stripeOf } from './billing-testing.ts'
import { ensureProducts } from './products.ts'

// Checks that no customer gets more minutes than they paid for, and that an honest payer does not pay twice. The tests
// read the provider's state themselves, so no events are delivered: webhook.db.test.ts tests what those do.
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
type Headers = Record<string, string>

let server: TestApp
let now = Date.now()
beforeAll(async () => {
  const often = { burst: 10_000, refillMs: 1 }
  server = await createTestApp({
    rates: { call: often, checkout: often, general: often },
    paymentSandbox: { clock: () => new Date(now) },
  })
  server.paymentSandbox.deliveries.hold()
})
afterAll(() => server.close())
const browser = payerOf(() => server)

async function buy(priceId: string, headers: Headers = {}, email = ''): Promise<void> {
  await pay(server, (await browser.checkout(priceId, headers)).url, { email })
}

async function plans(headers: Headers) {
  await server.billing.sync.syncAll()
  const { subscriptions } = await browser.mine(headers)
  return subscriptions.map(({ priceId, limitMinutes, isUsable }) => ({ priceId, limitMinutes, isUsable }))
}

async function customerOf(email: string): Promise<string> {
  const [customer] = (await stripeOf(server).customers.list({ email })).data
  if (!customer) throw new Error(`no customer ${email}`)
  return customer.id
}

/** The id of the newest subscription that has not ended. */
async function liveOf(email: string): Promise<string> {
  const { data } = await stripeOf(server).subscriptions.list({ customer: await customerOf(email) })
  return data[0]?.id ?? ''
}

/** All that was paid so far, in cents. */
async function paid(email: string): Promise<number> {
  const { data } = await stripeOf(server).invoices.list({ customer: await customerOf(email) })
  return data.reduce((sum, invoice) => sum + invoice.amount_paid, 0)
}

/** Chooses another plan in the portal. */
async function change(headers: Headers, email: string, priceId: string): Promise<Response> {
  const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/portal', {}, headers))
  const [price] = (await stripeOf(server).prices.list({ lookup_keys: [priceId] })).data
  const body = new URLSearchParams({ subscription: await liveOf(email), price: price?.id ?? '' })
  return server.app.request(`${new URL(url).pathname}/switch`, { method: 'POST', body })
}

const ask = (headers: Headers) => server.request('POST', '/api/calls', { assistantId: 'finance' }, headers)

/** Calls for this long, or until the plan's minutes are used up. */
async function talk(headers: Headers, minutes: number): Promise<void> {
  const call = await server.calls.desk.admit((await grantedCall(ask(headers))).token)
  await server.billing.usage.extend(call.callId, minutes * MINUTE_MS)
  await call.recorder.ended('person-ended', minutes * MINUTE_MS)
}

describe('changing the plan', () => {
  it('gives a larger plan’s minutes once it is paid, and a smaller plan begins with the next period', async () => {
    const email = 'larger@example.com'
    const larger = await server.signedUp(email)
    await buy('basic-monthly', larger)
    await change(larger, email, 'enterprise-monthly')
    expect(await plans(larger)).toEqual([{ priceId: 'enterprise-monthly', limitMinutes: 2_000, isUsable: true }])
    expect(await paid(email)).toBe(9_999)

    await change(larger, email, 'enterprise-annual')
    expect(await paid(email)).toBe(99_999)
    for (const less of ['basic-annual', 'enterprise-monthly', 'basic-monthly']) {
      const answer = await change(larger, email, less)
      expect(answer.headers.get('location')).toContain('done=later')
      expect(await plans(larger)).toMatchObject([{ priceId: 'enterprise-annual' }])
    }
    now += 367 * DAY_MS
    await server.paymentSandbox.advance()
    expect(await plans(larger)).toEqual([{ priceId: 'basic-monthly', limitMinutes: 250, isUsable: true }])
    expect(await paid(email)).toBe(99_999 + 999)
  })

  it('keeps the used minutes through upgrades, a yearly plan and back, so that none are given twice', async () => {
    const email = 'counting@example.com'
    const counting = await server.signedUp(email)
    await buy('basic-monthly', counting)
    await plans(counting)
    const used = async () => {
      await plans(counting)
      const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
      return (row?.currentUsageMs ?? 0) / MINUTE_MS
    }
    await talk(counting, 250)
    expect(await used()).toBe(250)
    expect((await ask(counting)).status).toBe(402)

    now += DAY_MS
    await change(counting, email, 'premium-monthly')
    expect(await used()).toBe(250)
    await talk(counting, 1_000)
    expect(await used()).toBe(500)
    now += DAY_MS
    await change(counting, email, 'enterprise-monthly')
    await plans(counting)
    await talk(counting, 5_000)
    // The plan's limit of 2,000 minutes includes those used before.
    expect(await used()).toBe(2_000)
    now += DAY_MS
    await change(counting, email, 'enterprise-annual')
    expect(await used()).toBe(2_000)
    await change(counting, email, 'basic-monthly')
    expect(await used()).toBe(2_000)
    // Cancelling and taking that back does not begin a new period.
    for (const cancel_at_period_end of [true, false]) {
      await stripeOf(server).subscriptions.update(await liveOf(email), { cancel_at_period_end })
      expect(await used()).toBe(2_000)
    }
  })

  it('keeps the used minutes in a new subscription if the last one ended within its period', async () => {
    const email = 'again@example.com'
    const again = await server.signedUp(email)
    const usedOf = async () => {
      await plans(again)
      const rows = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
      return rows.filter((row) => row.providerStatus === 'active').map((row) => row.currentUsageMs / MINUTE_MS)
    }
    for (const expected of [0, 200, 250]) {
      await buy('basic-monthly', again)
      expect(await usedOf()).toEqual([expected])
      // Further reads from the provider change nothing.
      await server.billing.sync.syncCustomer(await customerOf(email))
      expect(await usedOf()).toEqual([expected])
      if (expected < 250) await talk(again, expected === 0 ? 200 : 50)
      now += DAY_MS
      // An upgrade begins a new period at the provider, but the minutes used before still count.
      if (expected === 200) await change(again, email, 'premium-monthly')
      await stripeOf(server).subscriptions.cancel(await liveOf(email))
      await plans(again)
      now += DAY_MS
    }
    // Used minutes no longer count once their period is over.
    now += 60 * DAY_MS
    await buy('basic-monthly', again)
    expect(await usedOf()).toEqual([0])
  })

  it('does not carry used minutes into a plan of another kind, nor into one that was bought before the end', async () => {
    const email = 'founder@example.com'
    const founder = await server.signedUp(email)
    await buy('basic-monthly', founder)
    await plans(founder)
    await talk(founder, 100)
    const [first, customer] = [await liveOf(email), await customerOf(email)]
    const price = (await ensureProducts(server.billing.payments)).get('basic-monthly') ?? ''
    const { id: card } = await stripeOf(server).paymentMethods.attach('pm_card_visa', { customer })
    await stripeOf(server).subscriptions.create({ customer, items: [{ price }], default_payment_method: card })
    now += DAY_MS
    await stripeOf(server).subscriptions.cancel(first)
    await buy('small-business-monthly', founder)
    await plans(founder)
    const rows = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
    const active = rows.filter(({ providerStatus }) => providerStatus === 'active')
    expect(active.map(({ currentUsageMs }) => currentUsageMs)).toEqual([0, 0])
  })

  it('changes nothing if the larger plan is not paid', async () => {
    const email = 'declined@example.com'
    const declined = await server.signedUp(email)
    await buy('basic-monthly', declined)
    const stripe = stripeOf(server)
    const customer = await customerOf(email)
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    await stripe.subscriptions.update(await liveOf(email), { default_payment_method: failing.id })
    const answer = await change(declined, email, 'enterprise-monthly')
    expect(await answer.text()).toContain('Your card was declined. Nothing was changed.')
    expect(await plans(declined)).toEqual([{ priceId: 'basic-monthly', limitMinutes: 250, isUsable: true }])
    expect(await paid(email)).toBe(999)
  })

  it('gives no minutes for a quantity of zero, nor for an agreed plan whose minutes are unreadable', async () => {
    const email = 'none@example.com'
    const none = await server.signedUp(email)
    const stripe = stripeOf(server)
    const basic = (await ensureProducts(server.billing.payments)).get('basic-monthly')
    const agreed = await makePrice({ voxhall_price: 'custom', minutes: '1.000,-' })
    const { user } = await json<{ user: { id: string } }>(
      server.request('GET', '/api/auth/get-session', undefined, none),
    )
    const customer = await stripe.customers.create({
      email,
      metadata: { voxhall_user: user.id },
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    for (const item of [{ price: basic ?? '', quantity: 0 }, { price: agreed.id }]) {
      await stripe.subscriptions.create({ customer: customer.id, items: [item] })
    }
    expect((await plans(none)).map(({ isUsable }) => isUsable)).toEqual([false, false])
  })
})

describe('a plan', () => {
  it('paid by link under another address stays with the payer’s account, and is reactivated only once', async () => {
    const [payer] = await payThroughLink('payer@example.com', 'other@example.com')
    const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, 'other@example.com'))
    await stripeOf(server).subscriptions.cancel(row?.stripeSubscriptionId ?? '')
    if (!row) throw new Error('nothing was sold')
    let clickMs = 0
    const manage = manageAt(server, () => clickMs)
    const request = { action: 'reactivate' as const, subscriptionId: row.stripeSubscriptionId, email: row.email }
    // A double click that reaches two processes.
    await Promise.allSettled([manage(request), manageAt(server, () => clickMs)(request)])
    expect((await plans(payer)).filter(({ isUsable }) => isUsable)).toHaveLength(1)
    clickMs += 2 * MINUTE_MS
    await expect(manage(request)).rejects.toMatchObject({ code: 'already-subscribed' })
    expect(await paid('other@example.com')).toBe(2 * 999)
    // Once the new plan has ended as well, the old one can be reactivated again.
    await stripeOf(server).subscriptions.cancel(await liveOf('other@example.com'))
    await manage(request)
    expect(await paid('other@example.com')).toBe(3 * 999)
  })

  it('cannot be reactivated by the team if its payer without an account has bought it again', async () => {
    const email = 'visitor@example.com'
    const payAsVisitor = async () => {
      await buy('basic-monthly', {}, email)
      await server.billing.sync.syncAll()
    }
    await payAsVisitor()
    const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
    const subscriptionId = row?.stripeSubscriptionId ?? ''
    await stripeOf(server).subscriptions.cancel(subscriptionId)
    await payAsVisitor()
    const again = manageAt(server, Date.now)({ action: 'reactivate', subscriptionId, email })
    await expect(again).rejects.toMatchObject({ code: 'already-subscribed' })
  })

  it('whose first payment is pending ends at once when the team cancels it, so it cannot be paid later', async () => {
    const email = 'awaited@example.com'
    const stripe = stripeOf(server)
    const price = (await ensureProducts(server.billing.payments)).get('basic-monthly') ?? ''
    const customer = await stripe.customers.create({ email })
    const { id: subscriptionId } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
    })
    await server.billing.sync.syncCustomer(customer.id)
    await manageAt(server, Date.now)({ action: 'cancel', subscriptionId, email })
    expect((await stripe.subscriptions.retrieve(subscriptionId)).status).toMatch(/^(canceled|incomplete_expired)$/)
  })

  it('bought three times over is reactivated with the same quantity, at the plan’s current price', async () => {
    const email = 'several@example.com'
    const stripe = stripeOf(server)
    const { id: price } = await makePrice({ voxhall_price: 'basic-monthly', minutes: '200' })
    const { id: customer } = await stripe.customers.create({
      email,
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
    const { id: subscriptionId } = await stripe.subscriptions.create({ customer, items: [{ price, quantity: 3 }] })
    await server.billing.sync.syncCustomer(customer)
    await stripe.subscriptions.cancel(subscriptionId)
    await manageAt(server, Date.now)({ action: 'reactivate', subscriptionId, email })
    expect(await paid(email)).toBe(3 * 500 + 3 * 999)
  })

  it('that ends sooner than another of the account is used first, and all end with the account', async () => {
    const email = 'both@example.com'
    const both = await server.signedUp(email)
    await buy('small-business-monthly', both)
    now += DAY_MS
    await buy('basic-monthly', both)
    await plans(both)
    await talk(both, 10)
    const rows = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
    const used = rows.map(({ priceId, currentUsageMs }) => [priceId, currentUsageMs / MINUTE_MS])
    expect(Object.fromEntries(used)).toEqual({ 'small-business-monthly': 10, 'basic-monthly': 0 })
    const customer = await customerOf(email)
    // So does a third one that was never paid, which could be charged otherwise.
    const price = (await ensureProducts(server.billing.payments)).get('basic-monthly') ?? ''
    await stripeOf(server).subscriptions.create({
      customer,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
    })
    await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, both)
    const all = await stripeOf(server).subscriptions.list({ customer, status: 'all' })
    expect(all.data.map(({ status }) => status)).toEqual(['canceled', 'canceled', 'canceled'])
  })

  it('paid under another user’s address does not give the payer access to that user’s later plan', async () => {
    const [payer] = await payThroughLink('first@example.com', 'second@example.com')
    const second = await server.signedUp('second@example.com')
    await buy('premium-monthly', second)
    expect(await plans(second)).toMatchObject([{ priceId: 'premium-monthly' }])
    expect(await plans(payer)).toMatchObject([{ priceId: 'basic-monthly' }])
    const { invoices } = await json<{ invoices: object[] }>(
      server.request('GET', '/api/billing/invoices', undefined, payer),
    )
    expect(invoices).toMatchObject([{ totalCents: 999 }])
  })

  it('is paid in the same checkout as before, unless that is about to expire', async () => {
    await server.signedUp('slow@example.com')
    const [user] = await server.db.select().from(users).where(eq(users.email, 'slow@example.com'))
    const wish = { priceId: 'basic-monthly', person: { userId: user?.id ?? '', email: 'slow@example.com' } }
    const open = async (nowMs?: () => number) => (await checkoutWith(server, { nowMs })(wish)).url
    const first = await open()
    expect(await open()).toBe(first)
    const [session] = await server.billing.payments.listCheckouts(await customerOf('slow@example.com'))
    expect(await open(() => (session?.expiresAt.getTime() ?? 0) - MINUTE_MS)).not.toBe(first)
  })

  it('of two checkouts that two processes open at the same moment, only the newer one stays open', async () => {
    const email = 'processes@example.com'
    await server.signedUp(email)
    const [user] = await server.db.select().from(users).where(eq(users.email, email))
    const { payments } = server.billing
    const premium = (await ensureProducts(payments)).get('premium-monthly') ?? ''
    const openBoth: typeof payments.createCheckout = async (wish) => {
      const ofTheOther = { priceId: 'premium-monthly', providerPriceId: premium, idempotencyKey: 'the other process' }
      await payments.createCheckout({ ...wish, ...ofTheOther })
      return payments.createCheckout(wish)
    }
    const person = { userId: user?.id ?? '', email }
    await checkoutWith(server, { payments: { ...payments, createCheckout: openBoth } })({
      priceId: 'basic-monthly',
      person,
    })
    const sessions = await payments.listCheckouts(await customerOf(email))
    expect(sessions.map(({ priceId, status }) => [priceId, status])).toEqual([
      ['basic-monthly', 'open'],
      ['premium-monthly', 'expired'],
    ])
  })

  it('an account whose customer was deleted at the provider pays as a new customer', async () => {
    const email = 'forgotten@example.com'
    const forgotten = await server.signedUp(email)
    const asked = await server.request('POST', '/api/billing/checkout', { priceId: 'basic-monthly' }, forgotten)
    expect(asked.status).toBe(200)
    await stripeOf(server).customers.del(await customerOf(email))
    await buy('basic-monthly', forgotten)
    expect(await plans(forgotten)).toMatchObject([{ priceId: 'basic-monthly', isUsable: true }])
  })

  it('paid without an account does not end with an account of the same address', async () => {
    const email = 'leaving@example.com'
    const leaving = await server.signedUp(email)
    await buy('basic-monthly', {}, email)
    const gone = await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, leaving)
    expect(gone.status).toBe(200)
    const all = await stripeOf(server).subscriptions.list({ customer: await customerOf(email), status: 'all' })
    expect(all.data.map(({ status }) => status)).toEqual(['active'])
  })
})

/** A price of $5 a month that the team made by hand. */
function makePrice(metadata: Record<string, string>) {
  const product_data = { name: 'As agreed' }
  const price = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' as const }, product_data }
  return stripeOf(server).prices.create({ ...price, metadata })
}

/** Makes a signed-in person pay through a payment link, with an address other than their account's. */
async function payThroughLink(account: string, address: string): Promise<[Headers]> {
  const headers = await server.signedUp(account)
  const price = (await ensureProducts(server.billing.payments)).get('basic-monthly') ?? ''
  const stripe = stripeOf(server)
  const { url } = await stripe.paymentLinks.create({ line_items: [{ price, quantity: 1 }] })
  const { user } = await json<{ user: { id: string } }>(
    server.request('GET', '/api/auth/get-session', undefined, headers),
  )
  const checkout = checkoutWith(server, { paymentLinks: new Map([['basic-monthly', url]]) })
  const answer = await checkout({ priceId: 'basic-monthly', person: { userId: user.id, email: account } })
  expect(answer.leadsTo).toBe('payment-link')
  expect(await checkout({ priceId: 'basic-monthly', person: null })).toEqual({ url, leadsTo: 'payment-link' })
  const { pathname, search, searchParams } = new URL(answer.url)
  expect(searchParams.get('prefilled_email')).toBe(account)
  const opened = await server.app.request(pathname + search)
  await pay(server, opened.headers.get('location') ?? '', { email: address })
  expect(await plans(headers)).toMatchObject([{ priceId: 'basic-monthly', isUsable: true }])
  return [headers]
}
