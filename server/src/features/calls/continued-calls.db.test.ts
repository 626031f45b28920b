import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { TEST_PASSWORD } from '../../../test/test-server.ts'
import { teamSessions } from '../../infra/db/schema/auth.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { usageLedger } from '../../infra/db/schema/subscribers.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'
import { createStudioTest, VISITOR, type Headers } from '../assistants/own/studio-testing.ts'
import { grantedCall } from './calls-testing.ts'

let studio: Awaited<ReturnType<typeof createStudioTest>>
beforeAll(async () => {
  studio = await createStudioTest({ callsPerPerson: 1 })
})
afterAll(() => studio.server.close())
afterEach(() => void vi.useRealTimers())

const line = (position: number, role: RecordedLine['role'], content: string): RecordedLine => ({
  itemId: `item_${position}`,
  position,
  role,
  content,
  atMs: position * 1_000,
  interrupted: false,
  timings: undefined,
})

const grant = (headers: Headers, body = {}) =>
  grantedCall(studio.server.request('POST', '/api/calls', { assistantId: 'finance', ...body }, headers))

const admit = (granted: { token: string }) => studio.server.calls.desk.admit(granted.token)
const rowOf = async (id: string) => (await studio.server.db.select().from(calls).where(eq(calls.id, id)))[0]

describe('a call that is continued in another one', () => {
  it('ends, passes on its remaining time and its lines, and does not count as a second call', async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    const first = await admit(granted)
    const ends: string[] = []
    first.watchEnd?.((reason) => ends.push(reason))
    first.recorder.line(line(0, 'assistant', 'Hello, I am Marcus.'))
    first.recorder.line(line(1, 'user', 'I want to save for a house.'))
    first.recorder.heartbeat(25_000)
    await expect.poll(async () => (await rowOf(granted.callId))?.durationMs).toBe(25_000)
    expect((await studio.server.request('POST', '/api/calls', { assistantId: 'finance' }, headers)).status).toBe(429)

    const next = await grant(headers, { continues: granted.callId })
    expect(next).toMatchObject({ continued: true, isDemo: true })
    expect(next.limitMs).toBeLessThanOrEqual(35_000)
    expect(ends).toEqual(['connection-lost'])
    expect(await rowOf(granted.callId)).toMatchObject({ status: 'ended', endReason: 'connection-lost' })
    const second = await admit(next)
    expect(second.limitMs).toBe(next.limitMs)
    expect(second.memory).toEqual([
      { role: 'assistant', content: 'Hello, I am Marcus.' },
      { role: 'user', content: 'I want to save for a house.' },
    ])
    // A second continuation still includes all that was said.
    second.recorder.line(line(0, 'assistant', 'We are connected again.'))
    await second.recorder.ended('connection-lost', 10_000)
    const third = await grant(headers, { continues: next.callId })
    expect(third.limitMs).toBe((next.limitMs ?? 0) - 10_000)
    expect((await admit(third)).memory).toHaveLength(3)
    const spent = await studio.server.db.select().from(callSpending).where(eq(callSpending.callId, third.callId))
    expect(spent[0]?.reservedMs).toBe(third.limitMs)
  })

  it('ends even before its connection is ready to be told', async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    const first = await admit(granted)
    await grant(headers, { continues: granted.callId })
    const ends: string[] = []
    first.watchEnd?.((reason) => ends.push(reason))
    expect(ends).toEqual(['connection-lost'])
  })

  it('passes on the latest lines of a long talk', async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    const { recorder } = await admit(granted)
    for (let at = 0; at < 50; at += 1) recorder.line(line(at, 'user', `This is line ${at}.`))
    await recorder.ended('connection-lost', 20_000)
    const { memory } = await admit(await grant(headers, { continues: granted.callId }))
    expect(memory?.at(-1)?.content).toBe('This is line 49.')
    expect(memory?.length).toBeLessThan(50)
  })

  it('passes on its remaining budget, including what it spent a moment ago', async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    const spendingOf = async (id: string) =>
      (await studio.server.db.select().from(callSpending).where(eq(callSpending.callId, id)))[0]
    ;(await admit(granted)).spending?.spend('speech', 600)
    // The spending is written although no beat has come since.
    await expect.poll(async () => (await spendingOf(granted.callId))?.spentMicros).toBe(30_000)
    const next = await grant(headers, { continues: granted.callId })
    await admit(next)
    const before = await spendingOf(granted.callId)
    expect((await spendingOf(next.callId))?.reservedMicros).toBe((before?.reservedMicros ?? 0) - 30_000)
  })

  it('is continued only once; an unjoined continuation is replaced, and after a joined one a new call begins', async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    await (await admit(granted)).recorder.ended('connection-lost', 20_000)
    const [one, two] = [
      await grant(headers, { continues: granted.callId }),
      await grant(headers, { continues: granted.callId }),
    ]
    expect([one.continued, two.continued, two.limitMs]).toEqual([true, true, 40_000])
    await expect(admit(one)).rejects.toMatchObject({ code: 'call-token-invalid' })
    await (await admit(two)).recorder.ended('person-ended', 1_000)
    expect(await grant(headers, { continues: granted.callId })).toMatchObject({ continued: false, limitMs: 60_000 })
  })

  it('cannot be continued twice by simultaneous requests', { tags: 'postgres' }, async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    await (await admit(granted)).recorder.ended('connection-lost', 20_000)
    const tokens = await Promise.all([1, 2, 3].map(async () => grant(headers, { continues: granted.callId })))
    const joined = await Promise.allSettled(tokens.map(admit))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('cannot be joined with a replaced token, even if the clock of the admitting process is behind', async () => {
    const { headers } = await studio.person()
    const granted = await grant(headers)
    await (await admit(granted)).recorder.ended('connection-lost', 20_000)
    const replaced = await grant(headers, { continues: granted.callId })
    const askedAt = new Date()
    await grant(headers, { continues: granted.callId })
    vi.useFakeTimers({ toFake: ['Date'], now: askedAt.getTime() - 1 })
    await expect(admit(replaced)).rejects.toMatchObject({ code: 'call-token-invalid' })
  })

  it('is not continued for another user or with another assistant', async () => {
    const [owner, otherUser] = [await studio.person(), await studio.person()]
    const granted = await grant(owner.headers)
    await (await admit(granted)).recorder.ended('connection-lost', 20_000)
    const continues = granted.callId
    const stolen = { continues, continuesToken: granted.token }
    expect(await grant(otherUser.headers, stolen)).toMatchObject({ continued: false, limitMs: 60_000 })
    expect(await grant(owner.headers, { continues, assistantId: 'legal' })).toMatchObject({ continued: false })
    const ofTeam = await grant(await studio.server.asTeam())
    await (await admit(ofTeam)).recorder.ended('connection-lost', 20_000)
    expect(await grant(await studio.server.asTeam(), { continues: ofTeam.callId })).toMatchObject({ continued: false })
  })

  it('is ignored if another plan pays: a call on the plan does not continue the owner’s trial', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const { granted, call } = await studio.talk(id, headers)
    await call.recorder.ended('connection-lost', 5_000)
    const ask = (path: string, body?: object) =>
      studio.server.request('POST', `/api/own-assistants/${id}${path}`, body, headers)
    expect((await ask('/pause')).status).toBe(200)
    const trial = await ask('/calls', { continues: granted.callId })
    expect(await trial.json()).toMatchObject({ isDemo: true, continued: false })
  })

  it('of a visitor is continued only with the lost call’s token, with its lines and charged as before', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const { granted, call } = await studio.talk(id, VISITOR)
    call.visitor?.onEngaged(5_000)
    call.recorder.line(line(0, 'user', 'Do you deliver?'))
    await call.recorder.ended('connection-lost', 15_000)
    const again = (body: object) =>
      grantedCall(studio.server.request('POST', `/api/own-assistants/${id}/calls`, body, VISITOR))
    expect(await again({ continues: granted.callId })).toMatchObject({ continued: false })
    expect(await again({ continues: granted.callId, continuesToken: 'ek_wrong' })).toMatchObject({ continued: false })
    const next = await again({ continues: granted.callId, continuesToken: granted.token })
    expect(next.continued).toBe(true)
    const second = await admit(next)
    expect(second.memory).toEqual([{ role: 'user', content: 'Do you deliver?' }])
    second.recorder.line(line(1, 'user', 'And on Sundays?'))
    await second.recorder.ended('connection-lost', 7_000)
    const third = await admit(await again({ continues: next.callId, continuesToken: next.token }))
    expect(third.memory?.map(({ content }) => content)).toEqual(['Do you deliver?', 'And on Sundays?'])
    await third.recorder.ended('person-ended', 1_000)
    const used = await studio.server.db
      .select({ usedMs: usageLedger.usedMs })
      .from(usageLedger)
      .where(eq(usageLedger.subscriberId, `sub_${email}_small-business-monthly`))
    expect(new Set(used.map(({ usedMs }) => usedMs))).toEqual(new Set([10_000, 7_000, 1_000]))
  })
})

describe('a visitor’s call', () => {
  it('costs the owner nothing while the visitor is silent, and is charged from the first words on', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const silent = await Promise.all(
      Array.from({ length: 20 }, (_, at) => studio.talk(id, { ...VISITOR, 'X-Forwarded-For': `192.0.2.${at}` })),
    )
    for (const { call } of silent) {
      call.recorder.heartbeat(15_000)
      await call.recorder.ended('silent', 20_000)
    }
    expect((await studio.list(headers)).plan.remainingMinutes).toBe(500)
    const { call } = await studio.talk(id, VISITOR)
    call.visitor?.onEngaged(12_000)
    await call.recorder.ended('person-ended', 72_000)
    expect((await studio.list(headers)).plan.remainingMinutes).toBe(499)
    expect(await rowOf(call.callId)).toMatchObject({ durationMs: 72_000, chargedFromMs: 12_000 })
  })

  it('is charged at its next beat or its end if the database was away at the first words', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const engagedInVain = async () => {
      const { call } = await studio.talk(id, VISITOR)
      const report = vi.spyOn(studio.server.calls.records, 'report').mockRejectedValueOnce(new Error('away'))
      call.visitor?.onEngaged(12_000)
      await expect(report.mock.results[0]?.value).rejects.toThrow('away')
      report.mockRestore()
      return call
    }
    const [beating, ending] = [await engagedInVain(), await engagedInVain()]
    beating.recorder.heartbeat(15_000)
    await expect.poll(async () => (await rowOf(beating.callId))?.chargedFromMs).toBe(12_000)
    for (const call of [beating, ending]) await call.recorder.ended('person-ended', 72_000)
    expect((await studio.list(headers)).plan.remainingMinutes).toBe(498)
  })

  it('ends when other calls have used up the last minutes', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly', { minutes: 1 })
    const { id } = await studio.make(headers)
    const [one, two] = [await studio.talk(id, VISITOR), await studio.talk(id, VISITOR)]
    const limits: (number | null)[] = []
    two.call.watchLimit?.((limitMs) => limits.push(limitMs))
    one.call.visitor?.onEngaged(0)
    await one.call.recorder.ended('limit-reached', 60_000)
    two.call.visitor?.onEngaged(1_000)
    await expect.poll(() => limits).toEqual([0])
    await two.call.recorder.ended('limit-reached', 1_500)
  })

  it('has a token that expires after half a minute, and after a minute if the caller has an account', async () => {
    const { email, headers } = await studio.person()
    await studio.givePlan(email, 'small-business-monthly')
    const { id } = await studio.make(headers)
    const validMs = async (by: Headers) => Date.parse((await studio.grant(id, by)).tokenExpiresAt) - Date.now()
    expect(await validMs(VISITOR)).toBeLessThanOrEqual(30_000)
    expect(await validMs(headers)).toBeLessThanOrEqual(60_000)
  })
})

describe('a live call whose caller loses access', () => {
  async function live(headers: Headers) {
    const call = await admit(await grant(headers))
    const ends: string[] = []
    call.watchEnd?.((reason) => ends.push(reason))
    return { call, ends }
  }
  const look = () => studio.server.calls.desk.followRecords()

  it('ends when the account is deleted', async () => {
    const { headers } = await studio.person()
    const { call, ends } = await live(headers)
    await look()
    expect(ends).toEqual([])
    const gone = await studio.server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, headers)
    expect(gone.status).toBeLessThan(300)
    await look()
    expect(ends).toEqual(['access-ended'])
    await call.recorder.ended('access-ended', 3_000)
    expect(studio.server.calls.desk.heldIds()).not.toContain(call.callId)
  })

  it('ends within seconds by itself, and tokens that nobody used expire', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const [leaving, undecided] = [await studio.person(), await studio.person()]
    const { call, ends } = await live(leaving.headers)
    const unused = await grant(undecided.headers)
    const isUnused = eq(calls.id, unused.callId)
    await studio.server.db.update(calls).set({ tokenExpiresAt: new Date() }).where(isUnused)
    studio.server.calls.watch()
    await expect.poll(async () => (await rowOf(unused.callId))?.status).toBe('expired')
    await studio.server.request('DELETE', '/api/account', { password: TEST_PASSWORD }, leaving.headers)
    expect(ends).toEqual([])
    vi.advanceTimersByTime(1_000)
    await expect.poll(() => ends).toEqual(['access-ended'])
    studio.server.calls.close()
    await call.recorder.ended('access-ended', 3_000)
  })

  it('ends when the team session is left or expires', async () => {
    const [left, late] = [await studio.server.asTeam(), await studio.server.asTeam()]
    const [one, two] = [await live(left), await live(late)]
    await studio.server.request('DELETE', '/api/team/access', undefined, left)
    await look()
    expect([one.ends, two.ends]).toEqual([['access-ended'], []])
    const row = await rowOf(two.call.callId)
    await studio.server.db
      .update(teamSessions)
      .set({ expiresAt: new Date() })
      .where(eq(teamSessions.id, row?.teamSessionId ?? ''))
    await look()
    expect(two.ends).toEqual(['access-ended'])
  })
})
