import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createdApiKeySchema,
  listApiKeysResponseSchema,
  v1AppointmentsSchema,
  v1LeadsSchema,
} from '#contract/api-keys.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { apiKeys } from '../../infra/db/schema/webhooks.ts'
import { createStudioTest, problem, type Headers } from '../assistants/own/studio-testing.ts'

const READS_ALL = ['assistants:read', 'leads:read', 'appointments:read']

let studio: Awaited<ReturnType<typeof createStudioTest>>
let owner: { email: string; headers: Headers }
let assistantIds: string[]

beforeAll(async () => {
  studio = await createStudioTest()
  owner = await studio.person()
  const other = await studio.person()
  await studio.givePlan(owner.email, 'small-business-monthly')
  await studio.givePlan(other.email, 'small-business-monthly')
  assistantIds = [(await studio.make(owner.headers)).id, (await studio.make(owner.headers)).id]
  const others = (await studio.make(other.headers)).id
  for (const [email, ids] of [
    [owner.email, assistantIds],
    [other.email, [others]],
  ] as const) {
    const [user] = await studio.server.db.select().from(users).where(eq(users.email, email))
    for (const assistantId of ids) await leave(user?.id ?? '', assistantId)
  }
})
afterAll(() => studio.server.close())

/** Three leads and appointments, two of them at the same moment. */
async function leave(ownerId: string, assistantId: string) {
  for (const [index, minute] of [0, 1, 1].entries()) {
    const moment = new Date(Date.UTC(2026, 0, 1, 12, minute))
    const base = { assistantId, ownerId, fields: [], createdAt: moment }
    const id = crypto.randomUUID()
    await studio.server.db.insert(leads).values({ ...base, id: `lead_${id.replaceAll('-', '')}`, kind: 'message' })
    await studio.server.db.insert(appointments).values({
      ...base,
      id: `apt_${id}`,
      // Cancelled ones may lie at one time.
      status: 'cancelled',
      startsAt: moment,
      endsAt: moment,
      code: String(index),
      updatedAt: moment,
    })
  }
}

async function create(scopes: string[] = READS_ALL) {
  const response = await studio.server.request('POST', '/api/api-keys', { name: 'Till', scopes }, owner.headers)
  expect(response.status).toBe(201)
  return createdApiKeySchema.parse(await response.json())
}

const read = (path: string, key: string) =>
  studio.server.request('GET', `/api/v1${path}`, undefined, { Authorization: `Bearer ${key}` })

describe('a key', () => {
  it('is shown once, kept as a hash, and opens nothing once revoked', async () => {
    const { key, ...made } = await create()
    expect(key).toMatch(/^vx_live_[\w-]{43}$/)
    const listed = await (await studio.server.request('GET', '/api/api-keys', undefined, owner.headers)).text()
    expect(listApiKeysResponseSchema.parse(JSON.parse(listed)).keys).toEqual([made])
    const kept = JSON.stringify(await studio.server.db.select().from(apiKeys))
    for (const text of [listed, kept]) expect(text).not.toContain(key)

    expect((await read('/assistants', key)).status).toBe(200)
    const stranger = await studio.person()
    const revoke = (headers: Headers) => studio.server.request('DELETE', `/api/api-keys/${made.id}`, undefined, headers)
    expect((await revoke(stranger.headers)).status).toBe(404)
    expect((await revoke(owner.headers)).status).toBe(204)
    expect(await problem(read('/assistants', key))).toEqual({ status: 401, code: 'unauthenticated' })
  })

  it('reads only what its scopes name', async () => {
    const { key } = await create(['leads:read'])
    expect((await read('/leads', key)).status).toBe(200)
    expect(await problem(read('/appointments', key))).toEqual({ status: 403, code: 'forbidden' })
    expect(await problem(read('/assistants', key))).toEqual({ status: 403, code: 'forbidden' })
  })

  it('notes when it was used, once a minute', async () => {
    const { id, key } = await create()
    const usedAt = async () => {
      const [row] = await studio.server.db.select().from(apiKeys).where(eq(apiKeys.id, id))
      return row?.lastUsedAt?.getTime() ?? 0
    }
    await read('/leads', key)
    const first = await usedAt()
    expect(first).toBeGreaterThan(0)
    await read('/leads', key)
    expect(await usedAt()).toBe(first)
    await studio.server.db
      .update(apiKeys)
      .set({ lastUsedAt: new Date(first - 60_000) })
      .where(eq(apiKeys.id, id))
    await read('/leads', key)
    expect(await usedAt()).toBeGreaterThanOrEqual(first)
  })

  it('is held to its own pace', async () => {
    const { key } = await create()
    const other = await create()
    const answered = []
    for (let count = 0; count < 125; count += 1) answered.push((await read('/leads?limit=1', key)).status)
    expect(answered).toContain(429)
    expect((await read('/leads?limit=1', other.key)).status).toBe(200)
  })
})

it.each([
  ['/leads', v1LeadsSchema],
  ['/appointments', v1AppointmentsSchema],
] as const)('%s lists everything of its owner, page by page, and nothing of others', async (path, schema) => {
  const { key } = await create()
  const ids: string[] = []
  const owners = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const response: Response = await read(`${path}?limit=2${cursor && `&cursor=${cursor}`}`, key)
    const page: z.infer<typeof schema> = schema.parse(await response.json())
    for (const { id, assistantId } of page.data) {
      ids.push(id)
      owners.add(assistantId)
    }
    cursor = page.nextCursor
  }
  expect(ids).toHaveLength(6)
  expect(new Set(ids).size).toBe(6)
  expect([...owners].toSorted()).toEqual(assistantIds.toSorted())
  const ofOne = schema.parse(await (await read(`${path}?assistantId=${assistantIds[0]}`, key)).json())
  expect(ofOne.data).toHaveLength(3)
  expect((await read(`${path}?cursor=x`, key)).status).toBe(400)
})
