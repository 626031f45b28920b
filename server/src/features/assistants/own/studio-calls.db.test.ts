import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callLines, calls } from '../../../infra/db/schema/calls.ts'
import { usageLedger } from '../../../infra/db/schema/subscribers.ts'
import { createStudioTest, VISITOR, photo, problem } from './studio-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest()
})
afterAll(() => studio.server.close())

describe('the page of an assistant', () => {
  it('is shown only to its owner until it is live, and tells others only that it is a draft or paused', async () => {
    const [owner, otherUser] = [await studio.person(), await studio.person()]
    const { id, slug } = await studio.make(owner.headers)
    expect(await studio.pageOf(slug, owner.headers)).toMatchObject({
      status: 200,
      page: { state: 'test', name: 'Nora' },
    })
    for (const headers of [VISITOR, otherUser.headers])
      expect((await studio.pageOf(slug, headers)).page).toEqual({ state: 'draft' })
    await studio.givePlan(owner.email, 'small-business-monthly')
    const open = await studio.pageOf(slug)
    expect(open.page).toEqual({
      state: 'open',
      id,
      name: 'Nora',
      firstMessage: 'Hello, this is the bakery.',
      photoUrl: `/files/${photo('a')}`,
      photoFace: null,
      keptDays: null,
      status: 'live',
    })
    await studio.server.request('POST', `/api/own-assistants/${id}/pause`, undefined, owner.headers)
    expect((await studio.pageOf(slug)).page).toEqual({ state: 'paused' })
    expect((await studio.pageOf(slug, owner.headers)).page).toMatchObject({ state: 'test', status: 'paused' })
    expect((await studio.pageOf('nobody-here')).status).toBe(404)
  })
})

describe('a call', () => {
  it('of the owner to a draft is a test call of one minute on any plan', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'premium-monthly')
    const { id } = await studio.make(headers)
    const { granted, call } = await studio.talk(id, headers)
    expect([granted.limitMs, call.limitMs]).toEqual([60_000, 60_000])
    expect(call.assistant).toMatchObject({
      id,
      name: 'Nora',
      voiceId: 'hazel',
      firstMessage: 'Hello, this is the bakery.',
    })
    await call.recorder.ended('person-ended', 30_000)
    expect(await studio.server.db.$count(usageLedger, eq(usageLedger.callId, call.callId))).toBe(0)
  })

  it('of other users to a draft is refused', async () => {
    const [owner, otherUser] = [await studio.person(), await studio.person()]
    const { id } = await studio.make(owner.headers)
    for (const headers of [VISITOR, otherUser.headers]) {
      expect(await problem(studio.ask(id, headers))).toEqual({ status: 404, code: 'assistant-unavailable' })
    }
    const { granted } = await studio.talk(id, owner.headers)
    expect(granted.limitMs).toBe(60_000)
    expect(await problem(studio.ask('own_00000000-0000-0000-0000-000000000000', owner.headers))).toEqual({
      status: 404,
      code: 'assistant-unavailable',
    })
  })

  it('of a visitor uses the owner’s business minutes and stores no lines', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'premium-monthly', { minutes: 250 })
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const { granted, call } = await studio.talk(id, VISITOR)
    expect([granted.limitMs, call.limitMs]).toEqual([null, null])
    call.visitor?.onEngaged(0)
    call.recorder.line({
      itemId: 'a',
      position: 0,
      role: 'user',
      content: 'secret',
      atMs: 0,
      interrupted: false,
      timings: undefined,
    })
    await call.recorder.ended('person-ended', 90_000)
    const [entry] = await studio.server.db.select().from(usageLedger).where(eq(usageLedger.callId, call.callId))
    expect(entry).toMatchObject({ subscriberId: `sub_${email}_small-business-monthly`, usedMs: 90_000 })
    expect(await studio.server.db.$count(callLines, eq(callLines.callId, call.callId))).toBe(0)
    expect((await studio.list(headers)).plan.remainingMinutes).toBe(498)
  })

  it('of a visitor with an account is in the visitor’s list, and uses the owner’s business minutes', async () => {
    const [owner, visitor] = [await studio.person(), await studio.person()]
    await studio.givePlan(owner.email, 'premium-monthly')
    await studio.givePlan(owner.email, 'small-business-monthly')
    await studio.givePlan(visitor.email, 'basic-monthly')
    const { id } = await studio.make(owner.headers)
    const { call } = await studio.talk(id, visitor.headers)
    call.visitor?.onEngaged(0)
    await call.recorder.ended('person-ended', 60_000)
    const [entry] = await studio.server.db.select().from(usageLedger).where(eq(usageLedger.callId, call.callId))
    expect(entry?.subscriberId).toBe(`sub_${owner.email}_small-business-monthly`)
    const mine = await studio.server.request('GET', '/api/calls', undefined, visitor.headers)
    expect(await mine.json()).toMatchObject({ calls: [{ id: call.callId, assistantName: 'Nora' }] })
    const theirs = await studio.server.request('GET', '/api/calls', undefined, owner.headers)
    expect(await theirs.json()).toMatchObject({ calls: [] })
  })

  it('is refused when the minutes are used up, with different reasons for visitors and the owner', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly', { minutes: 1 })
    // The minutes of the owner's plan for a person are not for visitors.
    await studio.givePlan(email, 'premium-monthly')
    const { id } = await studio.make(headers)
    const { call } = await studio.talk(id, VISITOR)
    const limits: (number | null)[] = []
    call.watchLimit?.((limitMs) => limits.push(limitMs))
    call.visitor?.onEngaged(4_000)
    await expect.poll(() => limits).toEqual([64_000])
    await call.recorder.ended('limit-reached', 64_000)
    expect(await problem(studio.ask(id, VISITOR))).toEqual({ status: 503, code: 'assistant-resting' })
    expect(await problem(studio.ask(id, headers))).toEqual({ status: 402, code: 'minutes-used-up' })
  })

  it('is possible for visitors as soon as the plan has a place for the assistant, and no longer than that', async () => {
    const { email, headers } = await studio.person()
    const [first, second] = [await studio.make(headers), await studio.make(headers)]
    const called = async () => [
      (await studio.ask(first.id, VISITOR)).status,
      (await studio.ask(second.id, VISITOR)).status,
    ]
    expect(await called()).toEqual([404, 404])
    await studio.givePlan(email, 'medium-business-monthly')
    expect(await called()).toEqual([201, 201])
    // A change stores the statuses that both have on this plan.
    await studio.server.request('POST', `/api/own-assistants/${second.id}/resume`, undefined, headers)
    await studio.givePlan(email, 'medium-business-monthly', { status: 'canceled' })
    await studio.givePlan(email, 'small-business-monthly')
    expect(await called()).toEqual([201, 404])
  })

  it('cannot be joined once the assistant is paused, and reserves no minutes', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const granted = await studio.grant(id, VISITOR)
    await studio.server.request('POST', `/api/own-assistants/${id}/pause`, undefined, headers)
    await expect(studio.server.calls.desk.admit(granted.token)).rejects.toMatchObject({ code: 'call-token-invalid' })
    const [row] = await studio.server.db.select().from(calls).where(eq(calls.id, granted.callId))
    expect(row?.status).toBe('created')
  })

  it('to an own assistant cannot be requested as a catalogue call at Vapi', async () => {
    const [owner, otherUser] = [await studio.person(), await studio.person()]
    await studio.givePlan(owner.email, 'small-business-monthly')
    const { id: assistantId } = await studio.make(owner.headers)
    const body = { assistantId, ownAccount: false }
    for (const { headers } of [owner, otherUser]) {
      const response = studio.server.request('POST', '/api/calls/vapi', body, headers)
      expect(await problem(response)).toEqual({ status: 404, code: 'assistant-unavailable' })
    }
  })

  it(
    'is limited to five visitors from one network at a time; another may join once one has left',
    { tags: 'postgres' },
    async () => {
      const { email, headers } = await studio.person()
      await studio.givePlan(email, 'small-business-monthly')
      const { id } = await studio.make(headers)
      const place = { ...VISITOR, 'X-Forwarded-For': '203.0.113.250' }
      const { call } = await studio.talk(id, place)
      // Granted calls count towards the limit only once they are joined.
      const tokens = await Promise.all(Array.from({ length: 7 }, async () => (await studio.grant(id, place)).token))
      expect((await studio.ask(id, place)).status).toBe(201)
      const joined = await Promise.allSettled(tokens.map((token) => studio.server.calls.desk.admit(token)))
      expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
      const refused = joined.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
      expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'too-many-calls' })))
      expect((await studio.ask(id, place)).status).toBe(429)
      await call.recorder.ended('person-ended', 1_000)
      await studio.talk(id, place)
    },
  )

  it('is limited to twenty visitors of one owner’s assistants at a time', { tags: 'postgres' }, async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'medium-business-monthly')
    const [{ id }, other] = [await studio.make(headers), await studio.make(headers)]
    const tokens = await Promise.all(
      Array.from({ length: 23 }, async (_, at) => {
        const place = { ...VISITOR, 'X-Forwarded-For': `203.0.113.${at}` }
        return (await studio.grant(at < 12 ? id : other.id, place)).token
      }),
    )
    const joined = await Promise.allSettled(tokens.map((token) => studio.server.calls.desk.admit(token)))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect((await studio.ask(id, { ...VISITOR, 'X-Forwarded-For': '203.0.113.99' })).status).toBe(503)
    // The owner's own calls don't count towards the limit for visitors.
    await studio.talk(id, headers)
  })
})
