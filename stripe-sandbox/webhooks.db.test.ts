import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestSandbox, TEST_SECRET, type ReceivedWebhook, type TestSandbox } from './sandbox-testing.ts'
import { sandboxStripeEvents } from './schema.ts'
import { createStripeSandbox } from './stripe-sandbox.ts'

let box: TestSandbox
/** The status with which the n-th webhook of a test is answered. */
let answer: (count: number) => number
beforeAll(async () => {
  box = await createTestSandbox(() => answer(box.received.length))
})
beforeEach(async () => {
  answer = () => 200
  box.received.length = 0
  // Deletes their deliveries too.
  await box.options.db.delete(sandboxStripeEvents)
})
afterAll(() => box.close())

const HALF_DAY = 12 * 3_600

/** Causes an event. */
async function happen(): Promise<void> {
  const { id } = await box.stripe.customers.create({ name: 'Ünal' })
  await box.stripe.customers.del(id)
}

async function passAndSend(seconds: number): Promise<void> {
  await box.pass(seconds)
  await box.sandbox.deliveries.flush()
}

function verify({ body, headers }: ReceivedWebhook, secret = TEST_SECRET): Stripe.Event {
  const signature = headers['stripe-signature'] ?? ''
  return box.stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, box.nowSeconds() * 1_000)
}

it('webhooks carry a signature over the exact bytes that the SDK verifies', async () => {
  await happen()
  await box.sandbox.deliveries.flush()
  const [sent] = box.received
  if (!sent) throw new Error('nothing was sent')
  expect(verify(sent)).toMatchObject({ type: 'customer.deleted', data: { object: { name: 'Ünal' } }, livemode: false })
  expect(() => verify({ ...sent, body: `${sent.body} ` })).toThrow(Stripe.errors.StripeSignatureVerificationError)
  expect(() => verify(sent, 'whsec_other')).toThrow(Stripe.errors.StripeSignatureVerificationError)
})

it('webhooks are retried at growing intervals until they are accepted', async () => {
  answer = (count) => (count < 3 ? 500 : 204)
  await happen()
  await box.sandbox.deliveries.flush()
  const counts = [box.received.length]
  for (const seconds of [4, 2, 29, 2, HALF_DAY]) {
    await passAndSend(seconds)
    counts.push(box.received.length)
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3])
  expect(await box.sandbox.deliveries.list()).toMatchObject([{ status: 'delivered', attempts: 3 }])
  expect(new Set(box.received.map(({ body }) => body)).size).toBe(1)
})

it('webhooks are given up after three days, and not before', async () => {
  answer = () => 500
  await happen()
  for (let halfDay = 0; halfDay < 6; halfDay += 1) await passAndSend(HALF_DAY + 1)
  expect(await box.sandbox.deliveries.list()).toMatchObject([{ status: 'pending' }])
  for (let halfDay = 0; halfDay < 8; halfDay += 1) await passAndSend(HALF_DAY + 1)
  expect(await box.sandbox.deliveries.list()).toMatchObject([{ status: 'given-up' }])
})

it('webhooks survive a restart of the process', async () => {
  answer = () => 503
  await happen()
  await box.sandbox.deliveries.flush()
  box.sandbox.deliveries.hold()
  answer = () => 200
  const clock = () => new Date(box.nowSeconds() * 1_000 + 60_000)
  const next = createStripeSandbox({ ...box.options, clock })
  await next.deliveries.flush()
  await next.close()
  expect(await next.deliveries.list()).toMatchObject([{ status: 'delivered', attempts: 2 }])
  box.sandbox.deliveries.release()
})

it('webhooks can be held back and dropped', async () => {
  const { deliveries } = box.sandbox
  deliveries.hold()
  await happen()
  await happen()
  const [first] = await deliveries.list()
  await deliveries.drop(first?.id ?? 0)
  expect(box.received).toEqual([])
  deliveries.release()
  await deliveries.flush()
  expect((await deliveries.list()).map(({ status }) => status)).toEqual(['given-up', 'delivered'])
  expect(box.received).toHaveLength(1)
})

it('webhooks also go to endpoints created through the API, with their own secret and only their types', async () => {
  const url = 'http://elsewhere.test/hook'
  const { secret } = await box.stripe.webhookEndpoints.create({ url, enabled_events: ['customer.deleted'] })
  await box.stripe.webhookEndpoints.create({ url: 'http://other.test/hook', enabled_events: ['invoice.paid'] })
  expect((await box.stripe.webhookEndpoints.list()).data.map((one) => one.secret)).toEqual([undefined, undefined])
  await happen()
  await box.sandbox.deliveries.flush()
  expect(box.received.map((sent) => sent.url).toSorted()).toEqual([url, 'http://voxhall.test/webhook'])
  const sent = box.received.find((one) => one.url === url)
  expect(sent && verify(sent, secret).type).toBe('customer.deleted')
})
