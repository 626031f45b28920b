import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  conversationDetailSchema,
  conversationFiguresSchema,
  liveConversationsResponseSchema,
  unansweredQuestionsResponseSchema,
} from '#contract/conversations.ts'
import { TEST_PASSWORD } from '../../../test/test-server.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { teamSessions } from '../../infra/db/schema/auth.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { conversations as notes } from '../../infra/db/schema/conversations.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { businessEvents } from '../../infra/db/schema/webhooks.ts'
import { createStudioTest, type Headers } from '../assistants/own/studio-testing.ts'
import { createDeliveryStore, LEASE_MS } from '../webhooks/delivery-store.ts'
import { conversationsOf } from './conversations-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

const { business, talk, ended } = conversationsOf(() => studio)

let looks = 0
/** The data that a webhook of the assistant's owner gets at the next attempt. */
async function sentOf(assistantId: string) {
  looks += 1
  const claimed = await createDeliveryStore(studio.server.db).claim(
    new Date(Date.now() + looks * LEASE_MS),
    100,
    new Map(),
  )
  return claimed.map(({ type, data }) => ({ type, data })).filter(({ data }) => data['assistantId'] === assistantId)
}

describe('keeping conversations', () => {
  it('is off by default; once the owner switches it on, visitors are told and their lines are kept', async () => {
    const { id, slug, ask, list } = await business({})
    expect(await studio.pageOf(slug)).toMatchObject({ page: { keptDays: null } })
    const before = await ended(id, [['Do you deliver?', 'answered']])
    expect(await studio.server.db.$count(callLines, eq(callLines.callId, before))).toBe(0)
    const [turn] = await studio.server.db.select().from(callTurns).where(eq(callTurns.callId, before))
    expect(turn).toMatchObject({ outcome: 'answered', firstAudioMs: 500, said: null })

    await ask('PUT', '/conversations/settings', { keeps: true, days: 7 })
    expect(await studio.pageOf(slug)).toMatchObject({ page: { keptDays: 7 } })
    const kept = await ended(id, [
      ['Do you deliver?', 'answered'],
      ['', 'not-heard'],
    ])
    const { conversations, unread } = await list()
    expect(conversations).toMatchObject([
      { id: kept, outcome: 'answered', turns: 2, unanswered: 1, beginning: 'Do you deliver?', isUnread: true },
    ])
    expect(unread).toBe(1)
    const keptForMs = Date.parse(conversations[0]?.keptUntil ?? '') - Date.now()
    expect(Math.round(keptForMs / 86_400_000)).toBe(7)
  })

  it('excludes the owner’s test calls and calls in which the visitor said nothing', async () => {
    const { id, slug, headers, ask, list } = await business()
    await studio.addWebhook(headers)
    await ask('POST', '/pause')
    expect(await studio.pageOf(slug, headers)).toMatchObject({ page: { state: 'test', keptDays: null } })
    const { id: own, end } = await talk(id, [['Hello?', 'answered']], headers)
    expect(await (await ask('GET', '/conversations/live')).json()).toEqual({ calls: [] })
    expect((await ask('POST', `/conversations/${own}/end`)).status).toBe(404)
    await end()
    await ask('POST', '/resume')
    await ended(id, [])
    const [row] = await studio.server.db.select().from(calls).where(eq(calls.id, own))
    expect(row?.keptUntil).toBe(null)
    // Even words that are kept are not the owner's to read unless the owner's plan paid for the call.
    await studio.server.db
      .update(calls)
      .set({ keptUntil: new Date(Date.now() + 60_000) })
      .where(eq(calls.id, own))
    expect(await list()).toMatchObject({ conversations: [], unread: 0 })
    expect(await studio.server.db.$count(businessEvents, eq(businessEvents.assistantId, id))).toBe(0)
  })

  it('ends when the period is over: lines are deleted, figures and a signed-in caller’s lines remain', async () => {
    const { id, ask, list } = await business()
    const visitor = await studio.person()
    const [nameless, known] = [
      await ended(id, [['secret one', 'refused']]),
      await ended(id, [['secret two', 'refused']], visitor.headers),
    ]
    const ofTeam = await ended(id, [['secret three', 'refused']])
    await studio.server.asTeam()
    const [session] = await studio.server.db.select({ teamSessionId: teamSessions.id }).from(teamSessions)
    await studio.server.db
      .update(calls)
      .set({ teamSessionId: session?.teamSessionId ?? null })
      .where(eq(calls.id, ofTeam))
    await ask('PATCH', `/conversations/${known}`, { note: 'call back' })
    await studio.server.db
      .update(calls)
      .set({ keptUntil: new Date(0) })
      .where(eq(calls.assistantId, id))
    // The words are hidden as soon as the period is over, and deleted by housekeeping.
    expect(await list()).toMatchObject({ conversations: [], unread: 0 })
    expect(await (await ask('GET', '/questions')).json()).toEqual({ questions: [] })
    for (const chore of studio.server.calls.chores) await chore()
    expect(await studio.server.db.$count(callLines, eq(callLines.callId, nameless))).toBe(0)
    for (const ownLines of [known, ofTeam]) {
      expect(await studio.server.db.$count(callLines, eq(callLines.callId, ownLines))).toBe(2)
    }
    const turns = await studio.server.db.select().from(callTurns).where(eq(callTurns.callId, known))
    expect(turns).toMatchObject([{ outcome: 'refused', said: null }])
    expect(await studio.server.db.$count(notes, eq(notes.callId, known))).toBe(0)
  })
})

describe('the end of a conversation', () => {
  it('is sent to the owner’s webhooks and, if wanted, by mail, without words that are not kept', async () => {
    const silent = await business({ mail: 'at-once' })
    await studio.addWebhook(silent.headers)
    await ended(silent.id, [['Do you deliver?', 'answered']])
    const { id, email, headers } = await business({ keeps: true, mail: 'at-once' })
    await studio.addWebhook(headers)
    const kept = await ended(id, [['Do you deliver?', 'refused']])
    const lines = [
      { role: 'user', text: 'Do you deliver?', atMs: 1_000 },
      { role: 'assistant', text: 'Well.', atMs: 1_000 },
    ]
    const counts = { durationSeconds: 60, outcome: 'unanswered', turns: 1, unanswered: 1, leads: [] }
    expect(await sentOf(id)).toMatchObject([
      { type: 'conversation.ended', data: { conversationId: kept, ...counts, lines } },
    ])
    const [withoutWords] = await sentOf(silent.id)
    expect(withoutWords?.data['lines']).toBeUndefined()
    const mailed = (to: string) => studio.server.db.select().from(mails).where(eq(mails.recipient, to))
    expect((await mailed(email)).filter(({ subject }) => subject === 'A conversation with Nora')).toHaveLength(1)
    expect((await mailed(silent.email)).filter(({ subject }) => subject.includes('conversation'))).toHaveLength(0)
  })

  it.each<
    [string, (of: { ask: Awaited<ReturnType<typeof business>>['ask']; callId: string; caller: Headers }) => unknown]
  >([
    ['the owner has deleted them', ({ ask, callId }) => ask('DELETE', `/conversations/${callId}`)],
    [
      'their period is over',
      ({ callId }) =>
        studio.server.db
          .update(calls)
          .set({ keptUntil: new Date(0) })
          .where(eq(calls.id, callId)),
    ],
    [
      'the caller’s account is deleted',
      ({ caller }) => studio.server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, caller),
    ],
  ])('is not sent again with its words when %s', async (_, forget) => {
    const { id, headers, ask } = await business()
    await studio.addWebhook(headers)
    const { headers: caller } = await studio.person()
    const callId = await ended(id, [['Do you deliver?', 'answered']], caller)
    expect(JSON.stringify(await sentOf(id))).toContain('Do you deliver?')
    await forget({ ask, callId, caller })
    const [again] = await sentOf(id)
    expect(again?.data).toMatchObject({ conversationId: callId, lines: undefined })
    expect(JSON.stringify(await studio.server.db.select().from(businessEvents))).not.toContain('Do you deliver?')
  })

  it('can be caused by the owner, which ends the visitor’s call', async () => {
    const { id, ask, headers } = await business({})
    const { id: callId, call } = await talk(id, [['Hello', 'answered']])
    let reason: string | undefined
    call.watchEnd?.((why) => (reason = why))
    const live = async () =>
      liveConversationsResponseSchema.parse(await (await ask('GET', '/conversations/live')).json())
    // A longer call, and three that the owner cannot end here: at Vapi, in a process that has died, with another assistant.
    const others = [await talk(id, []), await talk(id, []), await talk(id, []), await talk(id, [])]
    const [longer = '', atVapi = '', dead = '', elsewhere = ''] = others.map((other) => other.id)
    const change = (otherId: string, values: Partial<typeof calls.$inferInsert>) =>
      studio.server.db.update(calls).set(values).where(eq(calls.id, otherId))
    await change(longer, { startedAt: new Date(Date.now() - 90_000) })
    await change(atVapi, { engine: 'vapi' })
    await change(dead, { heartbeatAt: new Date(Date.now() - 60_000) })
    await change(elsewhere, { assistantId: (await studio.make(headers)).id })
    expect((await live()).calls.map((each) => each.id)).toEqual([longer, callId])
    for (const other of [atVapi, dead, elsewhere]) {
      expect((await ask('POST', `/conversations/${other}/end`)).status).toBe(404)
    }
    for (const ending of [callId, longer]) expect((await ask('POST', `/conversations/${ending}/end`)).status).toBe(204)
    expect(reason).toBe('host-ended')
    expect(await live()).toEqual({ calls: [] })
    const [row] = await studio.server.db.select().from(calls).where(eq(calls.id, longer))
    expect(row?.durationMs).toBeGreaterThanOrEqual(90_000)
    expect((await ask('POST', `/conversations/${callId}/end`)).status).toBe(404)
    await call.recorder.ended('host-ended', 1_000)
  })
})

describe('the inbox', () => {
  it('is searched and filtered, and read page by page', { tags: 'postgres' }, async () => {
    const { id, ask, list } = await business()
    const first = await ended(id, [['Have you got 100% rye?', 'refused']])
    const second = await ended(id, [['Where are you?', 'answered']])
    const third = await ended(id, [['I want a cake', 'action']])
    const [row] = await studio.server.db.select().from(calls).where(eq(calls.id, third))
    const ownerId = row?.payerId ?? ''
    const lead = { id: 'lead_1', assistantId: id, ownerId, callId: third, kind: 'message' as const, fields: [] }
    await studio.server.db.insert(leads).values({ ...lead, createdAt: new Date() })
    const times = { startsAt: new Date(), endsAt: new Date(), createdAt: new Date(), updatedAt: new Date() }
    const booking = { id: 'apt_1', assistantId: id, ownerId, callId: first, fields: [], code: '271828' }
    await studio.server.db.insert(appointments).values({ ...booking, ...times })
    await ask('POST', `/conversations/${second}/read`)
    expect((await list()).unread).toBe(2)
    await ask('PATCH', `/conversations/${second}`, { status: 'done', note: 'A friend of mine' })

    const ids = async (query: string) => (await list(query)).conversations.map((each) => each.id)
    expect(await ids('?search=100%25')).toEqual([first])
    expect(await ids('?search=%25')).toEqual([first])
    expect(await ids('?search=FRIEND')).toEqual([second])
    expect(await ids('?search=%25nothing%25')).toEqual([])
    expect(await ids('?status=done')).toEqual([second])
    expect(await ids('?status=new')).toEqual([third, first])
    expect(await ids('?unread=true')).toEqual([third, first])
    expect(await ids('?lead=true')).toEqual([third, first])
    expect(await ids('?unanswered=true')).toEqual([first])
    const moment = (fromNowMs: number) => encodeURIComponent(new Date(Date.now() + fromNowMs).toISOString())
    expect(await ids(`?from=${moment(60_000)}`)).toEqual([])
    expect(await ids(`?to=${moment(60_000)}`)).toEqual([third, second, first])
    expect(await ids(`?to=${moment(-60_000)}`)).toEqual([])
    const page = await list('?limit=2')
    expect(page.conversations.map((each) => each.id)).toEqual([third, second])
    expect(await ids(`?limit=2&before=${encodeURIComponent(page.nextBefore ?? '')}`)).toEqual([first])

    // PostgreSQL would refuse it only after the file has begun.
    expect((await ask('GET', '/conversations.csv?search=%00')).status).toBe(400)
    const csv = await (await ask('GET', '/conversations.csv?status=done')).text()
    const csvRow = expect.stringMatching(/^20\S+Z,60,answered,.*A friend of mine,Where are you\?/)
    expect(csv.trim().split('\r\n')).toEqual([expect.stringContaining('started_at'), csvRow])
  })

  it('shows a conversation with its lines, turns and leads, and can delete its lines', async () => {
    const { id, ask, list } = await business()
    const callId = await ended(id, [
      ['', 'not-heard'],
      ['Do you deliver?', 'answered'],
    ])
    const detail = conversationDetailSchema.parse(await (await ask('GET', `/conversations/${callId}`)).json())
    expect(detail).toMatchObject({
      isUnread: true,
      beginning: 'Do you deliver?',
      lines: [{ position: 2, role: 'assistant' }, { position: 3, role: 'user' }, { position: 4 }],
      turnList: [{ said: null }, { position: 3, outcome: 'answered', firstAudioMs: 600, said: 'Do you deliver?' }],
      leadList: [],
    })
    expect((await ask('DELETE', `/conversations/${callId}`)).status).toBe(204)
    expect((await ask('GET', `/conversations/${callId}`)).status).toBe(404)
    expect(await list()).toMatchObject({ conversations: [] })
    expect(await studio.server.db.$count(callLines, eq(callLines.callId, callId))).toBe(0)
  })

  it('is hidden from other owners', async () => {
    const [mine, theirs] = [await business(), await business()]
    const callId = await ended(mine.id, [['Do you deliver?', 'refused']])
    const paths: [method: string, path: string, body?: unknown][] = [
      ['GET', `/conversations/${callId}`],
      ['PATCH', `/conversations/${callId}`, { note: 'x' }],
      ['POST', `/conversations/${callId}/read`],
      ['POST', `/conversations/${callId}/end`],
      ['DELETE', `/conversations/${callId}`],
    ]
    for (const [method, path, body] of paths) {
      // Tried under the address of the assistant that it belongs to, and under that of an assistant of the other owner.
      expect((await mine.ask(method, path, body, theirs.headers)).status, `${method} ${path}`).toBe(404)
      expect((await theirs.ask(method, path, body)).status, `${method} ${path}`).toBe(404)
    }
    const settings = { keeps: false }
    const period = '/figures?from=2026-01-01&to=2026-01-02'
    for (const path of ['/conversations', '/conversations.csv', '/conversations/live', '/questions', period])
      expect((await mine.ask('GET', path, undefined, theirs.headers)).status, path).toBe(404)
    expect((await mine.ask('PUT', '/conversations/settings', settings, theirs.headers)).status).toBe(404)
    const turns = [{ conversationId: callId, position: 1 }]
    await theirs.ask('POST', '/questions/handled', { turns })
    const left = unansweredQuestionsResponseSchema.parse(await (await mine.ask('GET', '/questions')).json())
    expect(left.questions).toHaveLength(1)
    // Nor is it shown under another assistant of its owner.
    const { id: otherId } = await studio.make(mine.headers)
    const under = async (path: string) =>
      (await studio.server.request('GET', `/api/own-assistants/${otherId}${path}`, undefined, mine.headers)).json()
    expect(await under('/conversations')).toMatchObject({ conversations: [], unread: 0 })
    expect(await under('/questions')).toEqual({ questions: [] })
  })
})

it('lists unanswered questions until they are marked as handled', async () => {
  const { id, ask } = await business()
  await ended(id, [
    ['Is there parking?', 'refused'],
    ['Do you deliver?', 'answered'],
  ])
  await ended(id, [
    ['Where can I park', 'asked-back'],
    ['Have you got vegan cake', 'refused'],
  ])
  const read = async () =>
    unansweredQuestionsResponseSchema.parse(await (await ask('GET', '/questions')).json()).questions
  const [most, other] = await read()
  expect(most).toMatchObject({ said: 'Where can I park', count: 2, variants: ['Is there parking?'] })
  expect(other).toMatchObject({ said: 'Have you got vegan cake', count: 1 })
  expect((await ask('POST', '/questions/handled', { turns: most?.turns })).status).toBe(204)
  expect((await read()).map(({ said }) => said)).toEqual(['Have you got vegan cake'])
})

it(
  'counts kept and other conversations by hour and day of the assistant’s time zone',
  { tags: 'postgres' },
  async () => {
    const { id, ask } = await business({})
    await ask('PUT', '/time-zone', { timeZone: 'Asia/Tokyo' })
    const one = await ended(id, [
      ['Do you deliver?', 'answered'],
      ['Is there parking?', 'refused'],
      ['', 'not-heard'],
    ])
    const other = await ended(id, [['I want a cake', 'action']])
    await ended(id, [])
    const unpaid = await ended(id, [['Do you deliver?', 'answered']])
    await studio.server.db
      .update(calls)
      .set({ createdAt: new Date('2026-03-02T14:30:00Z'), payerId: null })
      .where(eq(calls.id, unpaid))
    // 23:30 on the second in Tokyo, then 00:30 on the third.
    await studio.server.db
      .update(calls)
      .set({ createdAt: new Date('2026-03-02T14:30:00Z') })
      .where(eq(calls.id, one))
    await studio.server.db
      .update(calls)
      .set({ createdAt: new Date('2026-03-02T15:30:00Z') })
      .where(eq(calls.id, other))
    const read = async (from: string, to: string) => ask('GET', `/figures?from=${from}&to=${to}`)
    // Days that the database cannot compute with.
    for (const day of ['0000-01-01', '9999-12-31']) expect((await read(day, day)).status, day).toBe(400)
    expect((await ask('GET', '/conversations?from=0000-01-01T00:00:00Z')).status).toBe(400)
    const figures = conversationFiguresSchema.parse(await (await read('2026-03-02', '2026-03-03')).json())
    expect(figures).toMatchObject({
      timeZone: 'Asia/Tokyo',
      conversations: 2,
      minutes: 2,
      turns: 4,
      understood: 3,
      answered: 2,
      leads: 0,
      firstAudioMs: { median: 550, p95: 685 },
      byDay: [
        { day: '2026-03-02', conversations: 1, minutes: 1 },
        { day: '2026-03-03', conversations: 1, minutes: 1 },
      ],
    })
    expect([figures.byHour[23], figures.byHour[0], figures.byHour[1]]).toEqual([1, 1, 0])
    expect(
      conversationFiguresSchema.parse(await (await ask('GET', '/figures?to=2026-03-03&days=1')).json()),
    ).toMatchObject({ conversations: 1, byDay: [{ day: '2026-03-03' }] })
    expect((await ask('GET', '/figures?days=0')).status).toBe(400)
    expect((await read('2026-03-03', '2026-03-02')).status).toBe(400)
    expect((await read('2024-03-03', '2026-03-02')).status).toBe(400)
    // PostgreSQL reads no date before the year 1.
    expect((await ask('GET', '/figures?to=0001-01-01')).status).toBe(400)
  },
)
