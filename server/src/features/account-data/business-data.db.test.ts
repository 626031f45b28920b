import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createdApiKeySchema } from '#contract/api-keys.ts'
import { webhookSchema } from '#contract/webhooks.ts'
import { TEST_PASSWORD } from '../../../test/test-server.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import { knowledgeProposals, knowledgeSources } from '../../infra/db/schema/own-assistants.ts'
import { businessEvents } from '../../infra/db/schema/webhooks.ts'
import { createStudioTest, form, type Headers } from '../assistants/own/studio-testing.ts'

// Data that an owner's assistants collected is part of the owner's export and is deleted with the account.

const SAID = 'I am allergic to rye'
const SITE = 'https://mill.example'
const VISITOR_EMAIL = 'kim@visitor.example'
const ACTION_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

/**
 * A call in which the caller said SAID; `userId` is null for a caller without an account, `keptUntil` if the owner keeps
 * nothing of it.
 */
async function storedCall(
  ownerId: string,
  assistantId: string,
  userId: string | null,
  keptUntil: Date | null = new Date(Date.now() + 60_000),
): Promise<string> {
  const id = `call_${crypto.randomUUID()}`
  const now = new Date()
  const state = { status: 'ended' as const, endReason: 'person-ended' as const, durationMs: 5_000 }
  const times = { createdAt: now, keptUntil, tokenExpiresAt: now }
  await studio.server.db
    .insert(calls)
    .values({ id, assistantId, payerId: ownerId, userId, tokenHash: id, ...state, ...times })
  const line = { callId: id, itemId: 'i', position: 1, role: 'user' as const, content: SAID, atMs: 1 }
  await studio.server.db.insert(callLines).values(line)
  await studio.server.db.insert(callTurns).values({ callId: id, position: 1, outcome: 'answered', said: SAID })
  await studio.server.db.insert(conversations).values({ callId: id, ownerId, note: SAID, updatedAt: now })
  return id
}

async function idOf(email: string): Promise<string> {
  const [user] = await studio.server.db.select().from(users).where(eq(users.email, email))
  return user?.id ?? ''
}

async function everythingOf(headers: Headers, email: string) {
  const { server } = studio
  const [ownerId, assistantId] = [await idOf(email), (await studio.make(headers)).id]
  const visitor = await studio.person()
  const visitorId = await idOf(visitor.email)
  const callId = await storedCall(ownerId, assistantId, null)
  const knownCallId = await storedCall(ownerId, assistantId, visitorId)
  // What was said in these is not, or no longer, the owner's to read.
  for (const keptUntil of [null, new Date(Date.now() - 1_000)])
    await storedCall(ownerId, assistantId, visitorId, keptUntil)
  const fields = [{ id: 'message', label: 'Your message', value: SAID }]
  const now = new Date()
  const base = { assistantId, ownerId, callId, fields, createdAt: now }
  await server.db.insert(leads).values({ ...base, id: 'lead_1', kind: 'message' })
  const times = { startsAt: now, endsAt: now, updatedAt: now }
  const withEmail = [...fields, { id: 'email', label: 'Your email', value: VISITOR_EMAIL }]
  await server.db.insert(appointments).values({ ...base, ...times, fields: withEmail, id: 'apt_1', code: '271828' })
  const source = { id: 'src_1', assistantId, kind: 'text' as const, title: 'notes.txt', text: SAID }
  await server.db.insert(knowledgeSources).values({ ...source, status: 'read', createdAt: now })
  const proposal = { id: 'prop_1', sourceId: 'src_1', position: 0, question: 'Is there rye?', answer: 'Some.' }
  await server.db.insert(knowledgeProposals).values(proposal)
  const post = (path: string, body: unknown, method = 'POST') => server.request(method, path, body, headers)
  await post(`/api/own-assistants/${assistantId}/website/sites`, { site: SITE })
  expect((await post(`/api/own-assistants/${assistantId}/appointments/apt_1/cancel`, {})).status).toBe(200)
  const action = { id: 'stock', name: 'Stock', url: `${SITE}/stock`, secret: ACTION_SECRET }
  expect((await post(`/api/own-assistants/${assistantId}/actions`, { webhooks: [action] }, 'PUT')).status).toBe(200)
  const draft = { ...form({ name: 'Nina' }), submissionId: undefined, version: 1 }
  expect((await post(`/api/own-assistants/${assistantId}/draft`, draft, 'PUT')).status).toBe(200)
  const webhook = webhookSchema.parse(await (await post('/api/webhooks', { url: `${SITE}/hook` })).json())
  const made = await post('/api/api-keys', { name: 'Till', scopes: ['leads:read'] })
  const { key } = createdApiKeySchema.parse(await made.json())
  await server.db.transaction((tx) =>
    server.webhooks.record(tx, { ownerId, assistantId, type: 'lead.created', data: { fields } }),
  )
  return { ownerId, assistantId, callId, knownCallId, secrets: [webhook.secret, key, ACTION_SECRET, '271828'] }
}

it('business data is exported without secrets, and is deleted with the account', { tags: 'postgres' }, async () => {
  const { email, headers } = await studio.person()
  const { ownerId, assistantId, callId, knownCallId, secrets } = await everythingOf(headers, email)
  const text = await (await studio.server.request('GET', '/api/account/export', undefined, headers)).text()
  const [assistant, lines] = ['Nora', [{ role: 'user', content: SAID }]]
  const data = z.looseObject({ conversations: z.array(z.looseObject({ id: z.string() })) }).parse(JSON.parse(text))
  expect(data).toMatchObject({
    ownAssistants: [
      { id: assistantId, draft: { name: 'Nina' }, settings: { actions: { webhooks: [{ id: 'stock' }] } } },
    ],
    leads: [{ assistant, kind: 'message', conversationId: callId, fields: [{ value: SAID }] }],
    appointments: [{ assistant, conversationId: callId, status: 'cancelled' }],
    conversations: [
      { assistant, note: SAID, lines },
      { assistant, note: SAID, lines },
    ],
    knowledgeSources: [{ assistant, title: 'notes.txt', text: SAID, proposals: [{ question: 'Is there rye?' }] }],
    sites: [{ assistant, origin: SITE }],
    webhooks: [{ url: `${SITE}/hook`, isActive: true }],
    apiKeys: [{ name: 'Till', scopes: ['leads:read'] }],
  })
  expect(data.conversations.map(({ id }) => id).toSorted()).toEqual([callId, knownCallId].toSorted())
  for (const secret of secrets) expect(text).not.toContain(secret)

  expect(await rowsWith(VISITOR_EMAIL)).toContain('mails')
  const gone = await studio.server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)
  expect(gone.status).toBe(200)
  // A caller with an account keeps the call and what was said in it, as in any other call.
  expect(await rowsWith(SAID)).toEqual(['call_lines'])
  expect(await rowsWith(VISITOR_EMAIL)).toEqual([])
  expect(await rowsWith(callId)).toEqual([])
  expect(await rowsWith(ownerId)).toEqual([])
  expect(await rowsWith(assistantId)).toEqual(['calls'])
})

it('one export of an account is put together at a time, so that many at once do not occupy the database', async () => {
  const { headers } = await studio.person()
  const ask = () => studio.server.request('GET', '/api/account/export', undefined, headers)
  const read = Promise.withResolvers<never[]>()
  const reading = vi.spyOn(studio.server.db.query.calls, 'findMany').mockReturnValueOnce(read.promise as never)
  const first = ask()
  await expect.poll(() => reading.mock.calls.length).toBe(1)
  expect((await ask()).status).toBe(429)
  read.resolve([])
  expect((await first).status).toBe(200)
  expect((await ask()).status).toBe(200)
  reading.mockRestore()
})

it('a visitor’s call goes on when the owner’s account is deleted, and its words are deleted after it', async () => {
  const { email, headers } = await studio.person()
  const [ownerId, { id: assistantId }] = [await idOf(email), await studio.make(headers)]
  const callId = await storedCall(ownerId, assistantId, null)
  const isCall = eq(calls.id, callId)
  await studio.server.db.update(calls).set({ status: 'live', endReason: null, heartbeatAt: new Date() }).where(isCall)
  const gone = await studio.server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)
  expect(gone.status).toBe(200)
  const linesLeft = async () => {
    for (const chore of studio.server.calls.chores) await chore()
    return studio.server.db.$count(callLines, eq(callLines.callId, callId))
  }
  expect(await linesLeft()).toBe(1)
  await studio.server.db.update(calls).set({ status: 'ended', endReason: 'person-ended' }).where(isCall)
  expect(await linesLeft()).toBe(0)
})

it('a deleted assistant’s events are deleted with it, and words of a call that outlives it by housekeeping', async () => {
  const { email, headers } = await studio.person()
  const [ownerId, { id: assistantId }] = [await idOf(email), await studio.make(headers)]
  const isOfCall = eq(callLines.callId, await storedCall(ownerId, assistantId, null))
  await studio.addWebhook(headers)
  const lead = { ownerId, type: 'lead.created' as const, data: { fields: [{ value: SAID }] } }
  await studio.server.webhooks.record(studio.server.db, { ...lead, assistantId })
  await studio.server.webhooks.record(studio.server.db, { ...lead, assistantId: 'own_another' })
  await studio.server.request('DELETE', `/api/own-assistants/${assistantId}`, undefined, headers)
  const left = await studio.server.db.select().from(businessEvents).where(eq(businessEvents.ownerId, ownerId))
  expect(left.map((event) => event.assistantId)).toEqual(['own_another'])
  for (const chore of studio.server.calls.chores) await chore()
  expect(await studio.server.db.$count(callLines, isOfCall)).toBe(0)
})

/** The tables that have rows with this text. */
async function rowsWith(words: string): Promise<string[]> {
  const { db } = studio.server
  const rowsOf = (answer: unknown) => z.object({ rows: z.array(z.looseObject({})) }).parse(answer).rows
  const tables = rowsOf(await db.execute(sql`select tablename from pg_tables where schemaname = 'public' order by 1`))
  const found: string[] = []
  for (const { tablename } of tables) {
    const name = sql.identifier(String(tablename))
    const rows = rowsOf(
      await db.execute(sql`select 1 from ${name} as each where each::text like ${`%${words}%`} limit 1`),
    )
    if (rows.length > 0) found.push(String(tablename))
  }
  return found
}
