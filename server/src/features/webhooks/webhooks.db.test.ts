import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  listDeliveriesResponseSchema,
  listWebhooksResponseSchema,
  MAX_WEBHOOKS,
  webhookSchema,
  type WebhookDelivery,
} from '#contract/webhooks.ts'
import { businessEvents, webhookDeliveries } from '../../infra/db/schema/webhooks.ts'
import { createStudioTest, type Headers } from '../assistants/own/studio-testing.ts'
import { LEASE_MS } from './delivery-store.ts'
import { createEndpoints } from './endpoints.ts'
import { createWebhooks } from './webhooks.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
let owner: { email: string; headers: Headers }
let otherUser: { email: string; headers: Headers }
let ownerId: string
let assistantId: string
let receiver: Server
let address: string
let status = 200
const received: { headers: Headers; body: string }[] = []

beforeAll(async () => {
  studio = await createStudioTest()
  owner = await studio.person()
  otherUser = await studio.person()
  await studio.givePlan(owner.email, 'small-business-monthly')
  assistantId = (await studio.make(owner.headers)).id
  const session = await studio.server.request('GET', '/api/auth/get-session', undefined, owner.headers)
  ownerId = ((await session.json()) as { user: { id: string } }).user.id
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers as Headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(async () => {
  receiver.close()
  await studio.server.close()
})

const ask = (method: string, path: string, body?: unknown, headers = owner.headers) =>
  studio.server.request(method, `/api/webhooks${path}`, body, headers)

async function create(more: Record<string, unknown> = {}) {
  const response = await ask('POST', '', { url: address, ...more })
  expect(response.status).toBe(201)
  return webhookSchema.parse(await response.json())
}

async function log(id: string, query = '', headers = owner.headers) {
  const response = await ask('GET', `/${id}/deliveries${query}`, undefined, headers)
  return listDeliveriesResponseSchema.parse(await response.json())
}

const record = (type: 'lead.created' | 'limit.reached', of = assistantId) =>
  studio.server.db.transaction((tx) => studio.server.webhooks.record(tx, { ownerId, assistantId: of, type, data: {} }))

describe('an address', () => {
  it.each(['http://shop.example/hook', 'ftp://shop.example', 'shop.example', 'https://a:b@shop.example'])(
    '%s is refused',
    async (url) => {
      const response = await ask('POST', '', { url })
      expect(response.status).toBe(400)
      expect(((await response.json()) as { issues: { path: string }[] }).issues[0]?.path).toBe('url')
    },
  )

  it('of this machine is refused outside local mode, both when added and when changed', async () => {
    const { id } = await create()
    const endpoints = createEndpoints(studio.server.db, false)
    const refused = { detail: expect.stringContaining('not open to the public') as string }
    const wish = { url: address, types: [], assistantId: null }
    await expect(endpoints.create(ownerId, wish)).rejects.toMatchObject(refused)
    await expect(endpoints.change(ownerId, id, { url: address })).rejects.toMatchObject(refused)
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
  })

  it('of this machine gets nothing outside local mode, even if it was added there', async () => {
    const { id } = await create()
    await record('lead.created')
    const { database } = studio.server
    const { deliverer } = createWebhooks({ database, config: { localMode: false }, log: pino({ level: 'silent' }) })
    received.length = 0
    deliverer.wake()
    await deliverer.settled()
    expect((await log(id)).deliveries).toMatchObject([
      { status: 'pending', answerStatus: null, answer: expect.stringContaining('not open to the public') as string },
    ])
    expect(received).toEqual([])
    expect((await ask('DELETE', `/${id}`)).status).toBe(204)
  })

  it('can be changed, switched off and deleted only by its owner, who can have ten at most', async () => {
    const { id } = await create({ types: ['lead.created'] })
    const change = { isActive: false, types: [], url: `${address}/new` }
    expect(webhookSchema.parse(await (await ask('PATCH', `/${id}`, change)).json())).toMatchObject(change)
    expect((await ask('POST', `/${id}/test`)).status).toBe(400)
    for (const [method, rest, body] of [
      ['PATCH', '', { isActive: true }],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/deliveries/dlv_x/replay'],
    ] as const) {
      expect((await ask(method, `/${id}${rest}`, body, otherUser.headers)).status).toBe(404)
    }
    expect((await ask('POST', '', { url: address, assistantId }, otherUser.headers)).status).toBe(400)
    const othersWebhook = webhookSchema.parse(await (await ask('POST', '', { url: address }, otherUser.headers)).json())
    expect((await ask('PATCH', `/${othersWebhook.id}`, { assistantId }, otherUser.headers)).status).toBe(400)
    const more = await Promise.all(Array.from({ length: MAX_WEBHOOKS }, () => ask('POST', '', { url: address })))
    expect(more.map((response) => response.status).toSorted((one, other) => one - other)).toEqual([
      ...Array<number>(MAX_WEBHOOKS - 1).fill(201),
      400,
    ])
    const { webhooks } = listWebhooksResponseSchema.parse(await (await ask('GET', '')).json())
    for (const webhook of webhooks) expect((await ask('DELETE', `/${webhook.id}`)).status).toBe(204)
  })
})

it('a webhook gets the events of its types and assistant, with a log, a test and replays', async () => {
  const everything = await create()
  const leads = await create({ types: ['lead.created'], assistantId })
  await record('lead.created')
  await record('lead.created', 'own_another')
  await record('limit.reached')
  expect((await log(leads.id)).deliveries.map(({ type }) => type)).toEqual(['lead.created'])
  const first = await log(everything.id, '?limit=2')
  const second = await log(everything.id, `?limit=2&before=${first.nextBefore}`)
  expect([...first.deliveries, ...second.deliveries].map(({ type }) => type)).toEqual([
    'limit.reached',
    'lead.created',
    'lead.created',
  ])
  expect(second.nextBefore).toBeNull()

  status = 410
  studio.server.webhooks.deliverer.wake()
  await studio.server.webhooks.deliverer.settled()
  const failed = (await log(leads.id)).deliveries[0] as WebhookDelivery
  expect(failed).toMatchObject({ status: 'failed', attempts: 1, answerStatus: 410 })
  const replay = `/${leads.id}/deliveries/${failed.id}/replay`
  expect((await ask('POST', replay)).status).toBe(400)

  status = 200
  await ask('PATCH', `/${leads.id}`, { isActive: true })
  expect((await ask('POST', `/${everything.id}/deliveries/${failed.id}/replay`)).status).toBe(400)
  await ask('PATCH', `/${everything.id}`, { isActive: true })
  expect((await ask('POST', `/${everything.id}/deliveries/${failed.id}/replay`)).status).toBe(404)
  // A delivery that is being sent is not sent a second time; one that waits after a failed attempt is sent at once.
  const isIt = eq(webhookDeliveries.id, failed.id)
  const attemptedAt = new Date()
  const sending = { status: 'pending', attempts: 3, attemptedAt } as const
  const later = (byMs: number) => new Date(attemptedAt.getTime() + byMs)
  await studio.server.db
    .update(webhookDeliveries)
    .set({ ...sending, nextAttemptAt: later(LEASE_MS) })
    .where(isIt)
  expect((await ask('POST', replay)).status).toBe(202)
  expect((await log(leads.id)).deliveries[0]).toMatchObject({ status: 'pending', attempts: 3 })
  await studio.server.db
    .update(webhookDeliveries)
    .set({ nextAttemptAt: later(5_000) })
    .where(isIt)
  await ask('PATCH', `/${everything.id}`, { isActive: false })

  expect((await ask('POST', replay)).status).toBe(202)
  expect((await ask('POST', `/${leads.id}/test`)).status).toBe(202)
  received.length = 0
  // Stands in for the NOTIFY that a listening server receives: an earlier failure is no reason to wait.
  studio.server.webhooks.deliverer.wake(leads.id)
  await studio.server.webhooks.deliverer.settled()
  const log2 = (await log(leads.id)).deliveries
  expect(log2).toMatchObject([
    { type: 'test', status: 'delivered' },
    { type: 'lead.created', status: 'delivered', attempts: 1, eventId: failed.eventId },
  ])
  for (const { headers, body } of received) new Webhook(leads.secret).verify(body, headers)
  expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type).toSorted()).toEqual([
    'lead.created',
    'test',
  ])
})

it('a webhook gets no events of other owners, and none that happened while it was off', async () => {
  const others = webhookSchema.parse(await (await ask('POST', '', { url: address }, otherUser.headers)).json())
  const off = await create()
  await ask('PATCH', `/${off.id}`, { isActive: false })
  await record('lead.created')
  await ask('PATCH', `/${off.id}`, { isActive: true })
  expect((await log(off.id)).deliveries).toEqual([])
  expect((await log(others.id, '', otherUser.headers)).deliveries).toEqual([])
})

it('while the server runs, events are sent at once, and retries when their time has come', async () => {
  // Stops the periodic look for due deliveries until the test lets it happen.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { db, webhooks } = studio.server
  const known = listWebhooksResponseSchema.parse(await (await ask('GET', '')).json())
  await Promise.all(known.webhooks.map(({ id }) => ask('DELETE', `/${id}`)))
  const { id } = await create()
  received.length = 0
  await webhooks.watch()
  const nextArrives = async () => {
    await expect.poll(() => received.length, { interval: 10, timeout: 1_500 }).toBe(1)
    await webhooks.deliverer.settled()
    received.length = 0
  }
  await record('lead.created')
  await nextArrives()

  // After a failure an endpoint waits, but not if its owner asks for something or has changed it.
  const fail = async () => {
    status = 500
    await record('lead.created')
    await nextArrives()
    status = 200
  }
  await fail()
  await ask('POST', `/${id}/test`)
  await nextArrives()
  await fail()
  const [failed] = (await log(id)).deliveries
  await ask('POST', `/${id}/deliveries/${failed?.id}/replay`)
  await nextArrives()
  await fail()
  await ask('PATCH', `/${id}`, { types: [] })
  await record('lead.created')
  await nextArrives()

  const [delivery] = (await log(id)).deliveries
  await db
    .update(webhookDeliveries)
    .set({ status: 'pending', nextAttemptAt: new Date(Date.now() - 1_000) })
    .where(eq(webhookDeliveries.id, delivery?.id ?? ''))
  expect(received).toEqual([])
  vi.advanceTimersByTime(2_000)
  await nextArrives()
})

it('events and their deliveries are deleted after a month, or when no webhook is left that gets them; then none is stored', async () => {
  const { id } = await create()
  await record('limit.reached')
  const [before] = (await log(id)).deliveries
  await studio.server.db
    .update(businessEvents)
    .set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })
    .where(eq(businessEvents.id, before?.eventId ?? ''))
  await record('lead.created')
  const clean = async () => {
    for (const chore of studio.server.webhooks.chores) await chore()
  }
  await clean()
  expect((await log(id)).deliveries.map(({ type }) => type)).toEqual(['lead.created'])
  const { webhooks } = listWebhooksResponseSchema.parse(await (await ask('GET', '')).json())
  for (const webhook of webhooks) await ask('DELETE', `/${webhook.id}`)
  await clean()
  await record('lead.created')
  expect(await studio.server.db.$count(businessEvents, eq(businessEvents.ownerId, ownerId))).toBe(0)
})
