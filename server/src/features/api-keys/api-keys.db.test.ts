import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  API_SCOPES,
  createdApiKeySchema,
  listApiKeysResponseSchema,
  MAX_API_KEYS,
  v1AppointmentsSchema,
  v1ConversationDetailSchema,
  v1ConversationsSchema,
  v1FiguresSchema,
  v1LeadsSchema,
} from '#contract/api-keys.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { apiKeys } from '../../infra/db/schema/webhooks.ts'
import { createStudioTest, problem, type Headers } from '../assistants/own/studio-testing.ts'

const READS_ALL = [...API_SCOPES]

const IN_A_WEEK = new Date(Date.now() + 7 * 86_400_000)

let studio: Awaited<ReturnType<typeof createStudioTest>>
let owner: { email: string; headers: Headers }
let assistantIds: string[]
let othersId: string

beforeAll(async () => {
  studio = await createStudioTest()
  owner = await studio.person()
  const other = await studio.person()
  await studio.givePlan(owner.email, 'small-business-monthly')
  await studio.givePlan(other.email, 'small-business-monthly')
  assistantIds = [(await studio.make(owner.headers)).id, (await studio.make(owner.headers)).id]
  othersId = (await studio.make(other.headers)).id
  for (const [email, ids] of [
    [owner.email, assistantIds],
    [other.email, [othersId]],
  ] as const) {
    const [user] = await studio.server.db.select().from(users).where(eq(users.email, email))
    for (const assistantId of ids) await leave(user?.id ?? '', assistantId)
  }
})
afterAll(() => studio.server.close())

/**
 * Three leads, appointments and conversations each, two of them at the same moment. Only the first conversation keeps
 * words.
 */
async function leave(ownerId: string, assistantId: string) {
  for (const [index, minute] of [0, 1, 1].entries()) {
    const moment = new Date(Date.UTC(2026, 0, 1, 12, minute))
    const base = { assistantId, ownerId, fields: [], createdAt: moment }
    const id = crypto.randomUUID()
    await studio.server.db.insert(leads).values({ ...base, id: `lead_${id.replaceAll('-', '')}`, kind: 'message' })
    await studio.server.db.insert(appointments).values({
      ...base,
      id: `apt_${id}`,
      // Cancelled appointments may overlap.
      status: 'cancelled',
      startsAt: moment,
      endsAt: moment,
      code: String(index),
      updatedAt: moment,
    })
    await talk(ownerId, assistantId, { createdAt: moment, keptUntil: index === 0 ? IN_A_WEEK : null })
  }
}

/** An ended conversation with one turn. Its caller has an account and so keeps the lines, whether or not the owner does. */
async function talk(
  payerId: string,
  assistantId: string,
  more: Pick<typeof calls.$inferInsert, 'createdAt' | 'keptUntil' | 'engine' | 'durationMs'> & {
    userId?: string
    isSilent?: boolean
  },
) {
  const { isSilent, ...facts } = more
  const id = `call_${crypto.randomUUID()}`
  const token = { tokenHash: id, tokenExpiresAt: facts.createdAt }
  const values = { id, payerId, assistantId, durationMs: 60_000, ...facts, ...token }
  await studio.server.db.insert(calls).values({ ...values, status: 'ended', endReason: 'person-ended' })
  if (isSilent) return id
  await studio.server.db.insert(callTurns).values({ callId: id, position: 1, outcome: 'answered' })
  const line = { callId: id, itemId: 'i1', position: 1, role: 'user' as const, content: 'Do you deliver?', atMs: 5 }
  await studio.server.db.insert(callLines).values(line)
  return id
}

async function create(scopes: string[] = READS_ALL) {
  const response = await studio.server.request('POST', '/api/api-keys', { name: 'Till', scopes }, owner.headers)
  expect(response.status).toBe(201)
  return createdApiKeySchema.parse(await response.json())
}

const read = (path: string, key: string) =>
  studio.server.request('GET', `/api/v1${path}`, undefined, { Authorization: `Bearer ${key}` })

describe('a key', () => {
  it('is shown once, stored as a hash, and gives no access once revoked', async () => {
    const { key, ...made } = await create()
    expect(key).toMatch(/^vx_live_[\w-]{43}$/)
    const listed = await (await studio.server.request('GET', '/api/api-keys', undefined, owner.headers)).text()
    expect(JSON.parse(listed)).toEqual({ keys: [made] })
    const kept = JSON.stringify(await studio.server.db.select().from(apiKeys))
    for (const text of [listed, kept]) expect(text).not.toContain(key)
    // Enough to tell keys apart, too little to guess one.
    expect(made.hint).toBe(key.slice(0, 'vx_live_'.length + 4))

    expect((await read('/assistants', key)).status).toBe(200)
    const otherUser = await studio.person()
    const revoke = (headers: Headers) => studio.server.request('DELETE', `/api/api-keys/${made.id}`, undefined, headers)
    expect((await revoke(otherUser.headers)).status).toBe(404)
    expect((await revoke(owner.headers)).status).toBe(204)
    expect(await problem(read('/assistants', key))).toEqual({ status: 401, code: 'unauthenticated' })
  })

  it.each(API_SCOPES)('with the scope %s reads only what that names', async (scope) => {
    const { key } = await create([scope])
    for (const [path, needed] of [
      ['/assistants', 'assistants:read'],
      ['/leads', 'leads:read'],
      ['/appointments', 'appointments:read'],
      ['/conversations', 'conversations:read'],
      ['/conversations/call_1', 'conversations:read'],
      [`/assistants/${assistantIds[0]}/figures?from=2026-01-01&to=2026-01-02`, 'figures:read'],
    ]) {
      expect((await read(path ?? '', key)).status === 403, path).toBe(needed !== scope)
    }
  })

  it('records when it was last used, at most once a minute', async () => {
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

  it('has its own rate limit', async () => {
    const { key } = await create()
    const other = await create()
    let status = 200
    // On a busy machine, some of the allowance comes back meanwhile.
    for (let count = 0; status === 200 && count < 1_000; count += 1) {
      ;({ status } = await read('/leads?limit=1', key))
    }
    expect(status).toBe(429)
    expect((await read('/leads?limit=1', other.key)).status).toBe(200)
  })
})

it.each([
  ['/leads', v1LeadsSchema],
  ['/appointments', v1AppointmentsSchema],
  ['/conversations', v1ConversationsSchema],
] as const)('%s lists everything of the key’s owner, page by page, and nothing of others', async (path, schema) => {
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
  const ofOthers = await read(`${path}?assistantId=${othersId}`, key)
  expect(ofOthers.ok ? schema.parse(await ofOthers.json()).data : []).toEqual([])
  expect((await read(`${path}?cursor=x`, key)).status).toBe(400)
})

it('the account export contains only the lines that are kept for the owner', async () => {
  const answer = await studio.server.request('GET', '/api/account/export', undefined, owner.headers)
  const { conversations } = z
    .object({ conversations: z.array(z.object({ lines: z.array(z.unknown()) })) })
    .parse(await answer.json())
  expect(conversations.map(({ lines }) => lines.length)).toEqual([1, 1])
})

it('a conversation is returned with its lines if they are kept, and otherwise without', async () => {
  const { key } = await create()
  const list = async (query = '') =>
    v1ConversationsSchema.parse(await (await read(`/conversations?assistantId=${assistantIds[0]}${query}`, key)).json())
      .data
  const one = async (id = '') => {
    const response = await read(`/conversations/${id}`, key)
    return response.ok ? v1ConversationDetailSchema.parse(await response.json()) : response.status
  }
  const [silent, silentToo, kept] = await list()
  expect([silent?.keptUntil, silentToo?.keptUntil, kept?.keptUntil]).toEqual([null, null, IN_A_WEEK.toISOString()])
  expect(await one(kept?.id)).toEqual({ ...kept, lines: [{ role: 'user', text: 'Do you deliver?', atMs: 5 }] })
  expect(await one(silent?.id)).toEqual({ ...silent, lines: null })
  // The search does not find words that only the caller keeps.
  expect((await list('&search=DELIVER')).map(({ id }) => id)).toEqual([kept?.id])
  expect((await list('&to=2026-01-01T12:01:00Z')).map(({ id }) => id)).toEqual([kept?.id])
  expect(await list('&unanswered=true')).toEqual([])
  await studio.server.db
    .update(calls)
    .set({ keptUntil: new Date() })
    .where(eq(calls.id, kept?.id ?? ''))
  expect(await one(kept?.id)).toMatchObject({ keptUntil: null, lines: null })

  const [others] = await studio.server.db.select().from(calls).where(eq(calls.assistantId, othersId))
  expect(await one(others?.id)).toBe(404)
  // Calls in which nothing was said. Vapi reports no turns.
  const [own] = await studio.server.db
    .select()
    .from(calls)
    .where(eq(calls.id, kept?.id ?? ''))
  for (const [engine, durationMs, status] of [
    ['builtin', 60_000, 404],
    ['vapi', 0, 404],
    ['vapi', 1_000, 200],
  ] as const) {
    const facts = { createdAt: new Date(), isSilent: true, engine, durationMs }
    const found = await one(await talk(own?.payerId ?? '', othersId, facts))
    expect(typeof found === 'number' ? found : 200, `${engine} ${durationMs}`).toBe(status)
  }
  const running = await talk(own?.payerId ?? '', othersId, { createdAt: new Date() })
  await studio.server.db.update(calls).set({ status: 'live', endReason: null }).where(eq(calls.id, running))
  expect(await one(running), 'a call that goes on').toBe(404)
})

it('figures are available only for the key owner’s assistants', async () => {
  const { key } = await create()
  const ofPeriod = (id = '') => read(`/assistants/${id}/figures?from=2025-12-31&to=2026-01-02`, key)
  const figures = v1FiguresSchema.parse(await (await ofPeriod(assistantIds[0])).json())
  expect(figures).toMatchObject({ assistantId: assistantIds[0], conversations: 3, minutes: 3, leads: 3 })
  expect((await ofPeriod(othersId)).status).toBe(404)
})

it('a name that the database cannot store is answered with 400', async () => {
  const body = { name: 'a\0b', scopes: READS_ALL }
  const { headers } = owner
  expect(await problem(studio.server.request('POST', '/api/api-keys', body, headers))).toEqual({
    status: 400,
    code: 'bad-request',
  })
})

it('an account cannot exceed the maximum number of keys', async () => {
  const add = ({ headers } = owner) =>
    studio.server.request('POST', '/api/api-keys', { name: 'Till', scopes: READS_ALL }, headers)
  for (let count = 0; count < MAX_API_KEYS; count += 1) await add()
  expect(await problem(add())).toEqual({ status: 400, code: 'bad-request' })
  expect((await add(await studio.person())).status).toBe(201)
  const listed = await (await studio.server.request('GET', '/api/api-keys', undefined, owner.headers)).json()
  expect(listApiKeysResponseSchema.parse(listed).keys).toHaveLength(MAX_API_KEYS)
})
