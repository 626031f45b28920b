import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimStateSchema, myBillingSchema } from '#contract/billing.ts'
import { settledUse } from '../../../test/settled-use.ts'
import { createTestApp, TEST_PASSWORD, type TestApp } from '../../../test/test-server.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { subscribers, usageLedger } from '../../infra/db/schema/subscribers.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'
import { json, manageAt, pay, stripeOf, until } from './billing-testing.ts'
import { createReceipts } from './receipts.ts'
import { createSubscriberStore } from './subscriber-store.ts'

type Headers = Record<string, string>
const DAY_MS = 86_400_000

let server: TestApp
let now = Date.now()

beforeAll(async () => {
  const rates = { checkout: { burst: 10_000, refillMs: 1 }, mail: { burst: 100, refillMs: 1 } }
  server = await createTestApp({ rates, paymentSandbox: { clock: () => new Date(now) } })
})
afterAll(() => server.close())

/** Pays without signing in. @returns the token of the link in the mail */
async function payAsVisitor(email: string, priceId = 'basic-monthly'): Promise<string> {
  const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/checkout', { priceId }))
  const paid = await pay(server, url, { email })
  const sessionId = new URL(paid.headers.get('Location') ?? '').searchParams.get('session_id') ?? ''
  await server.request('POST', '/api/billing/refresh', { sessionId })
  return (await server.newestLink(email.toLowerCase(), '/claim')).searchParams.get('token') ?? ''
}

async function plansOf(headers: Headers) {
  const response = await server.request('GET', '/api/billing/me', undefined, headers)
  const { subscriptions, hasPortal } = myBillingSchema.parse(await response.json())
  return { plans: subscriptions.map(({ plan }) => plan), hasPortal }
}

const look = async (token: string, headers: Headers = {}) =>
  claimStateSchema.parse(await json(server.request('POST', '/api/billing/claim/check', { token }, headers)))
const claim = (token: string, headers: Headers) => server.request('POST', '/api/billing/claim', { token }, headers)
const mailsTo = (email: string) => server.db.select().from(mails).where(eq(mails.recipient, email)).orderBy(mails.id)

// First, while few plans exist: each of these tests renews all of them.
describe('a renewal', () => {
  afterAll(() => void (now = Date.now()))

  it('every payment and renewal gets one receipt, even if it is read several times', { tags: 'postgres' }, async () => {
    const email = 'renewed@example.com'
    const person = await server.signedUp(email)
    const receipts = async () => (await mailsTo(email)).filter(({ subject }) => subject.includes('receipt'))
    const body = { priceId: 'basic-monthly' }
    const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/checkout', body, person))
    server.paymentSandbox.deliveries.hold()
    await pay(server, url)
    const stripe = stripeOf(server)
    const [customer] = (await stripe.customers.list({ email })).data
    const customerId = customer?.id ?? ''
    const read = () => server.billing.sync.syncCustomer(customerId)
    await Promise.all([read(), read(), read()])
    server.paymentSandbox.deliveries.release()
    const [first] = await receipts()
    expect(await receipts()).toHaveLength(1)
    expect(first?.text).toContain('Your payment of $9.99 for the Basic plan has arrived.')
    expect(first?.text).toMatch(/It covers \w+ \d+, \d{4} to \w+ \d+, \d{4}\./)
    expect(first?.text).toMatch(/Invoice .*:\nhttp:\/\/voxhall\.test\/sandbox\/stripe\/invoice/)
    expect(first?.text).toContain('http://voxhall.test/account')
    expect(first?.text).not.toContain('/claim')
    now += 32 * DAY_MS
    await server.paymentSandbox.advance()
    await until(async () => (await receipts()).length === 2)
    await read()
    expect(await receipts()).toHaveLength(2)

    const [invoice] = await server.billing.payments.listInvoices(customerId)
    if (!invoice) throw new Error('there is no invoice')
    const posted: MailDraft[] = []
    const outbox = { post: async (_: unknown, mail: MailDraft) => void posted.push(mail) }
    const fresh = createReceipts({ db: server.db, outbox, publicUrl: '', claims: { linkFor: async () => null } })
    const paidNow = { ...invoice, createdAt: new Date() }
    await fresh.send(customerId, [
      { ...paidNow, id: 'in_free', paidCents: 0 },
      { ...paidNow, id: 'in_open', status: 'open' },
      { ...paidNow, id: 'in_old', createdAt: new Date(Date.now() - 8 * DAY_MS) },
    ])
    expect(posted).toEqual([])
    await fresh.send(customerId, [
      { ...paidNow, id: 'in_new', paidCents: 2_000 },
      { ...paidNow, id: 'in_before', paidCents: 1_000 },
    ])
    expect(posted.map(({ text }) => /payment of (\S+)/.exec(text)?.[1])).toEqual(['$10.00', '$20.00'])
    // A free first period costs nothing, but its payer without an account needs the link.
    const claims = { linkFor: async () => 'http://voxhall.test/claim?token=t' }
    const unclaimed = createReceipts({ db: server.db, outbox, publicUrl: '', claims })
    await unclaimed.send(customerId, [{ ...paidNow, id: 'in_trial', paidCents: 0 }])
    expect(posted.at(-1)?.text).toContain('http://voxhall.test/claim?token=t')
    expect(posted.at(-1)?.text).toContain('Nothing was charged.')
  })

  it('a receipt without an account says how to claim the plan; later ones go to the account that did', async () => {
    const token = await payAsVisitor('two-minds@example.com')
    const [receipt] = await mailsTo('two-minds@example.com')
    expect(receipt?.subject).toBe('Your receipt, and how to use your Basic plan')
    expect(receipt?.text).toContain('Your payment of $9.99')
    const holder = await server.signedUp('holder@example.com')
    await claim(token, holder)
    now += 32 * DAY_MS
    await server.paymentSandbox.advance()
    await until(async () => (await mailsTo('holder@example.com')).some(({ subject }) => subject.includes('receipt')))
    expect((await mailsTo('two-minds@example.com')).filter(({ subject }) => subject.includes('eceipt'))).toHaveLength(1)
    expect((await server.signIn('holder@example.com', TEST_PASSWORD)).Authorization.length).toBeGreaterThan(20)
  })

  it('an unpaid renewal gets no receipt', async () => {
    const email = 'unpaid@example.com'
    await payAsVisitor(email)
    const stripe = stripeOf(server)
    const customer = (await stripe.customers.list({ email })).data[0]?.id ?? ''
    const failing = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer })
    const [live] = (await stripe.subscriptions.list({ customer })).data
    await stripe.subscriptions.update(live?.id ?? '', { default_payment_method: failing.id })
    now += 32 * DAY_MS
    await server.paymentSandbox.advance()
    const unpaid = (await stripe.invoices.list({ customer })).data.filter(({ status }) => status === 'open')
    expect(unpaid).toHaveLength(1)
    await server.billing.sync.syncCustomer(customer)
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

it('a plan is claimed by the mailed link only, not by an account with the payer’s address', async () => {
  const email = 'payer@example.com'
  const before = await server.signedUp(email)
  const token = await payAsVisitor(email)
  await server.billing.sync.syncAll()
  expect(await plansOf(before)).toEqual({ plans: [], hasPortal: false })
  expect((await server.request('POST', '/api/billing/portal', {}, before)).status).toBe(404)
  expect(await json(server.request('GET', '/api/billing/invoices', undefined, before))).toEqual({ invoices: [] })
  const call = await server.request('POST', '/api/calls', { assistantId: 'finance' }, before)
  expect(await json(call)).toMatchObject({ isDemo: true })

  expect(await look(token)).toEqual({ status: 'open', plans: ['Basic'] })
  expect((await claim(token, {})).status).toBe(401)
  expect((await claim(token, before)).status).toBe(200)
  expect(await plansOf(before)).toEqual({ plans: ['Basic'], hasPortal: true })
})

it('a checkout by an account does not claim what was paid under its address without an account', async () => {
  const email = 'again@example.com'
  await payAsVisitor(email)
  const person = await server.signedUp(email)
  const body = { priceId: 'premium-monthly', anyway: true }
  const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/checkout', body, person))
  await pay(server, url)
  await until(async () => (await plansOf(person)).plans.length > 0)
  await server.billing.sync.syncAll()
  expect((await plansOf(person)).plans).toEqual(['Premium'])
})

it(
  'a claim link works for the first account that uses it, with any address, and for no other',
  { tags: 'postgres' },
  async () => {
    const token = await payAsVisitor('gift@example.com', 'premium-annual')
    const [ann, bob] = [await server.signedUp('ann@example.com'), await server.signedUp('bob@example.com')]
    const answers = await Promise.all([claim(token, ann), claim(token, bob)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
    const [winner, loser] = answers[0]?.status === 200 ? [ann, bob] : [bob, ann]
    expect((await claim(token, winner)).status).toBe(200)
    expect(await json(claim(token, loser))).toMatchObject({ code: 'claim-taken' })
    expect(await look(token, winner)).toEqual({ status: 'yours', plans: ['Premium'] })
    expect(await look(token, loser)).toEqual({ status: 'claimed', plans: [] })
    expect(await look(token)).toEqual({ status: 'claimed', plans: [] })
    await server.billing.sync.syncAll()
    expect([(await plansOf(winner)).plans, (await plansOf(loser)).plans]).toEqual([['Premium'], []])
  },
)

it('a claimed plan counts the minutes that the account’s last plan of that kind used in the same period', async () => {
  const person = await server.signedUp('returning@example.com')
  const token = await payAsVisitor('till@example.com')
  const isBought = eq(subscribers.email, 'till@example.com')
  const [bought] = await server.db.select().from(subscribers).where(isBought)
  if (!bought) throw new Error('nothing was bought')
  const [account] = await server.db.select().from(users).where(eq(users.email, 'returning@example.com'))
  const ended = { userId: account?.id ?? null, stripeCustomerId: 'cus_before', providerStatus: 'canceled' } as const
  for (const [name, priceId, startedDaysAgo, minutes] of [
    ['earlier', 'basic-monthly', 9, 20],
    ['last', 'basic-monthly', 6, 30],
    ['business', 'small-business-monthly', 3, 50],
  ] as const) {
    const startMs = bought.subscriptionStart.getTime() - startedDaysAgo * DAY_MS
    const row = {
      ...bought,
      ...ended,
      id: `sub_${name}`,
      stripeSubscriptionId: `sub_${name}`,
      priceId,
      subscriptionStart: new Date(startMs),
      periodStart: new Date(startMs),
      endsAt: new Date(startMs + DAY_MS),
    }
    await server.db.insert(subscribers).values(row)
    await server.db.insert(usageLedger).values(settledUse(row, { callId: `call_${name}`, usedMs: minutes * 60_000 }))
  }
  expect((await claim(token, person)).status).toBe(200)
  const [claimed] = await server.db.select().from(subscribers).where(eq(subscribers.id, bought.id))
  expect(claimed?.currentUsageMs).toBe(30 * 60_000)
})

it('a customer’s next plan belongs to neither of two accounts; a plan missing at the provider ends now', async () => {
  await payAsVisitor('two-owners@example.com')
  const [bought] = await server.db.select().from(subscribers).where(eq(subscribers.email, 'two-owners@example.com'))
  if (!bought) throw new Error('nothing was bought')
  const [ann, bob] = await server.db.select().from(users).limit(2)
  const endsAt = new Date(Date.now() + 30 * DAY_MS)
  const anns = { userId: ann?.id ?? '', endsAt, limitExceeded: true }
  const bobs = { id: 'sub_bobs', stripeSubscriptionId: 'sub_bobs', userId: bob?.id ?? '' }
  // At once: an event of the payment that arrives in between would give the customer to Ann.
  await server.db.transaction(async (tx) => {
    await tx.update(subscribers).set(anns).where(eq(subscribers.id, bought.id))
    await tx.insert(subscribers).values({ ...bought, ...bobs })
  })
  const store = createSubscriberStore(server.db)
  const { stripeCustomerId: customerId } = bought
  const read = { customerId, ticket: await store.takeTicket(customerId), readAt: new Date() }
  await store.apply(read, [{ ...bought, stripeSubscriptionId: 'sub_next' }], null)
  const rows = await server.db.select().from(subscribers).where(eq(subscribers.stripeCustomerId, customerId))
  const rowOf = (id: string) => rows.find(({ stripeSubscriptionId }) => stripeSubscriptionId === id)
  expect(rowOf('sub_next')?.userId).toBeNull()
  const ended = { providerStatus: 'canceled', userId: ann?.id, limitExceeded: false }
  expect(rowOf(bought.stripeSubscriptionId)).toMatchObject(ended)
  expect(rowOf(bought.stripeSubscriptionId)?.endsAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

it('a plan of the claimed kind that was bought in another tab a moment ago is not sold twice', async () => {
  const token = await payAsVisitor('desk@example.com')
  const person = await server.signedUp('two-tabs@example.com')
  await claim(token, person)
  const stripe = stripeOf(server)
  const customer = (await stripe.customers.list({ email: 'desk@example.com' })).data[0]?.id ?? ''
  const [live] = (await stripe.subscriptions.list({ customer })).data
  await stripe.subscriptions.cancel(live?.id ?? '')
  const choose = (priceId: string) =>
    json<{ url: string; leadsTo: string }>(server.request('POST', '/api/billing/checkout', { priceId }, person))
  const { url } = await choose('basic-monthly')
  server.paymentSandbox.deliveries.hold()
  await pay(server, url)
  expect(await choose('premium-monthly')).toMatchObject({ leadsTo: 'portal' })
  server.paymentSandbox.deliveries.release()
})

it('invented and revoked claim links are refused', async () => {
  const token = await payAsVisitor('revoked@example.com')
  const person = await server.signedUp('taker@example.com')
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, 'revoked@example.com'))
  const isTheirs = eq(billingCustomers.id, row?.stripeCustomerId ?? '')
  const [stored] = await server.db.select().from(billingCustomers).where(isTheirs)
  for (const bad of ['x', stored?.claimKey ?? '', `${stored?.claimKey}.`, `${token.slice(0, -1)}!`, `${token}x`]) {
    expect((await claim(bad, person)).status, bad).toBe(400)
    expect(await look(bad)).toEqual({ status: 'unknown', plans: [] })
  }
  await server.db.update(billingCustomers).set({ claimKey: null }).where(isTheirs)
  expect((await claim(token, person)).status).toBe(400)
})

it('a claim link is mailed again to the payer’s address on request, but not repeatedly', async () => {
  const email = 'lost@example.com'
  const token = await payAsVisitor('Lost@Example.com')
  const owner = await server.signedUp(email)
  const claimMails = async () => (await mailsTo(email)).filter(({ text }) => text.includes('/claim?')).length
  const send = () => server.request('POST', '/api/billing/claim/send', {}, owner)
  await send()
  expect(await claimMails()).toBe(1)
  for (const minutesAgo of [11, 9]) {
    await server.db.update(billingCustomers).set({ claimMailedAt: new Date(Date.now() - minutesAgo * 60_000) })
    expect((await send()).status).toBe(200)
    expect(await claimMails()).toBe(2)
  }
  expect((await server.newestLink(email, '/claim')).searchParams.get('token')).toBe(token)
  expect((await claim(token, owner)).status).toBe(200)
  await server.db.update(billingCustomers).set({ claimMailedAt: new Date(0) })
  await send()
  expect(await claimMails()).toBe(2)
})

it('a payment that the server has not heard of is found when its payer asks for the link; ended plans get none', async () => {
  const email = 'unheard@example.com'
  const owner = await server.signedUp(email)
  server.paymentSandbox.deliveries.hold()
  const body = { priceId: 'basic-monthly' }
  const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/checkout', body))
  await pay(server, url, { email })
  const send = () => server.request('POST', '/api/billing/claim/send', {}, owner)
  await send()
  const link = await server.newestLink(email, '/claim')
  expect(await look(link.searchParams.get('token') ?? '')).toEqual({ status: 'open', plans: ['Basic'] })
  const stripe = stripeOf(server)
  const customer = (await stripe.customers.list({ email })).data[0]?.id ?? ''
  const [live] = (await stripe.subscriptions.list({ customer })).data
  await stripe.subscriptions.cancel(live?.id ?? '')
  await server.db.update(billingCustomers).set({ claimMailedAt: new Date(0) })
  const before = await mailsTo(email)
  await send()
  expect(await mailsTo(email)).toEqual(before)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
  const { ended_at: endedAt } = await stripe.subscriptions.retrieve(live?.id ?? '')
  expect(row?.endsAt).toEqual(new Date((endedAt ?? 0) * 1_000))
  server.paymentSandbox.deliveries.release()
})

it('the card of a deleted account is not charged when the team reactivates its plan', async () => {
  const email = 'gone@example.com'
  const leaving = await server.signedUp(email)
  const body = { priceId: 'basic-monthly' }
  const { url } = await json<{ url: string }>(server.request('POST', '/api/billing/checkout', body, leaving))
  await pay(server, url)
  await until(async () => (await plansOf(leaving)).plans.length === 1)
  await server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, leaving)
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
  const request = { action: 'reactivate' as const, subscriptionId: row?.stripeSubscriptionId ?? '', email }
  expect(await manageAt(server, Date.now)(request)).toEqual({ url: expect.stringContaining('/pay/') })
  const customer = row?.stripeCustomerId ?? ''
  const { data: plans } = await stripeOf(server).subscriptions.list({ customer, status: 'all' })
  expect(plans.map(({ status }) => status)).toEqual(['canceled'])
})
