import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callEnginesSchema, startVapiCallResponseSchema } from '#contract/vapi.ts'
import { leads } from '../../infra/db/schema/actions.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { readApiDescription } from '../../vendors/testing/api-description.ts'
import { json, startVendorServer, type VendorServer } from '../../vendors/testing/vendor-server.ts'
import { createActionsTest } from '../actions/actions-testing.ts'
import { VISITOR, type Headers } from '../assistants/own/studio-testing.ts'

const SECRET = 'the-secret-of-vapi-and-us'
const description = readApiDescription(
  readFileSync(new URL('../../vendors/testing/descriptions/vapi.json', import.meta.url), 'utf8'),
)
let vapi: VendorServer
let test: Awaited<ReturnType<typeof createActionsTest>>
const hungUp: string[] = []
let made = 0

beforeAll(async () => {
  vapi = await startVendorServer({
    answer: ({ method }) =>
      method === 'GET'
        ? json(404, { message: 'Not Found', statusCode: 404 })
        : json(201, {
            id: `v_${(made += 1)}`,
            webCallUrl: 'https://vapi.daily.co/room',
            assistant: { name: 'none of the page’s business' },
            transport: { provider: 'daily', callToken: 'token' },
          }),
  })
  test = await createActionsTest({
    env: {
      VAPI_PUBLIC_KEY: 'pub_1',
      VAPI_PRIVATE_KEY: 'priv_1',
      VAPI_WEBHOOK_SECRET: SECRET,
      VAPI_BASE_URL: vapi.url,
      EMERGENCY_COUNTRY: 'GB',
    },
    endVapiCall: async (url) => void hungUp.push(url),
  })
})
afterAll(async () => {
  await test.server.close()
  await vapi.close()
})

async function permit(headers: Headers = VISITOR) {
  const response = await test.server.request('POST', `${test.path}/calls/vapi`, undefined, headers)
  expect(response.status).toBe(201)
  return startVapiCallResponseSchema.parse(await response.json())
}

type Permit = Awaited<ReturnType<typeof permit>>

/** Sends the request of Vapi's web SDK, with the deployment's public key. */
const make = ({ assistantOverrides }: Permit) =>
  test.server.request('POST', '/api/vapi/call/web', { assistantId: test.id, assistantOverrides }, { Authorization: 'Bearer pub_1' }) // oxfmt-ignore

async function makeOne(headers?: Headers) {
  const granted = await permit(headers)
  const response = await make(granted)
  expect(response.status).toBe(201)
  const { id } = (await response.json()) as { id: string }
  const sent = vapi.requests.at(-1)
  if (!sent) throw new Error('Vapi was not asked')
  const body = JSON.parse(sent.body.toString()) as Record<string, Record<string, unknown>>
  return { granted, id, sent, body, callId: granted.callId ?? '' }
}

type Made = Awaited<ReturnType<typeof makeOne>>

const send = (message: object, secret = SECRET) =>
  test.server.request('POST', '/api/webhooks/vapi', { message }, { 'X-Vapi-Secret': secret })

const callAt = ({ body, id }: Made, otherId = id) => ({
  id: otherId,
  status: 'in-progress',
  startedAt: new Date().toISOString(),
  monitor: { controlUrl: `https://x.vapi.ai/${otherId}/control` },
  assistantOverrides: body['assistantOverrides'],
})

/** A tool call in the form of Vapi's API description. */
const toolCall = (id: string, name: string, values: object) => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(values) },
})

async function results(of: Made, ...toolCallList: object[]) {
  const response = await send({ type: 'tool-calls', toolCallList, toolWithToolCallList: [], call: callAt(of) })
  expect(response.status).toBe(200)
  const { results: all } = (await response.json()) as { results: { toolCallId: string; result: string }[] }
  return all.map(({ toolCallId, result }) => ({
    toolCallId,
    ...(JSON.parse(result) as { status: string; say: string }),
  }))
}

const ANN = { name: 'Ann', email: 'ann@example.com', message: 'Do you bake rye?' }

it('a call is created by the server with the assistant’s current version and its actions as tools', async () => {
  await test.save({
    message: { isOn: true },
    appointments: { isOn: true },
    cards: [{ id: 'menu', title: 'Menu', text: 'Bread', asks: ['show me the menu'] }],
  })
  const engines = callEnginesSchema.parse(await (await test.server.request('GET', '/api/call-engines')).json())
  expect(engines.vapi?.carriesOwn).toBe(true)
  const granted = await permit()
  const response = await make(granted)
  expect(await response.json()).toEqual({
    id: `v_${made}`,
    webCallUrl: 'https://vapi.daily.co/room',
    transport: { provider: 'daily', callToken: 'token' },
  })
  const sent = vapi.requests.at(-1)
  expect(sent && (await description.faultsOfRequest(sent))).toEqual([])
  expect(sent?.headers.authorization).toBe('Bearer pub_1')
  const { assistant } = JSON.parse(sent?.body.toString() ?? '') as {
    assistant: {
      model: { messages: { content: string }[]; tools: { function: { name: string } }[] }
      server: object
    }
  }
  expect(assistant.model.messages[0]?.content).toContain('You help customers of a bakery.')
  expect(assistant.model.messages[0]?.content).toContain('Samaritans, 116 123')
  expect(assistant).toMatchObject({ maxDurationSeconds: 1_800, artifactPlan: { recordingEnabled: false } })
  expect(assistant.model.tools.map(({ function: { name } }) => name)).toEqual([
    'leave_message',
    'book_appointment',
    'move_appointment',
    'cancel_appointment',
    'free_times',
  ])
  expect(assistant.server).toMatchObject({ headers: { 'X-Vapi-Secret': SECRET } })
  // The permit contains no data of the assistant.
  expect(JSON.stringify(granted)).not.toMatch(/bakery|secret/)
})

it('the owner’s trial of a paused assistant lasts a minute at Vapi too', async () => {
  const change = (event: string) => test.server.request('POST', `${test.path}/${event}`, undefined, test.owner.headers)
  await change('pause')
  const { body } = await makeOne(test.owner.headers)
  await change('resume')
  expect(body['assistant']).toMatchObject({ maxDurationSeconds: 60 })
})

it('words of a visitor’s call are stored only if the owner keeps conversations', async () => {
  for (const keeps of [false, true]) {
    const settings = { keeps, days: 7 }
    await test.server.request('PUT', `${test.path}/conversations/settings`, settings, test.owner.headers)
    const one = await makeOne()
    await send({
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      startedAt: new Date(Date.now() - 30_000).toISOString(),
      endedAt: new Date().toISOString(),
      artifact: { messages: [{ role: 'user', message: 'Do you bake rye?', secondsFromStart: 2 }] },
      call: callAt(one),
    })
    expect(await test.server.db.$count(callLines, eq(callLines.callId, one.callId))).toBe(keeps ? 1 : 0)
  }
})

it('a call needs a permit from this server, which is valid only once', async () => {
  const { granted } = await makeOne()
  expect((await make(granted)).status).toBe(401)
  const forged = {
    ...granted,
    assistantOverrides: { maxDurationSeconds: 60, metadata: { voxhall: `${granted.callId}.x` } },
  }
  expect((await make(forged)).status).toBe(401)
  const late = await permit()
  const isLate = eq(calls.id, late.callId ?? '')
  await test.server.db.update(calls).set({ tokenExpiresAt: new Date() }).where(isLate)
  expect((await make(late)).status).toBe(401)
  const foreign = { Origin: 'https://elsewhere.example' }
  expect((await test.server.request('POST', `${test.path}/calls/vapi`, undefined, foreign)).status).toBe(403)
  // A page that calls Vapi directly has only a permit, which is no valid mark in Vapi's reports, so the call is ended.
  const direct = { ...callAt(await makeOne(), 'v_direct'), assistantOverrides: granted.assistantOverrides }
  await send({ type: 'status-update', status: 'in-progress', call: direct })
  expect(hungUp).toContain('https://x.vapi.ai/v_direct/control')
})

it('of simultaneous requests with one permit, only one makes a call', { tags: 'postgres' }, async () => {
  const granted = await permit()
  const { length } = vapi.requests
  const responses = await Promise.all([1, 2, 3, 4].map(() => make(granted)))
  expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 401, 401, 401])
  expect(vapi.requests.length - length).toBe(1)
})

it('a call that Vapi could not make can be tried again with the same permit', async () => {
  const granted = await permit()
  vapi.behave('failing', 1)
  expect((await make(granted)).status).toBe(503)
  expect((await make(granted)).status).toBe(201)
})

it('each tool call is carried out once, even if Vapi sends it twice', async () => {
  const one = await makeOne()
  const call = toolCall('toolu_1', 'leave_message', ANN)
  const [first] = await results(one, call)
  const [again] = await results(one, call)
  expect(first).toMatchObject({
    toolCallId: 'toolu_1',
    status: 'done',
    say: 'Thank you. I have passed your message on.',
  })
  expect(again).toEqual(first)
  const kept = await test.server.db.select().from(leads).where(eq(leads.callId, one.callId))
  expect(kept).toHaveLength(1)
  // The form shown in Vapi's guide to custom tools.
  const [flat] = await results(one, { id: 'toolu_2', name: 'free_times', arguments: { from: '2026-11-24T15:30', to: '2026-11-24T15:30' } }) // oxfmt-ignore
  expect(flat).toHaveProperty('times')
  expect(await results(one, toolCall('toolu_3', 'leave_message', { ...ANN, email: 'ann' }))).toMatchObject([{ status: 'invalid' }]) // oxfmt-ignore
})

it('tool calls without the secret or for a call that is over are refused', async () => {
  const one = await makeOne()
  const message = { type: 'tool-calls', toolCallList: [toolCall('toolu_9', 'leave_message', ANN)], call: callAt(one) }
  expect((await send(message, 'another-secret-of-16')).status).toBe(400)
  await send({ type: 'end-of-call-report', endedReason: 'customer-ended-call', startedAt: new Date(Date.now() - 30_000).toISOString(), endedAt: new Date().toISOString(), call: callAt(one) }) // oxfmt-ignore
  expect(await results(one, toolCall('toolu_9', 'leave_message', ANN))).toMatchObject([{ status: 'failed' }])
  expect(await test.server.db.$count(leads, eq(leads.callId, one.callId))).toBe(0)
})

const change = (callId: string, columns: Partial<typeof calls.$inferInsert>) =>
  test.server.db.update(calls).set(columns).where(eq(calls.id, callId))

const begin = (one: Made) => send({ type: 'status-update', status: 'in-progress', call: callAt(one) })

async function allow(limits: Record<string, unknown>): Promise<void> {
  // Other tests left calls behind.
  await test.server.db.delete(calls)
  expect((await test.server.request('PUT', `${test.path}/limits`, limits, test.owner.headers)).status).toBe(200)
}

async function addCopies({ callId }: Permit, count: number, columns: Partial<typeof calls.$inferInsert> = {}) {
  const [row] = await test.server.db
    .select()
    .from(calls)
    .where(eq(calls.id, callId ?? ''))
  if (!row) throw new Error('the call is not stored')
  const copies = Array.from({ length: count }, (_, n) => ({ ...row, id: `call_${n}`, tokenHash: `${n}`, vapiCallId: `v_copy_${n}`, ...columns })) // oxfmt-ignore
  await test.server.db.insert(calls).values(copies)
}

it('a few of the ids that pages report are looked up at once, and one that Vapi does not know only once', async () => {
  await test.server.db.delete(calls)
  await addCopies(await permit(), 25, { createdAt: new Date(Date.now() - 600_000) })
  const asked = async () => {
    const { length } = vapi.requests
    await test.server.vapi.desk.lookUpUnreported()
    return vapi.requests.length - length
  }
  expect([await asked(), await asked(), await asked()]).toEqual([20, 5, 0])
})

it('a call of the catalogue cannot be asked for with the id of an own assistant, whose owner would pay', async () => {
  const { headers } = await test.person()
  const wish = { assistantId: test.id, ownAccount: false }
  const before = await test.server.db.$count(calls)
  expect((await test.server.request('POST', '/api/calls/vapi', wish, headers)).status).toBe(404)
  expect(await test.server.db.$count(calls)).toBe(before)
})

describe('minutes that the owner allows', () => {
  async function look(one: Made, seconds: number): Promise<void> {
    await change(one.callId, { startedAt: new Date(Date.now() - seconds * 1_000) })
    await test.server.vapi.desk.look()
  }

  it('are reported to the owner at 80 percent while a call runs, and at 100 percent when it has ended', async () => {
    await allow({ minutesPerDay: 10 })
    const sent = async () => (await test.mailsTo(test.owner.email)).map(({ subject }) => subject)
    const one = await makeOne()
    await begin(one)
    // The first look writes a beat, and the next one counts it.
    for (const seconds of [480, 495]) await look(one, seconds)
    expect(await sent()).toContain('Nora has used 80% of its minutes today')
    const startedAt = new Date(Date.now() - 600_000)
    const moments = { startedAt: startedAt.toISOString(), endedAt: new Date(+startedAt + 600_000).toISOString() }
    await send({ type: 'end-of-call-report', endedReason: 'customer-ended-call', ...moments, call: callAt(one) })
    expect(await sent()).toContain('Nora has used its minutes today')
  })

  it('end a running call', async () => {
    await allow({ minutesPerDay: 10 })
    const one = await makeOne()
    await begin(one)
    await look(one, 590)
    expect(hungUp).not.toContain(`https://x.vapi.ai/${one.id}/control`)
    await look(one, 605)
    expect(hungUp).toContain(`https://x.vapi.ai/${one.id}/control`)
    await allow({})
  })
})

describe('simultaneous calls', () => {
  const from = (place: number): Headers => ({ ...VISITOR, 'X-Forwarded-For': `198.51.100.${place}` })
  const statusFor = async (place: number, path = test.path) =>
    (await test.server.request('POST', `${path}/calls/vapi`, undefined, from(place))).status

  it('include those that are about to begin', async () => {
    await allow({ callsAtOnce: 1 })
    const one = await makeOne(from(1))
    expect(await statusFor(2)).toBe(503)
    await change(one.callId, { tokenExpiresAt: new Date() })
    expect(await statusFor(2)).toBe(201)
    await allow({})
    await addCopies(await permit(from(3)), 18)
    expect(await statusFor(4)).toBe(201)
    expect(await statusFor(5)).toBe(503)
    const other = await test.person()
    await test.givePlan(other.email, 'small-business-monthly')
    const { id } = await test.make(other.headers)
    expect(await statusFor(5, `/api/own-assistants/${id}`), 'another business has its own places').toBe(201)
  })

  it('are checked again as they begin, so that a caller may try again without getting a second place', async () => {
    await allow({ callsAtOnce: 1 })
    const [first, again] = [await makeOne(from(1)), await makeOne(from(1))]
    await begin(first)
    await begin(again)
    expect(hungUp).toContain(`https://x.vapi.ai/${again.id}/control`)
    expect(hungUp).not.toContain(`https://x.vapi.ai/${first.id}/control`)
  })

  it('include one that the watch has not looked at for up to a minute', async () => {
    await allow({ callsAtOnce: 1 })
    const one = await makeOne(from(1))
    await begin(one)
    const silentFor = (ms: number) => change(one.callId, { heartbeatAt: new Date(Date.now() - ms) })
    await silentFor(50_000)
    expect(await statusFor(2)).toBe(503)
    await silentFor(61_000)
    expect(await statusFor(2)).toBe(201)
    await allow({})
  })
})

it('a visitor’s call that does not begin is not counted once its permit has expired; one that begins later is', async () => {
  await allow({ callsPerVisitor: 1 })
  const from: Headers = { ...VISITOR, 'X-Forwarded-For': '198.51.100.77' }
  const ask = () => test.server.request('POST', `${test.path}/calls/vapi`, undefined, from)
  const late = await makeOne(from)
  expect((await ask()).status).toBe(429)
  await change(late.callId, { tokenExpiresAt: new Date() })
  await test.server.calls.records.expireGrants()
  const other = await makeOne(from)
  await change(other.callId, { tokenExpiresAt: new Date() })
  await test.server.calls.records.expireGrants()
  await begin(late)
  expect((await ask()).status).toBe(429)
  await allow({})
})

it('a call is charged to the owner from its start, and a second call with the same mark is ended', async () => {
  const one = await makeOne()
  await send({ type: 'status-update', status: 'in-progress', call: callAt(one) })
  const [row] = await test.server.db.select().from(calls).where(eq(calls.id, one.callId))
  expect(row).toMatchObject({ engine: 'vapi', status: 'live', chargedFromMs: 0 })
  expect(row?.payerId).not.toBeNull()
  await send({ type: 'status-update', status: 'in-progress', call: callAt(one, 'v_second') })
  expect(hungUp).toContain('https://x.vapi.ai/v_second/control')
  expect(hungUp).not.toContain(`https://x.vapi.ai/${one.id}/control`)
})
