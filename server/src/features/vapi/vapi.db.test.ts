import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCallsResponseSchema } from '#contract/calls.ts'
import { callEnginesSchema, startVapiCallResponseSchema } from '#contract/vapi.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { json, startVendorServer, type VendorServer } from '../../vendors/testing/vendor-server.ts'
import { signUpSubscriber } from './vapi-testing.ts'

const SECRET = 'the-secret-of-vapi-and-us'
const WEBHOOK = '/api/webhooks/vapi'
const STARTED_AT = Date.UTC(2026, 7, 1, 10)

let server: TestApp
/** A stand-in for Vapi's API, from which lost reports are fetched. */
let vapi: VendorServer
const atVapi = new Map<string, object>()
const hungUp: string[] = []

beforeAll(async () => {
  vapi = await startVendorServer({
    answer({ path }) {
      const call = atVapi.get(path.replace('/call/', ''))
      return call ? json(200, call) : json(404, { message: 'Not Found', statusCode: 404 })
    },
  })
  const often = { burst: 10_000, refillMs: 1 }
  server = await createTestApp({
    rates: { call: often, general: often, checkout: often },
    env: {
      STT_BASE_URL: 'http://127.0.0.1:9/v1',
      VAPI_PUBLIC_KEY: 'pub_1',
      VAPI_PRIVATE_KEY: 'priv_1',
      VAPI_WEBHOOK_SECRET: SECRET,
      VAPI_BASE_URL: vapi.url,
      VAPI_ASSISTANT_IDS: 'finance=asst_f,education=asst_e',
    },
    endVapiCall: async (url) => void hungUp.push(url),
  })
})
afterAll(async () => {
  await server.close()
  await vapi.close()
})

type Headers = Record<string, string>

async function grant(headers: Headers, body: object = { assistantId: 'finance', ownAccount: false }) {
  const response = await server.request('POST', '/api/calls/vapi', body, headers)
  expect(response.status).toBe(201)
  return startVapiCallResponseSchema.parse(await response.json())
}

const send = (message: object, secret: string = SECRET) =>
  server.request('POST', WEBHOOK, { message }, { 'X-Vapi-Secret': secret })

type Granted = Awaited<ReturnType<typeof grant>>

/** A call in the form of Vapi's API, including what it repeats of our request. */
function callAt(granted: Granted | null, id: string) {
  return {
    id,
    orgId: 'org_1',
    type: 'webCall',
    status: 'in-progress',
    createdAt: new Date(STARTED_AT).toISOString(),
    updatedAt: new Date(STARTED_AT).toISOString(),
    assistantId: 'asst_f',
    monitor: { listenUrl: `wss://x.vapi.ai/${id}/listen`, controlUrl: `https://x.vapi.ai/${id}/control` },
    assistantOverrides: granted?.assistantOverrides ?? { maxDurationSeconds: 600 },
  }
}

const inProgress = (granted: Granted | null, id: string) => ({
  type: 'status-update',
  status: 'in-progress',
  timestamp: STARTED_AT,
  call: callAt(granted, id),
})

function report(granted: Granted, id: string, seconds: number, endedReason = 'customer-ended-call') {
  return {
    type: 'end-of-call-report',
    endedReason,
    startedAt: new Date(STARTED_AT).toISOString(),
    endedAt: new Date(STARTED_AT + seconds * 1_000).toISOString(),
    cost: 0.02,
    costs: [{ type: 'vapi', minutes: seconds / 60, cost: 0.02 }],
    analysis: { summary: 'They talked about budgets.' },
    artifact: {
      transcript: 'AI: Hello.\nUser: What is a budget?\n',
      messages: [
        { role: 'system', message: 'You are Marcus.', time: STARTED_AT, secondsFromStart: 0 },
        { role: 'bot', message: 'Hello.', time: STARTED_AT, endTime: STARTED_AT + 900, secondsFromStart: 0.4 },
        { role: 'user', message: 'What is a budget?', time: STARTED_AT, endTime: STARTED_AT, secondsFromStart: 3.2 },
      ],
    },
    call: { ...callAt(granted, id), status: 'ended' },
  }
}

async function ownCalls(headers: Headers) {
  const response = await server.request('GET', '/api/calls', undefined, headers)
  return listCallsResponseSchema.parse(await response.json()).calls
}

async function usedSeconds(email: string): Promise<number> {
  const [row] = await server.db.select().from(subscribers).where(eq(subscribers.email, email))
  return (row?.currentUsageMs ?? 0) / 1_000
}

describe('what a browser gets', () => {
  it('is the public key and the ids of the assistants at Vapi, which exclude Education and Technology', async () => {
    const response = await server.request('GET', '/api/call-engines')
    const text = await response.text()
    expect(callEnginesSchema.parse(JSON.parse(text))).toEqual({
      preferred: 'vapi',
      vapi: { apiBase: vapi.url, publicKey: 'pub_1', assistantIds: { finance: 'asst_f' }, carriesOwn: true },
      hearsFreeSpeech: true,
      didAgent: null,
    })
    expect(text).not.toContain('priv_1')
    expect(text).not.toContain(SECRET)
  })

  it('is a limit of one minute without a plan, and a signed mark', async () => {
    const granted = await grant(await server.signedUp('demo@example.com'))
    expect(granted).toMatchObject({ limitMs: 60_000, assistantOverrides: { maxDurationSeconds: 60 } })
    expect(granted.assistantOverrides.metadata?.['voxhall']).toContain(granted.callId)
  })

  it('is only the limit for a call on the user’s own Vapi account, and no call is stored', async () => {
    const headers = await server.signedUp('own@example.com')
    const granted = await grant(headers, { assistantId: 'education', ownAccount: true })
    expect(granted).toEqual({
      callId: null,
      limitMs: 60_000,
      isDemo: true,
      assistantOverrides: { maxDurationSeconds: 60 },
    })
    expect(await server.db.$count(calls, eq(calls.assistantId, 'education'))).toBe(0)
  })

  it('is an error for anonymous users and unknown assistants', async () => {
    const body = { assistantId: 'finance', ownAccount: false }
    expect((await server.request('POST', '/api/calls/vapi', body)).status).toBe(401)
    const headers = await server.signedUp('nobody@example.com')
    const unknown = { assistantId: 'nobody', ownAccount: false }
    expect((await server.request('POST', '/api/calls/vapi', unknown, headers)).status).toBe(404)
  })
})

describe('a report', () => {
  it('becomes a call in the caller’s list', async () => {
    const headers = await server.signedUp('record@example.com')
    const granted = await grant(headers)
    await send(inProgress(granted, 'v_record'))
    expect(await ownCalls(headers)).toMatchObject([{ id: granted.callId, status: 'live' }])
    expect((await send(report(granted, 'v_record', 42))).status).toBe(200)
    expect(await ownCalls(headers)).toMatchObject([
      {
        id: granted.callId,
        assistantName: 'Marcus',
        status: 'ended',
        endReason: 'person-ended',
        durationMs: 42_000,
        lines: [
          { role: 'assistant', content: 'Hello.', atMs: 400 },
          { role: 'user', content: 'What is a budget?', atMs: 3_200 },
        ],
      },
    ])
  })

  it('with an impossible date is stored with a duration of zero', async () => {
    const headers = await server.signedUp('odd@example.com')
    const granted = await grant(headers)
    const moments = { startedAt: '0000-01-01T00:00:00Z' }
    const { call, ...begun } = inProgress(granted, 'v_odd')
    expect((await send({ ...begun, call: { ...call, ...moments } })).status).toBe(200)
    expect((await send({ ...report(granted, 'v_odd', 42), ...moments })).status).toBe(200)
    const [record] = await ownCalls(headers)
    expect(record).toMatchObject({ status: 'ended', durationMs: 0, lines: [{ content: 'Hello.' }, {}] })
    expect(new Date(record?.startedAt ?? 0).getUTCFullYear()).toBeGreaterThan(2020)
  })

  it('counts a subscriber’s minutes once, even if it is repeated or precedes the status', async () => {
    const email = 'again-and-again@example.com'
    const headers = await signUpSubscriber(server, email, 250)
    const granted = await grant(headers)
    expect(granted).toMatchObject({ limitMs: null, assistantOverrides: { maxDurationSeconds: 1_800 } })
    const [status, ended] = [inProgress(granted, 'v_order'), report(granted, 'v_order', 300)]
    for (const message of [ended, status, ended, ended, status]) expect((await send(message)).status).toBe(200)
    expect(await usedSeconds(email)).toBe(300)
    expect(await ownCalls(headers)).toMatchObject([{ status: 'ended', durationMs: 300_000 }])
  })

  it('that arrives several times at the same moment is counted once', { tags: 'postgres' }, async () => {
    const headers = await signUpSubscriber(server, 'twice@example.com', 250)
    const granted = await grant(headers)
    await Promise.all([1, 2, 3].map(() => send(report(granted, 'v_twice', 120))))
    expect(await usedSeconds('twice@example.com')).toBe(120)
  })

  it('of a second call with the same mark is counted too', async () => {
    const headers = await signUpSubscriber(server, 'reuse@example.com', 250)
    const granted = await grant(headers)
    await send(report(granted, 'v_first', 60))
    await send(report(granted, 'v_second', 60))
    await send(report(granted, 'v_second', 60))
    expect(await usedSeconds('reuse@example.com')).toBe(120)
    expect(await ownCalls(headers)).toHaveLength(2)
  })

  it('that a second call runs with the mark of a demo ends the second call', async () => {
    const headers = await server.signedUp('again@example.com')
    const granted = await grant(headers)
    await send(inProgress(granted, 'v_demo'))
    await send(inProgress(granted, 'v_again'))
    expect(hungUp).toContain('https://x.vapi.ai/v_again/control')
    expect(hungUp).not.toContain('https://x.vapi.ai/v_demo/control')
    await send(report(granted, 'v_again', 3))
    expect(await ownCalls(headers)).toHaveLength(2)
  })

  it('of a call at its limit gives the limit as the reason, even if the caller hung up', async () => {
    const headers = await server.signedUp('limit@example.com')
    const granted = await grant(headers)
    await send(report(granted, 'v_limit', 60))
    expect(await ownCalls(headers)).toMatchObject([{ endReason: 'limit-reached' }])
  })

  it('larger than other bodies is accepted', async () => {
    const headers = await server.signedUp('large@example.com')
    const granted = await grant(headers)
    const large = { ...report(granted, 'v_large', 30), assistant: { model: { messages: ['x'.repeat(600_000)] } } }
    expect((await send(large)).status).toBe(200)
    expect(await ownCalls(headers)).toMatchObject([{ durationMs: 30_000 }])
  })
})

describe('a grant that is not used', () => {
  const spendingOf = async (granted: Granted) => {
    const [row] = await server.db
      .select()
      .from(callSpending)
      .where(eq(callSpending.callId, granted.callId ?? ''))
    return row
  }
  const expire = async (granted: Granted) => {
    const isGranted = eq(calls.id, granted.callId ?? '')
    await server.db.update(calls).set({ tokenExpiresAt: new Date() }).where(isGranted)
    await server.calls.records.expireGrants()
  }

  it('releases its minute when it expires, and a call that begins later is still counted', async () => {
    const headers = await server.signedUp('unused@example.com')
    const granted = await grant(headers)
    await server.calls.records.expireGrants()
    expect(await spendingOf(granted)).toMatchObject({ reservedMs: 60_000, settledAt: null })
    await expire(granted)
    expect(await spendingOf(granted)).toMatchObject({ usedMs: 0, settledAt: expect.any(Date) as Date })
    await send(inProgress(granted, 'v_late'))
    expect(await spendingOf(granted)).toMatchObject({ settledAt: null })
    await send(report(granted, 'v_late', 42))
    expect(await spendingOf(granted)).toMatchObject({ usedMs: 42_000, settledAt: expect.any(Date) as Date })
    expect(await ownCalls(headers)).toMatchObject([{ status: 'ended', durationMs: 42_000 }])
  })
})

describe('a webhook message', () => {
  it.each([
    ['with a wrong secret', 'something else'],
    ['without a secret', ''],
  ])('%s is refused', async (_, secret) => {
    const headers = await server.signedUp(`refused${secret.length}@example.com`)
    const granted = await grant(headers)
    expect((await send(report(granted, 'v_forged', 50), secret)).status).toBe(400)
    expect(await ownCalls(headers)).toEqual([])
  })

  it('with a forged or missing mark belongs to no user, and its call is ended', async () => {
    const headers = await server.signedUp('forged@example.com')
    const granted = await grant(headers)
    const forged: Granted = {
      ...granted,
      assistantOverrides: { maxDurationSeconds: 60, metadata: { voxhall: `${granted.callId}.${'A'.repeat(32)}` } },
    }
    await send(inProgress(forged, 'v_marked'))
    await send(inProgress(null, 'v_unmarked'))
    expect(hungUp).toEqual(
      expect.arrayContaining([`https://x.vapi.ai/v_marked/control`, `https://x.vapi.ai/v_unmarked/control`]),
    )
    await send(report(forged, 'v_marked', 50))
    expect(await ownCalls(headers)).toEqual([])
  })

  it('with the mark of a deleted call ends the call at Vapi', async () => {
    const headers = await server.signedUp('gone-caller@example.com')
    const granted = await grant(headers)
    await server.db.delete(calls).where(eq(calls.id, granted.callId ?? ''))
    await send(inProgress(granted, 'v_gone'))
    expect(hungUp).toContain('https://x.vapi.ai/v_gone/control')
  })

  it('with a line at an impossible time, or with a NUL in it, is still stored', async () => {
    const headers = await server.signedUp('moments@example.com')
    const granted = await grant(headers)
    const artifact = { messages: [{ role: 'user', message: 'Hel\0lo', secondsFromStart: 1e15 }] }
    expect((await send({ ...report(granted, 'v_moments', 5), artifact })).status).toBe(200)
    expect(await ownCalls(headers)).toMatchObject([
      { durationMs: 5_000, lines: [{ content: 'Hello', atMs: 43_200_000 }] },
    ])
  })

  it('of another kind is accepted and ignored', async () => {
    expect((await send({ type: 'conversation-update', messages: [] })).status).toBe(200)
    expect((await server.request('POST', WEBHOOK, 'nonsense', { 'X-Vapi-Secret': SECRET })).status).toBe(200)
  })
})

describe('the watch over calls at Vapi', () => {
  const backdate = (granted: Granted, ms: number) =>
    server.db
      .update(calls)
      .set({ startedAt: new Date(Date.now() - ms), createdAt: new Date(Date.now() - ms) })
      .where(eq(calls.id, granted.callId ?? ''))

  it('ends a call that runs past its limit, regardless of the page', async () => {
    const granted = await grant(await server.signedUp('past@example.com'))
    await send(inProgress(granted, 'v_past'))
    await server.vapi.desk.look()
    expect(hungUp).not.toContain('https://x.vapi.ai/v_past/control')
    await backdate(granted, 70_000)
    await server.vapi.desk.look()
    expect(hungUp).toContain('https://x.vapi.ai/v_past/control')
  })

  it('keeps a call without heartbeats from counting as lost', async () => {
    const headers = await server.signedUp('sweep@example.com')
    const granted = await grant(headers)
    await send(inProgress(granted, 'v_sweep'))
    await server.calls.records.endLost(0, [])
    expect(await ownCalls(headers)).toMatchObject([{ id: granted.callId, status: 'live' }])
  })

  it('fetches a report that never arrived', async () => {
    const email = 'lost@example.com'
    const headers = await signUpSubscriber(server, email, 250)
    const granted = await grant(headers)
    await send(inProgress(granted, 'v_lost'))
    const { call, ...rest } = report(granted, 'v_lost', 90)
    atVapi.set('v_lost', { ...call, ...rest, type: 'webCall' })
    await backdate(granted, 4 * 3_600_000)
    await server.vapi.desk.look()
    expect(await ownCalls(headers)).toMatchObject([{ status: 'ended', durationMs: 90_000 }])
    expect(await usedSeconds(email)).toBe(90)
    expect(vapi.requests.at(-1)).toMatchObject({ method: 'GET', path: '/call/v_lost' })
    expect(vapi.requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer priv_1' })
  })

  it('finds calls by the ids that pages report, and trusts only their marks', async () => {
    const headers = await server.signedUp('hint@example.com')
    const otherUser = await server.signedUp('stranger@example.com')
    const granted = await grant(headers)
    const other = await grant(otherUser)
    const path = (id: string | null) => `/api/calls/vapi/${id}/started`
    expect((await server.request('POST', path(granted.callId), { vapiCallId: 'v_hint' }, otherUser)).status).toBe(404)
    expect((await server.request('POST', path(granted.callId), { vapiCallId: 'v_hint' }, headers)).status).toBe(200)
    // A second id does not replace the first.
    await server.request('POST', path(granted.callId), { vapiCallId: 'v_other' }, headers)
    // A page claims a call of another caller.
    await server.request('POST', path(other.callId), { vapiCallId: 'v_not_theirs' }, otherUser)
    const { call, ...rest } = report(granted, 'v_hint', 20)
    atVapi.set('v_hint', { ...call, ...rest, type: 'webCall' })
    atVapi.set('v_not_theirs', { ...call, ...rest, id: 'v_not_theirs', type: 'webCall', assistantOverrides: {} })
    await backdate(granted, 600_000)
    await backdate(other, 600_000)
    await server.vapi.desk.lookUpUnreported()
    expect(await ownCalls(headers)).toMatchObject([{ status: 'ended', durationMs: 20_000 }])
    expect(await ownCalls(otherUser)).toEqual([])
    // The id of a call without the right mark is looked up only once.
    const { length } = vapi.requests
    await server.vapi.desk.lookUpUnreported()
    expect(vapi.requests).toHaveLength(length)
  })

  it('charges nothing for a call of unknown duration', async () => {
    const email = 'unknown@example.com'
    const headers = await signUpSubscriber(server, email, 250)
    const granted = await grant(headers)
    await send(inProgress(granted, 'v_unknown'))
    await backdate(granted, 4 * 3_600_000)
    await server.vapi.desk.look()
    expect(await ownCalls(headers)).toMatchObject([{ status: 'ended', endReason: 'server-lost' }])
    expect(await usedSeconds(email)).toBe(0)
  })
})
