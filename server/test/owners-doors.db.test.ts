import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { API_SCOPES } from '#contract/api-keys.ts'
import { createStudioTest, photo, VISITOR, type Headers } from '../src/features/assistants/own/studio-testing.ts'
import { appointments, leads } from '../src/infra/db/schema/actions.ts'
import { users } from '../src/infra/db/schema/auth.ts'
import { callLines, calls, callTurns } from '../src/infra/db/schema/calls.ts'
import { knowledgeProposals, knowledgeSources } from '../src/infra/db/schema/own-assistants.ts'
import { webhookDeliveries } from '../src/infra/db/schema/webhooks.ts'

/**
 * Anna and Boris each have a published assistant. Everyone but Anna tries every call of the API that names something of
 * hers: nothing may be shown, changed, called or spent. The calls come from the API's description, so that a new call is
 * tried as well; calls that need a body or a query have an example here.
 */
const SECRET = 'only Anna reads this'
const ANNAS_SITE = 'https://anna.example'
const BORIS_SITE = 'https://boris.example'
const NAMES_SOMETHING = /^\/api\/(?:own-assistants|webhooks|api-keys|v1\/\w+)\/\{\w+\}/

const content = { name: 'Nora', voiceId: 'hazel', firstMessage: 'Hello.', systemPrompt: 'You help.' }
const edit = { ...content, knowledge: { pairs: [], notes: '' }, photoId: photo('a'), version: 1 }
const EXAMPLES: Readonly<Record<string, { query?: string; body?: unknown }>> = {
  'PUT /api/own-assistants/{id}': { body: edit },
  'PUT /api/own-assistants/{id}/draft': { body: edit },
  'DELETE /api/own-assistants/{id}/draft': { query: 'version=1' },
  'POST /api/own-assistants/{id}/publish': { body: { version: 1 } },
  'POST /api/own-assistants/{id}/versions/{number}/restore': { body: { version: 1 } },
  'PUT /api/own-assistants/{id}/actions': { body: { message: { isOn: true } } },
  'POST /api/own-assistants/{id}/sources': { body: { url: 'http://10.0.0.1/' } },
  'POST /api/own-assistants/{id}/sources/files': { query: 'name=a.txt' },
  'POST /api/own-assistants/{id}/sources/{sourceId}/proposals/accept': { body: { ids: 'all' } },
  'POST /api/own-assistants/{id}/sources/{sourceId}/proposals/dismiss': { body: { ids: 'all' } },
  'POST /api/own-assistants/{id}/sources/{sourceId}/proposals/withdraw': { body: { ids: [] } },
  'PUT /api/own-assistants/{id}/website/look': { body: {} },
  'POST /api/own-assistants/{id}/website/sites': { body: { site: BORIS_SITE } },
  'DELETE /api/own-assistants/{id}/website/sites': { query: `origin=${encodeURIComponent(ANNAS_SITE)}` },
  'PUT /api/own-assistants/{id}/time-zone': { body: { timeZone: 'Asia/Tokyo' } },
  'PUT /api/own-assistants/{id}/limits': { body: {} },
  'PUT /api/own-assistants/{id}/conversations/settings': { body: { keeps: false } },
  'PATCH /api/own-assistants/{id}/conversations/{conversationId}': { body: { note: 'mine' } },
  'POST /api/own-assistants/{id}/questions/handled': { body: { turns: [{ conversationId: 'call_x', position: 1 }] } },
  'GET /api/own-assistants/{id}/figures': { query: 'from=2026-01-01&to=2026-01-02' },
  'GET /api/v1/assistants/{id}/figures': { query: 'from=2026-01-01&to=2026-01-02' },
  'PATCH /api/webhooks/{id}': { body: { types: [] } },
}
/** Deleting something that does not exist succeeds. */
const IDEMPOTENT = 'DELETE /api/own-assistants/{id}'
/** Everyone may call a published assistant from its page: see below. */
const FOR_VISITORS = /^POST \/api\/own-assistants\/\{id\}\/calls(?:\/vapi)?$/

let test: Awaited<ReturnType<typeof createStudioTest>>
let anna: Headers
let boris: Headers
let annas: Record<string, string>
let boris_: Record<string, string>
let borisKey: string
let team: Headers
let named: { call: string; method: string; path: string }[]

beforeAll(async () => {
  test = await createStudioTest(
    {},
    {
      // Vapi can carry calls to own assistants as well; the address is unreachable, since no test gets that far.
      env: { VAPI_PUBLIC_KEY: 'pub_1', VAPI_WEBHOOK_SECRET: 'x'.repeat(16), VAPI_BASE_URL: 'http://127.0.0.1:9' },
      fetchKnowledge: async () => Promise.reject(new Error('nothing is fetched')),
    },
  )
  ;({ headers: anna, ids: annas } = await business(ANNAS_SITE))
  ;({ headers: boris, ids: boris_ } = await business(BORIS_SITE))
  const made = await test.server.request('POST', '/api/api-keys', { name: 'all', scopes: API_SCOPES }, boris)
  borisKey = ((await made.json()) as { key: string }).key
  team = await test.server.asTeam()
  const described = await test.server.request('GET', '/api/openapi.json')
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(await described.json())
  named = Object.entries(paths).flatMap(([path, item]) =>
    NAMES_SOMETHING.test(path)
      ? Object.keys(item).map((name) => ({ call: `${name.toUpperCase()} ${path}`, method: name.toUpperCase(), path }))
      : [],
  )
})
afterAll(() => test.server.close())

/** A person with one of everything that an owner can have. */
async function business(site: string) {
  const { email, headers } = await test.person()
  await test.givePlan(email, 'small-business-monthly')
  const { db } = test.server
  const [user] = await db.select().from(users).where(eq(users.email, email))
  const ownerId = user?.id ?? ''
  const { id, slug } = await test.make(headers, { systemPrompt: SECRET })
  const post = async (path: string, body: unknown, method = 'POST') => {
    const response = await test.server.request(method, path, body, headers)
    expect(response.ok, path).toBe(true)
    return (await response.json()) as { id: string }
  }
  await post(`/api/own-assistants/${id}/website/sites`, { site })
  await post(`/api/own-assistants/${id}/conversations/settings`, { keeps: true }, 'PUT')
  const webhook = await post('/api/webhooks', { url: 'https://hooks.example/', assistantId: id })
  const key = await post('/api/api-keys', { name: 'Till', scopes: ['leads:read'] })
  const now = new Date()
  const callId = `call_${crypto.randomUUID()}`
  const state = { status: 'ended' as const, endReason: 'person-ended' as const, durationMs: 5_000 }
  const times = { createdAt: now, keptUntil: new Date(now.getTime() + 86_400_000), tokenExpiresAt: now }
  await db
    .insert(calls)
    .values({ id: callId, assistantId: id, payerId: ownerId, tokenHash: callId, ...state, ...times })
  const line = { callId, itemId: 'i', position: 1, role: 'user' as const, content: SECRET, atMs: 1 }
  await db.insert(callLines).values(line)
  await db.insert(callTurns).values({ callId, position: 1, outcome: 'refused', said: SECRET })
  const base = { assistantId: id, ownerId, callId, fields: [{ id: 'm', label: 'M', value: SECRET }], createdAt: now }
  await db.insert(leads).values({ ...base, id: `lead_${crypto.randomUUID()}`, kind: 'message' })
  const appointmentId = `apt_${crypto.randomUUID()}`
  const soon = { startsAt: new Date(now.getTime() + 3_600_000), endsAt: new Date(now.getTime() + 7_200_000) }
  await db.insert(appointments).values({ ...base, ...soon, id: appointmentId, code: '123456', updatedAt: now })
  const sourceId = `src_${crypto.randomUUID()}`
  const source = { id: sourceId, assistantId: id, kind: 'web' as const, url: 'https://a.example/', title: SECRET }
  await db.insert(knowledgeSources).values({ ...source, status: 'read', text: SECRET, createdAt: now })
  const proposal = { sourceId, position: 0, question: 'Who?', answer: SECRET }
  await db.insert(knowledgeProposals).values({ ...proposal, id: `prop_${crypto.randomUUID()}` })
  await db.transaction((tx) =>
    test.server.webhooks.record(tx, { ownerId, assistantId: id, type: 'lead.created', data: { SECRET } }),
  )
  const [delivery] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.endpointId, webhook.id))
  const ids = {
    owner: ownerId,
    own: id,
    slug,
    webhook: webhook.id,
    key: key.id,
    conversationId: callId,
    appointmentId,
    sourceId,
    deliveryId: delivery?.id ?? '',
    number: '1',
  }
  return { headers, ids }
}

/** Fills these ids into the path; the meaning of `{id}` depends on the path. */
function filled(path: string, ids: Record<string, string>): string {
  const first = path.startsWith('/api/webhooks')
    ? ids['webhook']
    : path.startsWith('/api/api-keys')
      ? ids['key']
      : ids['own']
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? (first ?? '') : (ids[name] ?? '')))
}

async function ask({ call, method, path }: (typeof named)[number], ids: Record<string, string>, headers: Headers) {
  const { query, body } = EXAMPLES[call] ?? {}
  const address = filled(path, ids) + (query === undefined ? '' : `?${query}`)
  const response = call.endsWith('/sources/files')
    ? await test.server.app.request(address, {
        method,
        headers: { ...headers, 'Content-Type': 'application/octet-stream' },
        body: 'Who?\nMe.',
      })
    : await test.server.request(method, address, body, headers)
  return { status: response.status, text: await response.text() }
}

/** All rows of all tables that name Anna's account or assistant, or hold her secret. */
async function everythingOfAnna(): Promise<Record<string, unknown>> {
  const { db } = test.server
  const rowsOf = (answer: unknown) => z.object({ rows: z.array(z.looseObject({})) }).parse(answer).rows
  const tables = rowsOf(await db.execute(sql`select tablename from pg_tables where schemaname = 'public' order by 1`))
  const found: Record<string, unknown> = {}
  for (const { tablename } of tables) {
    const name = sql.identifier(String(tablename))
    const hers = sql.join(
      Object.values(annas)
        .filter((id) => id !== '1')
        .map((id) => sql`each::text like ${`%${id}%`}`),
      sql` or `,
    )
    found[String(tablename)] = rowsOf(
      await db.execute(sql`select each::text from ${name} as each where ${hers} order by 1`),
    )
  }
  return found
}

const ATTACKERS: readonly [who: string, headers: () => Headers][] = [
  ['another owner', () => boris],
  ['another owner, from a site of theirs', () => ({ ...boris, Origin: BORIS_SITE })],
  ['another owner’s API key', () => ({ Authorization: `Bearer ${borisKey}` })],
  ['an anonymous visitor', () => ({})],
  [
    'a page of another owner’s site',
    () => ({ Origin: BORIS_SITE, Referer: `${ANNAS_SITE}/`, 'X-Forwarded-Host': 'voxhall.test' }),
  ],
  ['the page of a sandboxed frame', () => ({ Origin: 'null' })],
  ['a member of the team', () => team],
]

describe('Anna’s data', () => {
  it.each(ATTACKERS)('is not shown or changed to %s', async (who, headersOf) => {
    const before = await everythingOfAnna()
    for (const one of named) {
      if (FOR_VISITORS.test(one.call) && ['another owner', 'a member of the team'].includes(who)) continue
      const { status, text } = await ask(one, annas, headersOf())
      const isRefused = [401, 403, 404].includes(status) || (one.call === IDEMPOTENT && status === 204)
      expect(isRefused ? '' : `${one.call} ${status} ${text.slice(0, 200)}`).toBe('')
      expect(text).not.toContain(SECRET)
    }
    expect(await everythingOfAnna()).toEqual(before)
  })

  it('is not in another owner’s export', async () => {
    const text = await (await test.server.request('GET', '/api/account/export', undefined, boris)).text()
    for (const hers of [annas['conversationId'], ANNAS_SITE]) expect(text).not.toContain(hers)
    expect(JSON.parse(text)).toMatchObject({
      conversations: [{ id: boris_['conversationId'] }],
      leads: [{ conversationId: boris_['conversationId'] }],
      appointments: [{ conversationId: boris_['conversationId'] }],
      sites: [{ origin: BORIS_SITE }],
      knowledgeSources: [{ title: SECRET }],
      webhooks: [{ url: 'https://hooks.example/' }],
      apiKeys: [{ name: 'Till' }, { name: 'all' }],
    })
  })

  it('cannot be reached under another owner’s assistant or webhook', async () => {
    const before = await everythingOfAnna()
    const { own = '', webhook = '', key = '' } = boris_
    const mixed = { ...annas, own, webhook, key }
    for (const one of named.filter(({ path }) => /\{(?!id)\w+\}/.test(path) && !path.includes('{number}'))) {
      const { status, text } = await ask(one, mixed, boris)
      // Removing a source that does not exist succeeds.
      expect(`${one.call} ${status}`).toMatch(/ (?:404|403)$|^DELETE \S+sources\/\{sourceId\} 200$/)
      expect(text).not.toContain(filled('{conversationId}', annas))
    }
    expect(await everythingOfAnna()).toEqual(before)
  })

  it('cannot be reached by an id in the body of a request about another owner’s data', async () => {
    const before = await everythingOfAnna()
    const { own: assistantId, conversationId, deliveryId } = annas
    const turns = [{ conversationId, position: 1 }]
    for (const [method, path, body, status] of [
      ['POST', '/api/webhooks', { url: 'https://hooks.example/', assistantId }, 400],
      ['PATCH', `/api/webhooks/${boris_['webhook']}`, { assistantId }, 400],
      ['POST', `/api/webhooks/${boris_['webhook']}/deliveries/${deliveryId}/replay`, undefined, 404],
      ['POST', `/api/own-assistants/${boris_['own']}/questions/handled`, { turns }, 204],
    ] as const) {
      const response = await test.server.request(method, path, body, boris)
      expect(response.status, `${method} ${path}`).toBe(status)
    }
    expect(await everythingOfAnna()).toEqual(before)
  })
})

describe('a site that belongs to Boris', () => {
  const embed = (method: string, path: string, headers: Headers, body?: unknown) =>
    test.server.request(method, `/api/embed/${path}`, body, headers)

  it('cannot show or call Anna’s assistant or use her minutes', async () => {
    const before = await everythingOfAnna()
    const slug = annas['slug'] ?? ''
    const tricks: Headers[] = [
      { Origin: BORIS_SITE },
      { Origin: BORIS_SITE, Referer: `${ANNAS_SITE}/`, Host: 'anna.example', 'X-Forwarded-Host': 'anna.example' },
      { Origin: `${ANNAS_SITE}.boris.example` },
      { Origin: `${ANNAS_SITE}@boris.example` },
      { Origin: `${BORIS_SITE}, ${ANNAS_SITE}` },
      { Origin: ANNAS_SITE.replace('https', 'http') },
      { Origin: `${ANNAS_SITE}:8443` },
      { Origin: 'null' },
      { ...boris, Origin: BORIS_SITE },
      {},
    ]
    for (const headers of tricks) {
      for (const [method, path] of [
        ['GET', 'site'],
        ['POST', 'tickets'],
        ['POST', 'sightings'],
      ] as const)
        expect((await embed(method, `${slug}/${path}`, headers)).status, JSON.stringify(headers)).toBe(403)
      const frame = await embed('POST', `${slug}/frame-tickets`, headers, { site: ANNAS_SITE })
      expect(frame.status, JSON.stringify(headers)).toBe(403)
    }
    const policy = (await test.server.request('GET', `/embed/${slug}`)).headers.get('Content-Security-Policy')
    expect(policy).toContain(`frame-ancestors 'self' ${ANNAS_SITE};`)
    expect(await everythingOfAnna()).toEqual(before)
  })

  it('cannot use Boris’s ticket for Anna’s assistant, nor continue one of her calls', async () => {
    const before = await everythingOfAnna()
    const slug = boris_['slug'] ?? ''
    const tickets = [
      await embed('POST', `${slug}/tickets`, { Origin: BORIS_SITE }),
      await embed('POST', `${slug}/frame-tickets`, VISITOR, { site: BORIS_SITE }),
    ]
    for (const given of tickets) {
      expect(given.status).toBe(201)
      const { ticket } = (await given.json()) as { ticket: string }
      const continued = { continues: annas['conversationId'], continuesToken: 'ek_guess' }
      const wish = { ticket, ...continued, assistantId: annas['own'], site: ANNAS_SITE }
      const started = await embed('POST', 'calls', { Origin: BORIS_SITE }, wish)
      expect(started.status).toBe(201)
      const { token } = (await started.json()) as { token: string }
      expect((await test.server.calls.desk.admit(token)).assistant.id).toBe(boris_['own'])
    }
    expect(await everythingOfAnna()).toEqual(before)
  })
})

it('Anna’s own requests of the same kind succeed', async () => {
  // Deletions come last. Ending a call is left out, since the call has ended already.
  const order = (call: string) => Number(call.startsWith('DELETE')) + Number(call === IDEMPOTENT)
  for (const one of named.toSorted((a, b) => order(a.call) - order(b.call))) {
    if (one.path.startsWith('/api/v1') || one.call.endsWith('/end')) continue
    const { status, text } = await ask(one, annas, FOR_VISITORS.test(one.call) ? { ...anna, ...VISITOR } : anna)
    expect(status < 400 || status === 409 ? '' : `${one.call} ${status} ${text.slice(0, 200)}`).toBe('')
  }
})
