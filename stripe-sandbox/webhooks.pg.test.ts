import { pino } from 'pino'
import Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestSandbox, TEST_SECRET, type TestSandbox } from './sandbox-testing.ts'
import { createStripeSandbox, type StripeSandboxOptions } from './stripe-sandbox.ts'

const boxes: TestSandbox[] = []
afterEach(async () => {
  for (const box of boxes.splice(0)) await box.close()
})

async function open(options: Partial<StripeSandboxOptions> = {}): Promise<TestSandbox> {
  const box = await createTestSandbox(options)
  boxes.push(box)
  return box
}

type Sent = { url: string; body: string; headers: Record<string, string> }

/** The other side of the webhooks: takes what `answer` lets it take. */
function receiver(answer: (sent: Sent, count: number) => number = () => 200) {
  const sent: Sent[] = []
  const webhook = {
    url: 'http://voxhall.test/webhook',
    secret: TEST_SECRET,
    deliver: async (url: string, body: string, headers: Record<string, string>) => {
      const one = { url, body, headers }
      sent.push(one)
      return { status: answer(one, sent.length) }
    },
  }
  const types = () => sent.map(({ body }) => (JSON.parse(body) as Stripe.Event).type)
  return { sent, webhook, types }
}

const ofTest = (box: TestSandbox) => Math.floor(box.settings.clock?.().getTime() ?? 0)

describe('webhooks', () => {
  it('carry a signature that the SDK verifies, over the very bytes', async () => {
    const { sent, webhook } = receiver()
    const box = await open({ webhook })
    const { id } = await box.stripe.customers.create({ email: 'ümlaut@example.com' })
    await box.sandbox.deliveries.flush()
    const [{ body, headers } = { body: '', headers: {} as Record<string, string> }] = sent
    const signature = headers['stripe-signature'] ?? ''
    const verify = (payload: string, secret = TEST_SECRET) =>
      box.stripe.webhooks.constructEvent(payload, signature, secret, 300, undefined, ofTest(box))
    const event = verify(body)
    expect(event).toMatchObject({
      type: 'customer.created',
      data: { object: { id } },
      livemode: false,
      pending_webhooks: 1,
    })
    expect(() => verify(`${body} `)).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect(() => verify(body, 'whsec_other')).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect((await box.stripe.events.retrieve(event.id)).pending_webhooks).toBe(0)
  })

  it('come again, later and later, until they are taken', async () => {
    const { sent, webhook } = receiver((_, count) => (count < 3 ? 500 : 204))
    const box = await open({ webhook })
    await box.stripe.customers.create()
    await box.sandbox.deliveries.flush()
    expect(sent).toHaveLength(1)
    await box.pass(4)
    await box.sandbox.deliveries.flush()
    expect(sent).toHaveLength(1)
    await box.pass(2)
    await box.sandbox.deliveries.flush()
    expect(sent).toHaveLength(2)
    expect((await box.stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
    await box.pass(31)
    await box.sandbox.deliveries.flush()
    expect(sent).toHaveLength(3)
    expect(await box.sandbox.deliveries.list()).toMatchObject([{ status: 'delivered', attempts: 3 }])
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
  })

  it('are given up after three days, and not a moment before', async () => {
    const { webhook } = receiver(() => 500)
    const box = await open({ webhook })
    await box.stripe.customers.create()
    const passHalfDays = async (count: number) => {
      for (let halfDay = 0; halfDay < count; halfDay += 1) {
        await box.pass(12 * 3_600 + 1)
        await box.sandbox.deliveries.flush()
      }
    }
    await passHalfDays(6)
    expect(await box.sandbox.deliveries.list()).toMatchObject([{ status: 'pending' }])
    await passHalfDays(8)
    expect(await box.sandbox.deliveries.list()).toMatchObject([{ status: 'given-up' }])
  })

  it('survive a restart of the process', async () => {
    const box = await open({ webhook: receiver(() => 503).webhook })
    await box.stripe.customers.create()
    await box.sandbox.deliveries.flush()
    await box.sandbox.close()
    const later = receiver()
    const clock = () => new Date((box.settings.clock?.().getTime() ?? 0) + 60_000)
    const next = createStripeSandbox({ ...box.settings, clock, webhook: later.webhook, log: pino({ level: 'silent' }) })
    await next.deliveries.flush()
    await next.close()
    expect(later.types()).toEqual(['customer.created'])
  })

  it('can be held, sent in any order, twice, or lost', async () => {
    const { webhook, types } = receiver()
    const box = await open({ webhook })
    const { deliveries } = box.sandbox
    deliveries.hold()
    const { id } = await box.stripe.customers.create()
    await box.stripe.customers.update(id, { name: 'Ann' })
    await box.stripe.customers.del(id)
    const [created, updated, deleted] = await deliveries.list()
    expect(types()).toEqual([])
    await deliveries.send(deleted?.id ?? 0)
    await deliveries.send(created?.id ?? 0)
    await deliveries.send(created?.id ?? 0)
    await deliveries.drop(updated?.id ?? 0)
    deliveries.release()
    await deliveries.flush()
    expect(types()).toEqual(['customer.deleted', 'customer.created', 'customer.created'])
  })

  it('go to endpoints made through the API too, with their own secret and only what they asked for', async () => {
    const { sent, webhook } = receiver()
    const box = await open({ webhook: { ...webhook, url: '' } })
    const endpoint = await box.stripe.webhookEndpoints.create({
      url: 'http://elsewhere.test/hook',
      enabled_events: ['product.created'],
    })
    expect((await box.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined()
    await box.stripe.customers.create()
    await box.stripe.products.create({ name: 'Seen' })
    await box.sandbox.deliveries.flush()
    expect(sent.map(({ url }) => url)).toEqual(['http://elsewhere.test/hook'])
    const { body = '', headers } = sent[0] ?? {}
    const event = box.stripe.webhooks.constructEvent(
      body,
      headers?.['stripe-signature'] ?? '',
      endpoint.secret ?? '',
      300,
      undefined,
      ofTest(box),
    )
    expect(event.type).toBe('product.created')
    await box.stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
    await box.stripe.products.create({ name: 'Unseen' })
    await box.stripe.webhookEndpoints.del(endpoint.id)
    await box.sandbox.deliveries.flush()
    expect(sent).toHaveLength(1)
  })

  it('of something that was taken back are never sent', async () => {
    const { webhook, types } = receiver()
    const box = await open({ webhook })
    await expect(
      box.stripe.customers.create({ email: 'gone@example.com', payment_method: 'pm_card_chargeDeclined' }),
    ).rejects.toMatchObject({ code: 'card_declined' })
    await box.sandbox.deliveries.flush()
    expect(types()).toEqual([])
    expect((await box.stripe.events.list()).data).toEqual([])
  })
})
