import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_WEBHOOK_SECRET, type TestApp } from '../../../test/test-server.ts'
import { billingEvents, subscribers } from '../../infra/db/schema/subscribers.ts'
import { PaymentsError } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { json, pay, stripeOf, until } from './billing-testing.ts'

let server: TestApp
let trouble: Partial<Payments> = {}

beforeAll(async () => {
  server = await createTestApp({
    jobs: { pollingIntervalSeconds: 1 },
    eventGatherMs: 1,
    wrapPayments: (payments) =>
      new Proxy(payments, { get: (target, name: keyof Payments) => trouble[name] ?? target[name] }),
  })
})
afterAll(() => server.close())

const webhooks = new Stripe('sk_test_any').webhooks

function eventBody(id: string, customer: string | null): string {
  const object = { id: 'sub_any', object: 'subscription', customer }
  // Unusual whitespace and key order, because the signature covers the raw bytes.
  return `{ "data":{"object":${JSON.stringify(object)}},\n  "id":"${id}","object":"event","type":"customer.subscription.updated"}`
}

function send(body: string, header: string): Promise<Response> {
  return Promise.resolve(
    server.app.request('/api/webhooks/stripe', { method: 'POST', body, headers: { 'Stripe-Signature': header } }),
  )
}

function sign(payload: string, { secret = TEST_WEBHOOK_SECRET, timestamp = Math.floor(Date.now() / 1_000) } = {}) {
  return webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

async function stored(id: string) {
  const [row] = await server.db.select().from(billingEvents).where(eq(billingEvents.id, id))
  return row
}

/** A person who has paid and whose events have not been delivered yet. */
async function subscribe(email: string): Promise<string> {
  server.paymentSandbox.deliveries.hold()
  const { url } = await json<{ url: string }>(
    server.request('POST', '/api/billing/checkout', { priceId: 'basic-monthly' }),
  )
  await pay(server, url, { email })
  const [customer] = (await stripeOf(server).customers.list({ email })).data
  return customer?.id ?? ''
}

it.each([
  ['that is missing', () => ''],
  ['of another secret', (body: string) => sign(body, { secret: 'whsec_other' })],
  ['of another body', (body: string) => sign(`${body} `)],
  ['of an hour ago', (body: string) => sign(body, { timestamp: Math.floor(Date.now() / 1_000) - 3_600 })],
  ['of an hour from now', (body: string) => sign(body, { timestamp: Math.floor(Date.now() / 1_000) + 3_600 })],
  ['in another format', () => 't=now,v1=zzz'],
])('refuses a signature %s', async (_, signature) => {
  const body = eventBody('evt_forged', 'cus_1')
  const response = await send(body, signature(body))
  expect(response.status).toBe(400)
  expect(await json(response)).toMatchObject({ code: 'bad-request' })
  expect(await stored('evt_forged')).toBeUndefined()
})

it.each([
  ['that is not JSON', 'id=evt_odd'],
  ['that is empty', ''],
  ['that is not an event', '{"id":"evt_odd","object":"charge"}'],
  ['whose id is not a string', eventBody('evt_odd', 'cus_1').replace('"evt_odd"', '{"a":1}')],
])('refuses a body %s, though it is signed', async (_, body) => {
  const before = await server.db.$count(billingEvents)
  const response = await send(body, sign(body))
  expect(response.status).toBe(400)
  expect(await json(response)).toMatchObject({ code: 'bad-request' })
  expect(await server.db.$count(billingEvents)).toBe(before)
})

it('refuses a body longer than any event before reading it', async () => {
  const body = eventBody('evt_huge', `cus_${'x'.repeat(300_000)}`)
  const response = await send(body, sign(body))
  expect(response.status).toBe(413)
  expect(await json(response)).toMatchObject({ code: 'payload-too-large' })
  expect(await stored('evt_huge')).toBeUndefined()
})

it('stores an event before answering, and a repeated one only once', { tags: 'postgres' }, async () => {
  const body = eventBody('evt_twice', 'cus_unknown')
  const answers = await Promise.all([1, 2, 3].map(() => send(body, sign(body))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stored('evt_twice')).toMatchObject({ customerId: 'cus_unknown', type: 'customer.subscription.updated' })
  // An event of an unknown customer is marked as processed and grants nothing.
  await until(async () => (await stored('evt_twice'))?.processedAt != null)
  expect(await server.db.$count(subscribers)).toBe(0)
})

it('answers 500 while the database cannot store events', { tags: 'postgres' }, async () => {
  const body = eventBody('evt_unstored', 'cus_1')
  await server.db.execute('alter table billing_events rename to billing_events_away')
  try {
    expect((await send(body, sign(body))).status).toBe(500)
  } finally {
    await server.db.execute('alter table billing_events_away rename to billing_events')
  }
  expect((await send(body, sign(body))).status).toBe(200)
  expect(await stored('evt_unstored')).toBeDefined()
})

it('accepts events without a customer, and does nothing', async () => {
  const body = eventBody('evt_no_customer', null)
  expect((await send(body, sign(body))).status).toBe(200)
  expect((await stored('evt_no_customer'))?.processedAt).not.toBeNull()
})

it('reads a customer whose own data has changed', async () => {
  const object = { id: 'cus_renamed', object: 'customer' }
  const body = JSON.stringify({ id: 'evt_renamed', object: 'event', type: 'customer.updated', data: { object } })
  expect((await send(body, sign(body))).status).toBe(200)
  expect(await stored('evt_renamed')).toMatchObject({ customerId: 'cus_renamed' })
})

it('trusts the provider’s data, not the event’s', async () => {
  const customer = await subscribe('truth@example.com')
  const lie = { id: 'sub_lie', object: 'subscription', customer, status: 'canceled', items: { data: [] } }
  const body = JSON.stringify({ id: 'evt_lie', object: 'event', type: 'customer.subscription.deleted', data: { object: lie } }) // oxfmt-ignore
  await send(body, sign(body))
  await until(async () => (await stored('evt_lie'))?.processedAt != null)
  const rows = await server.db.select().from(subscribers).where(eq(subscribers.stripeCustomerId, customer))
  expect(rows).toMatchObject([{ subscriptionStatus: 'active', email: 'truth@example.com' }])
})

it('retries an event until the provider answers', async () => {
  const customer = await subscribe('patient@example.com')
  const readCustomer = () => Promise.reject(new PaymentsError('unavailable', new Error('ETIMEDOUT')))
  trouble = { readCustomer }
  const body = eventBody('evt_patient', customer)
  expect((await send(body, sign(body))).status).toBe(200)
  await until(async () => ((await stored('evt_patient'))?.attempts ?? 0) > 0)
  expect(await stored('evt_patient')).toMatchObject({
    processedAt: null,
    lastError: expect.stringContaining('ETIMEDOUT'),
  })
  trouble = {}
  await until(async () => {
    await server.db.execute(sql`update pgboss.job set start_after = now() where name = 'sync-billing-customer'`)
    return (await stored('evt_patient'))?.processedAt != null
  })
  expect(await server.db.$count(subscribers, eq(subscribers.email, 'patient@example.com'))).toBe(1)
})

it('reads a customer again for an event that arrives during a read', async () => {
  const customer = await subscribe('busy@example.com')
  const { payments } = server.billing
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  trouble = {
    async readCustomer(id) {
      trouble = {}
      asked.resolve()
      await answer.promise
      return payments.readCustomer(id)
    },
  }
  await send(eventBody('evt_during', customer), sign(eventBody('evt_during', customer)))
  await asked.promise
  await send(eventBody('evt_meanwhile', customer), sign(eventBody('evt_meanwhile', customer)))
  // Timers of the same length fire in turn, so the server has put the customer in line again.
  await delay(1)
  answer.resolve()
  await until(async () => (await stored('evt_meanwhile'))?.processedAt != null)
  expect(await stored('evt_during')).toMatchObject({ processedAt: expect.any(Date) as Date })
})

it('syncing all customers makes up for lost events', async () => {
  await subscribe('lost@example.com')
  for (const { id } of await server.paymentSandbox.deliveries.list()) await server.paymentSandbox.deliveries.drop(id)
  expect(await server.db.$count(subscribers, eq(subscribers.email, 'lost@example.com'))).toBe(0)
  await server.billing.sync.syncAll()
  expect(await server.db.$count(subscribers, eq(subscribers.email, 'lost@example.com'))).toBe(1)
})
