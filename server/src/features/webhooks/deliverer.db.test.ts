import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DatabaseHandle } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { businessEvents, webhookDeliveries, webhookEndpoints } from '../../infra/db/schema/webhooks.ts'
import { createTestDatabase } from '../../infra/db/testing.ts'
import { createPublicFetch, type PublicFetch } from '../../infra/http/public-fetch.ts'
import { createDeliverer, RETRY_DELAYS_SECONDS } from './deliverer.ts'
import { createDeliveryStore, LEASE_MS } from './delivery-store.ts'
import { writeEvent } from './events.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const OWNER = 'owner'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Responses by path; any other path responds with 200. */
type Answers = Record<string, (response: ServerResponse) => void>

let database: DatabaseHandle
let receiver: Server
let address: string
let received: Received[] = []
let answers: Answers = {}
let nowMs: number
type Deliverer = ReturnType<typeof createDeliverer>
let deliverers: Deliverer[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db
    .insert(users)
    .values({ id: OWNER, email: 'owner@example.com', name: '', createdAt: new Date(), updatedAt: new Date() })
  receiver = createServer((request, response) => {
    const path = request.url ?? ''
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      received.push({ path, headers: request.headers, body })
      const answer = answers[path]
      if (answer) answer(response)
      else response.end('thanks')
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
beforeEach(() => {
  nowMs = Date.now()
  received = []
  answers = {}
  deliverers = []
})
afterEach(async () => {
  for (const deliverer of deliverers) await deliverer.close()
  await database.db.delete(webhookEndpoints)
  await database.db.delete(businessEvents)
})
afterAll(async () => {
  receiver.closeAllConnections()
  receiver.close()
  await database.close()
})

/** A deliverer like that of one server process. */
function process(timeoutMs = 5_000): Deliverer {
  const deliverer = createDeliverer({
    db: database.db,
    fetchPublic: createPublicFetch({ allowLoopback: true }),
    log: pino({ level: 'silent' }),
    now: () => new Date(nowMs),
    timeoutMs,
    gatherMs: 0,
  })
  deliverers.push(deliverer)
  return deliverer
}

async function endpoint(path: string): Promise<string> {
  const id = `wh_${path}`
  const values = { id, ownerId: OWNER, url: address + path, secret: SECRET, types: [], createdAt: new Date() }
  await database.db.insert(webhookEndpoints).values(values)
  return id
}

async function happen(...endpointIds: string[]): Promise<void> {
  const event = {
    ownerId: OWNER,
    assistantId: 'own_x',
    type: 'lead.created' as const,
    data: { id: 'lead_1', kind: 'message' },
  }
  await writeEvent(database.db, event, endpointIds)
  nowMs = Math.max(nowMs, Date.now())
}

async function sent(deliverer: Deliverer): Promise<void> {
  deliverer.wake()
  await deliverer.settled()
}

const only = async () => {
  const [row] = await database.db.select().from(webhookDeliveries)
  if (!row) throw new Error('there is no delivery')
  return row
}

describe('a delivery', () => {
  it(
    'is signed by the Standard Webhooks convention, and done when the receiver answers with success',
    { tags: 'postgres' },
    async () => {
      await happen(await endpoint('/ok'))
      await sent(process())
      const [request, ...others] = received
      if (!request) throw new Error('nothing arrived')
      expect(others).toEqual([])
      const verified = new Webhook(SECRET).verify(request.body, request.headers as Record<string, string>)
      const [event] = await database.db.select().from(businessEvents)
      expect(verified).toEqual({
        type: 'lead.created',
        timestamp: event?.createdAt.toISOString(),
        data: { id: 'lead_1', kind: 'message' },
      })
      expect(request.headers['webhook-id']).toBe(event?.id)
      expect(await only()).toMatchObject({ status: 'delivered', attempts: 1, answerStatus: 200, answer: 'thanks' })
    },
  )

  it('that fails is retried at growing intervals for a day, and then given up', async () => {
    answers['/down'] = (response) => response.writeHead(500).end('no\0 luck')
    await happen(await endpoint('/down'))
    const deliverer = process()
    const beganMs = nowMs
    for (const delaySeconds of RETRY_DELAYS_SECONDS) {
      await sent(deliverer)
      expect(await only()).toMatchObject({
        status: 'pending',
        answerStatus: 500,
        answer: 'no luck',
        nextAttemptAt: new Date(nowMs + delaySeconds * 1_000),
      })
      nowMs += delaySeconds * 1_000 - 1
      const before = received.length
      await sent(deliverer)
      expect(received).toHaveLength(before)
      nowMs += 1
    }
    await sent(deliverer)
    expect(await only()).toMatchObject({ status: 'failed', attempts: 11, nextAttemptAt: null })
    expect((nowMs - beganMs) / 3_600_000).toBeGreaterThan(23)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    // Receivers refuse a signature that is older than a few minutes.
    expect(received.at(-1)?.headers['webhook-timestamp']).toBe(String(Math.floor(nowMs / 1_000)))
  })

  it.each<[string, (response: ServerResponse) => void, object]>([
    ['redirects', (response) => response.writeHead(302, { Location: '/elsewhere' }).end(), { answerStatus: null }],
    ['answers “not modified”', (response) => response.writeHead(304).end(), { answerStatus: 304 }],
    ['hangs', () => undefined, { answerStatus: null, answer: expect.stringContaining('too long') }],
    ['begins to answer and then hangs', (response) => void response.writeHead(200).write('on'), { answerStatus: null }],
    ['breaks off', (response) => void response.destroy(), { answerStatus: null }],
  ])('to a receiver that %s is retried', async (_, answer, row) => {
    answers['/bad'] = answer
    await happen(await endpoint('/bad'))
    await sent(process(150))
    expect(await only()).toMatchObject({ status: 'pending', attempts: 1, ...row })
    expect(received.map(({ path }) => path)).toEqual(['/bad'])
  })

  it('reads no more of an endless answer than is stored', async () => {
    answers['/endless'] = (response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
    await happen(await endpoint('/endless'))
    await sent(process())
    expect(await only()).toMatchObject({ status: 'delivered', answer: 'x'.repeat(2_048) })
  })

  it('answered with 410 Gone switches its endpoint off, unless its address was changed meanwhile', async () => {
    answers['/gone'] = (response) => response.writeHead(410).end()
    const [id, moved] = [await endpoint('/gone'), await endpoint('/moved')]
    const url = `${address}/ok`
    answers['/moved'] = (response) => {
      const moving = database.db.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, moved))
      void moving.then(() => response.writeHead(410).end())
    }
    await happen(id, moved)
    const deliverer = process()
    await sent(deliverer)
    expect(await only()).toMatchObject({ status: 'failed', answerStatus: 410 })
    await happen(id)
    // A new deliverer doesn't know of the failure, after which it would wait.
    await sent(process())
    expect(received).toHaveLength(2)
    const on = await database.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.isActive, true))
    expect(on).toMatchObject([{ id: moved, url }])
  })

  it('may take ten seconds, and is not sent by another process meanwhile', async () => {
    const answer = { url: '', status: 200, headers: {}, body: Buffer.alloc(0) }
    const fetchPublic = vi.fn<PublicFetch>().mockResolvedValue(answer)
    const log = pino({ level: 'silent' })
    const deliverer = createDeliverer({ db: database.db, fetchPublic, log, now: () => new Date(nowMs) })
    deliverers.push(deliverer)
    await happen(await endpoint('/ok'))
    await sent(deliverer)
    expect(fetchPublic).toHaveBeenCalledWith(expect.objectContaining({ timeoutMs: 10_000 }))
    expect(LEASE_MS).toBeGreaterThan(10_000)
  })
})

it('each delivery is sent once, even by several processes', { tags: 'postgres' }, async () => {
  const ids = [await endpoint('/a'), await endpoint('/b'), await endpoint('/c')]
  for (let count = 0; count < 4; count += 1) await happen(...ids)
  await Promise.all([process(), process(), process()].map(sent))
  const each = received.map(({ path, headers }) => `${path} ${String(headers['webhook-id'])}`)
  expect(each).toHaveLength(12)
  expect(new Set(each).size).toBe(12)
})

it('an endpoint gets the delivery that has been due longest first', async () => {
  const id = await endpoint('/ok')
  for (let count = 0; count < 3; count += 1) await happen(id)
  const rows = await database.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id)
  for (const [at, row] of rows.entries()) {
    const nextAttemptAt = new Date(nowMs - at * 1_000)
    await database.db.update(webhookDeliveries).set({ nextAttemptAt }).where(eq(webhookDeliveries.id, row.id))
  }
  const claimed = await createDeliveryStore(database.db).claim(new Date(nowMs), 10, new Map([[id, 1]]))
  expect(claimed.map((delivery) => delivery.id)).toEqual([rows[2]?.id])
})

it('a delivery that a killed process had begun is sent by another one', async () => {
  await happen(await endpoint('/ok'))
  const store = createDeliveryStore(database.db)
  const claim = async () => {
    const [claimed] = await store.claim(new Date(nowMs), 10, new Map())
    if (!claimed) throw new Error('nothing was due')
    return claimed
  }
  const late = { status: 'failed' as const, answerStatus: 500, answer: '', durationMs: 1, nextAttemptAt: null }
  const first = await claim()
  expect(first).toMatchObject({ attempts: 1 })
  nowMs += LEASE_MS - 1
  await sent(process())
  expect(received).toEqual([])
  nowMs += 1
  const second = await claim()
  // The first process was not dead but slow.
  await store.finish([{ claimed: first, outcome: late }])
  expect(await only()).toMatchObject({ status: 'pending', attempts: 2 })
  nowMs += LEASE_MS
  await sent(process())
  expect(await only()).toMatchObject({ status: 'delivered', attempts: 3 })
  await store.finish([{ claimed: second, outcome: late }])
  expect(await only()).toMatchObject({ status: 'delivered' })
})

it('a delivery that is under way when the server stops is due again at once', async () => {
  const arrived = new Promise<void>((resolve) => (answers['/slow'] = () => resolve()))
  await happen(await endpoint('/slow'))
  const first = process()
  first.wake()
  await arrived
  await first.close()
  expect(await only()).toMatchObject({ status: 'pending', attempts: 0 })
  delete answers['/slow']
  await sent(process())
  expect(await only()).toMatchObject({ status: 'delivered', attempts: 1 })
})

it('an endpoint that hangs delays no other', async () => {
  const hanging = await endpoint('/hangs')
  const fine = await endpoint('/fine')
  answers['/hangs'] = () => undefined
  for (let count = 0; count < 5; count += 1) await happen(hanging)
  await happen(fine)
  const arrived = new Promise<void>((resolve) => {
    answers['/fine'] = (response) => {
      response.end()
      resolve()
    }
  })
  const deliverer = process(60_000)
  deliverer.wake()
  await arrived
  expect(received.filter(({ path }) => path === '/hangs').length).toBeLessThanOrEqual(2)
})
