import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCallsResponseSchema } from '#contract/calls.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'
import { problem } from '../assistants/own/studio-testing.ts'
import { grantedCall } from './calls-testing.ts'
import { createStoreRecorder, type RecordWriter } from './store-recorder.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp({ rates: { call: { burst: 1_000, refillMs: 1 } } })
})
afterAll(() => server.close())

type Headers = Record<string, string>

const start = (headers: Headers, assistantId = 'finance') =>
  grantedCall(server.request('POST', '/api/calls', { assistantId }, headers))

const ask = (headers: Headers) => server.request('POST', '/api/calls', { assistantId: 'finance' }, headers)

async function list(headers: Headers, query = '') {
  const response = await server.request('GET', `/api/calls${query}`, undefined, headers)
  expect(response.status).toBe(200)
  return listCallsResponseSchema.parse(await response.json())
}

const line = (itemId: string, position: number, more: Partial<RecordedLine> = {}): RecordedLine => ({
  itemId,
  position,
  role: 'assistant',
  content: `line ${itemId}`,
  atMs: position * 1_000,
  interrupted: false,
  timings: undefined,
  ...more,
})

/** Writes to the records like a live call; `instead` replaces some of its functions. */
const writerOf = (callId: string, instead: Partial<RecordWriter> = {}): RecordWriter => ({
  saveLines: (lines) => server.calls.records.saveLines(callId, lines),
  saveTurns: (turns) => server.calls.records.saveTurns(callId, turns),
  async beat(durationMs) {
    await server.calls.records.report(callId, { type: 'beat', at: new Date(), durationMs })
  },
  async end(reason, durationMs) {
    await server.calls.records.report(callId, { type: 'ended', reason, at: new Date(), durationMs })
  },
  ...instead,
})

describe('starting a call', () => {
  it('is allowed for signed-in users and the team', async () => {
    expect(await problem(await server.request('POST', '/api/calls', { assistantId: 'finance' }))).toEqual({
      status: 401,
      code: 'unauthenticated',
    })
    const call = await start(await server.asTeam())
    expect(call).toMatchObject({ url: '/v1/realtime', limitMs: 60_000, isDemo: true })
    expect(call.token).toMatch(/^ek_/)
  })

  it('needs an assistant that exists', async () => {
    const headers = await server.signedUp('nobody-there@example.com')
    const response = await server.request('POST', '/api/calls', { assistantId: 'astrology' }, headers)
    expect(await problem(response)).toEqual({ status: 404, code: 'assistant-unavailable' })
    expect(await problem(await server.request('POST', '/api/calls', {}, headers))).toMatchObject({ status: 400 })
  })

  it('is refused for a user with three live calls', async () => {
    const headers = await server.signedUp('busy@example.com')
    const recorders = []
    for (let count = 0; count < 3; count += 1) {
      recorders.push((await server.calls.desk.admit((await start(headers)).token)).recorder)
    }
    expect(await problem(await ask(headers))).toEqual({ status: 429, code: 'too-many-calls' })
    await recorders[0]?.ended('person-ended', 1_000)
    const { callId, token } = await start(headers)
    await server.calls.desk.admit(token)
    expect((await ask(headers)).status).toBe(429)
    // A call without a recent heartbeat does not count, even before it is ended as lost.
    const heartbeatAt = new Date(Date.now() - 21_000)
    await server.db.update(calls).set({ heartbeatAt }).where(eq(calls.id, callId))
    await start(headers)
  })

  it(
    'is refused for a user with three calls yet to be joined, even if requested at the same moment',
    { tags: 'postgres' },
    async () => {
      const headers = await server.signedUp('hoarder@example.com')
      const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await ask(headers)).status))
      expect(statuses.filter((status) => status === 201)).toHaveLength(3)
      expect(statuses.filter((status) => status === 429)).toHaveLength(3)
      expect(await problem(await ask(headers))).toEqual({ status: 429, code: 'too-many-calls' })
      await server.db.update(calls).set({ tokenExpiresAt: new Date() }).where(eq(calls.status, 'created'))
      await start(headers)
    },
  )
})

describe('the token', () => {
  it('opens the call once', { tags: 'postgres' }, async () => {
    const { token, callId } = await start(await server.signedUp('once@example.com'))
    const tries = await Promise.allSettled([1, 2, 3].map(() => server.calls.desk.admit(token)))
    const admitted = tries.filter((result) => result.status === 'fulfilled').map((result) => result.value)
    expect(admitted).toHaveLength(1)
    expect(admitted[0]).toMatchObject({ callId, limitMs: 60_000, assistant: { id: 'finance' } })
    const refused = tries.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown)
    expect(refused).toMatchObject([{ code: 'call-token-invalid' }, { code: 'call-token-invalid' }])
  })

  it.each(['', 'ek_wrong'])('with the value %j is refused', async (token) => {
    await expect(server.calls.desk.admit(token)).rejects.toMatchObject({ code: 'call-token-invalid' })
  })

  it('expires after a minute', async () => {
    const { token, tokenExpiresAt, callId } = await start(await server.signedUp('late@example.com'))
    const lifetimeMs = Date.parse(tokenExpiresAt) - Date.now()
    expect(lifetimeMs).toBeLessThanOrEqual(60_000)
    expect(lifetimeMs).toBeGreaterThan(40_000)
    await server.db
      .update(calls)
      .set({ tokenExpiresAt: new Date(Date.now() - 1) })
      .where(eq(calls.id, callId))
    await expect(server.calls.desk.admit(token)).rejects.toMatchObject({ code: 'call-token-invalid' })
  })

  it('is not in the database', async () => {
    const { token, callId } = await start(await server.signedUp('hashed@example.com'))
    const [row] = await server.db.select().from(calls).where(eq(calls.id, callId))
    expect(JSON.stringify(row)).not.toContain(token.slice(3))
  })
})

describe('the record', () => {
  it('is listed with its lines for the caller only', async () => {
    const headers = await server.signedUp('speaker@example.com')
    const call = await start(headers)
    const { recorder } = await server.calls.desk.admit(call.token)
    recorder.line(line('a', 0))
    recorder.line(line('b', 1, { role: 'user', content: 'how do i save money' }))
    recorder.line(line('a', 0, { content: 'line', interrupted: true, timings: { firstAudioSentMs: 450 } }))
    await recorder.ended('person-ended', 12_345)
    await recorder.ended('failed', 99)

    const { calls: mine } = await list(headers)
    expect(mine).toMatchObject([
      {
        id: call.callId,
        assistantName: 'Marcus',
        status: 'ended',
        endReason: 'person-ended',
        durationMs: 12_345,
        lines: [
          { content: 'line', interrupted: true, timings: { firstAudioSentMs: 450 } },
          { role: 'user', content: 'how do i save money', atMs: 1_000 },
        ],
      },
    ])
    expect((await list(await server.signedUp('stranger@example.com'))).calls).toEqual([])
    // Once a call is over, the server forgets from which network and on which site it was made.
    const [row] = await server.db.select().from(calls).where(eq(calls.id, call.callId))
    expect(row).toMatchObject({ network: null, site: null, controlUrl: null })
  })

  it('is listed in pages, newest first, without gaps or repeats', async () => {
    const headers = await server.signedUp('talkative@example.com')
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const call = await start(headers)
      const { recorder } = await server.calls.desk.admit(call.token)
      await recorder.ended('person-ended', 1_000)
      ids.unshift(call.callId)
    }
    const seen: string[] = []
    let before = ''
    for (let page = 0; page < 3; page += 1) {
      const { calls: some, nextBefore } = await list(headers, `?limit=2${before}`)
      seen.push(...some.map((call) => call.id))
      before = `&before=${encodeURIComponent(nextBefore ?? '')}`
      expect(nextBefore === null).toBe(page === 2)
    }
    expect(seen).toEqual(ids)
  })

  it.each([
    '2026-01-01~%00',
    '2026-01-01T00:00:00.000Z~call_%00',
    '0000-01-01T00:00:00.000Z~call_00000000-0000-0000-0000-000000000000',
    'junk',
    '',
  ])('cannot be listed from the cursor %j', async (before) => {
    const headers = await server.signedUp(`prober-${crypto.randomUUID()}@example.com`)
    const response = await server.request('GET', `/api/calls?before=${before}`, undefined, headers)
    expect(await problem(response)).toEqual({ status: 400, code: 'bad-request' })
  })

  it('keeps its lines and turns if the database is briefly unavailable', async () => {
    const { callId, token } = await start(await server.signedUp('patient@example.com'))
    await server.calls.desk.admit(token)
    let away = true
    const faults: unknown[] = []
    const flaky = writerOf(callId, {
      saveLines: async (lines) => {
        if (away) throw new Error('connection lost')
        return server.calls.records.saveLines(callId, lines)
      },
      saveTurns: async (turns) => {
        if (away) throw new Error('connection lost')
        return server.calls.records.saveTurns(callId, turns)
      },
    })
    const recorder = createStoreRecorder(flaky, (error) => faults.push(error))
    recorder.line(line('kept', 0))
    recorder.turn({ position: 0, outcome: 'refused', firstAudioMs: null, said: null })
    await expect.poll(() => faults.length).toBeGreaterThan(1)
    away = false
    recorder.heartbeat(5_000)
    await recorder.ended('person-ended', 6_000)
    const [row] = await server.db.query.callLines.findMany({ where: (lines) => eq(lines.callId, callId) })
    expect(row?.content).toBe('line kept')
    const turns = await server.db.select().from(callTurns).where(eq(callTurns.callId, callId))
    expect(turns).toMatchObject([{ position: 0, outcome: 'refused' }])
  })

  it('loses only the line that the database refuses', { tags: 'postgres' }, async () => {
    const headers = await server.signedUp('poison@example.com')
    const { callId, token } = await start(headers)
    const faults: unknown[] = []
    await server.calls.desk.admit(token)
    const recorder = createStoreRecorder(writerOf(callId), (error) => faults.push(error))
    recorder.line(line('poison', 0, { content: 'a\u0000b' }))
    recorder.line(line('timed', 1, { content: 'before' }))
    recorder.line(line('timed', 1, { content: 'after' }))
    recorder.heartbeat(5_000)
    await expect.poll(async () => (await list(headers)).calls[0]?.durationMs).toBe(5_000)
    recorder.line(line('last', 2))
    await recorder.ended('person-ended', 6_000)
    expect(faults.length).toBeGreaterThan(0)
    expect((await list(headers)).calls).toMatchObject([
      {
        status: 'ended',
        endReason: 'person-ended',
        durationMs: 6_000,
        lines: [{ content: 'after' }, { content: 'line last' }],
      },
    ])
  })

  it('gets heartbeats and its end even if no line can be written', async () => {
    const headers = await server.signedUp('lineless@example.com')
    const { callId, token } = await start(headers)
    await server.calls.desk.admit(token)
    let away = true
    const lineless = writerOf(callId, {
      saveLines: async (lines) => {
        if (away) throw new Error('connection lost')
        return server.calls.records.saveLines(callId, lines)
      },
    })
    const recorder = createStoreRecorder(lineless, () => {})
    recorder.line(line('late', 0))
    recorder.heartbeat(5_000)
    await expect.poll(async () => (await list(headers)).calls[0]?.durationMs).toBe(5_000)
    const written = recorder.ended('person-ended', 6_000)
    await expect
      .poll(async () => (await list(headers)).calls)
      .toMatchObject([{ status: 'ended', endReason: 'person-ended', durationMs: 6_000, lines: [] }])
    away = false
    await written
    expect((await list(headers)).calls).toMatchObject([{ status: 'ended', lines: [{ content: 'line late' }] }])
  })

  it('of a process that died ends with the duration of the last heartbeat', async () => {
    const headers = await server.signedUp('crashed@example.com')
    const { callId, token } = await start(headers)
    // Ends calls that other tests left behind.
    await server.calls.records.endLost(0, [])
    await server.calls.desk.admit(token)
    await writerOf(callId).beat(35_000)
    expect(await server.calls.records.endLost(20_000, [])).toBe(0)
    await server.db
      .update(calls)
      .set({ heartbeatAt: new Date(Date.now() - 21_000) })
      .where(eq(calls.id, callId))
    expect(await server.calls.records.endLost(20_000, [])).toBe(1)
    const { calls: mine } = await list(headers)
    expect(mine).toMatchObject([{ status: 'ended', endReason: 'server-lost', durationMs: 35_000 }])
    // A slow process may still send a beat, which must not make the call live again.
    await writerOf(callId).beat(40_000)
    expect((await list(headers)).calls[0]?.durationMs).toBe(35_000)
  })

  it('is not ended as lost while this process holds the call', async () => {
    const headers = await server.signedUp('asleep@example.com')
    const { callId, token } = await start(headers)
    const { recorder } = await server.calls.desk.admit(token)
    const silentSince = new Date(Date.now() - 60_000)
    await server.db.update(calls).set({ heartbeatAt: silentSince }).where(eq(calls.id, callId))
    expect(await server.calls.records.endLost(20_000, server.calls.desk.heldIds())).toBe(0)
    expect((await list(headers)).calls).toMatchObject([{ status: 'live' }])
    await recorder.ended('person-ended', 70_000)
    expect((await list(headers)).calls).toMatchObject([{ status: 'ended', endReason: 'person-ended' }])
    expect(server.calls.desk.heldIds()).not.toContain(callId)
  })

  it('of a team member is deleted with the team session', async () => {
    const team = await server.asTeam()
    const { callId, token } = await start(team)
    const { recorder } = await server.calls.desk.admit(token)
    recorder.line(line('said', 0))
    await recorder.ended('person-ended', 1_000)
    expect((await list(team)).calls).toMatchObject([{ id: callId, lines: [{ content: 'line said' }] }])
    await server.request('DELETE', '/api/team/access', undefined, team)
    expect(await server.db.$count(calls, eq(calls.id, callId))).toBe(0)
    expect(await server.db.$count(callLines, eq(callLines.callId, callId))).toBe(0)
  })
})

describe('a call that was granted and never joined', () => {
  it('is kept for two days if Vapi may still report it', async () => {
    const expiredAgo = async (hours: number) => {
      const id = `call_at_vapi_${hours}`
      const times = { createdAt: new Date(), tokenExpiresAt: new Date(Date.now() - hours * 3_600_000) }
      const terms = { id, assistantId: 'finance', engine: 'vapi' as const, tokenHash: id }
      await server.db.insert(calls).values({ ...terms, ...times })
      return id
    }
    const ids = [await expiredAgo(47), await expiredAgo(49)]
    await server.calls.records.deleteUnjoined()
    const left = await server.db.select({ id: calls.id }).from(calls).where(inArray(calls.id, ids))
    expect(left.map(({ id }) => id)).toEqual(ids.slice(0, 1))
  })

  it('is not listed, and is deleted an hour after its token expired; others are kept', async () => {
    const headers = await server.signedUp('undecided@example.com')
    const [old, fresh, joined] = [await start(headers), await start(headers), await start(headers)]
    await server.calls.desk.admit(joined.token)
    expect((await list(headers)).calls.map(({ id }) => id)).toEqual([joined.callId])
    const expire = (callId: string, agoMs: number) =>
      server.db
        .update(calls)
        .set({ tokenExpiresAt: new Date(Date.now() - agoMs) })
        .where(eq(calls.id, callId))
    await expire(old.callId, 3_601_000)
    await expire(fresh.callId, 3_500_000)
    await expire(joined.callId, 3_601_000)
    await server.calls.records.deleteUnjoined()
    const ids = [old, fresh, joined].map((call) => call.callId)
    const left = await server.db.select({ id: calls.id }).from(calls).where(inArray(calls.id, ids))
    expect(left.map((row) => row.id).toSorted()).toEqual([fresh.callId, joined.callId].toSorted())
  })
})
