import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Lead } from '#contract/actions.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { businessEvents } from '../../infra/db/schema/webhooks.ts'
import { WEBHOOK_HTTPS_WORDS } from '../../infra/http/webhook-address.ts'
import { ALWAYS_OPEN, createActionsTest, done } from './actions-testing.ts'

let test: Awaited<ReturnType<typeof createActionsTest>>
beforeAll(async () => {
  test = await createActionsTest()
})
afterAll(() => test.server.close())

const ANN = { name: 'Ann', email: 'ann@example.com', message: 'Do you bake rye?' }

it('an assistant has no actions until its owner switches one on', async () => {
  expect((await test.call()).actions).toBeUndefined()
  await test.save({ message: { isOn: true }, callback: { isOn: true }, handover: { isOn: true } })
  const { actions } = await test.callWithActions()
  expect(actions.tools.map(({ name }) => name)).toEqual(['leave_message', 'request_callback', 'hand_over'])
})

describe('a message', () => {
  it(
    'is stored, mailed to the owner and sent to the owner’s webhooks once, even if a call sends it three times',
    { tags: 'postgres' },
    async () => {
      await test.save({ message: { isOn: true } })
      await test.addWebhook(test.owner.headers)
      const { callId, actions } = await test.callWithActions()
      const answers = await Promise.all([1, 2, 3].map(() => actions.run('leave_message', { ...ANN, other: 'x' })))
      expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done'])

      const fields = [
        { id: 'name', label: 'Your name', value: 'Ann' },
        { id: 'email', label: 'Your email', value: 'ann@example.com' },
        { id: 'message', label: 'Your message', value: 'Do you bake rye?' },
      ]
      const listed = (await test.get('/leads')) as { leads: Lead[] }
      expect(listed.leads).toMatchObject([{ kind: 'message', conversationId: callId, fields }])
      const [mail, ...others] = await test.mailsTo(test.owner.email)
      expect(mail).toMatchObject({ subject: 'A message from Nora', text: expect.stringContaining('rye?') })
      expect(others.filter(({ subject }) => subject === mail?.subject)).toEqual([])
      const events = await test.server.db.select().from(businessEvents).where(eq(businessEvents.type, 'lead.created'))
      expect(events.map(({ data }) => data)).toMatchObject([
        { id: listed.leads[0]?.id, conversationId: callId, fields },
      ])
    },
  )

  it('with another text is stored separately, up to five in a call', async () => {
    const { callId, actions } = await test.callWithActions()
    for (const message of ['1', '2', '3', '4', '5', '5']) done(await actions.run('leave_message', { ...ANN, message }))
    expect(await actions.run('leave_message', { ...ANN, message: '6' })).toMatchObject({ status: 'failed' })
    expect(await test.server.db.$count(leads, eq(leads.callId, callId))).toBe(5)
  })

  it('is limited to five in a call, even if more arrive at the same moment', { tags: 'postgres' }, async () => {
    const { callId, actions } = await test.callWithActions()
    const messages = Array.from({ length: 12 }, (_, at) => `At once ${at}`)
    const answers = await Promise.all(messages.map((message) => actions.run('leave_message', { ...ANN, message })))
    expect(answers.filter(({ status }) => status === 'done')).toHaveLength(5)
    expect(await test.server.db.$count(leads, eq(leads.callId, callId))).toBe(5)
  })

  it('without a required field is refused with that field’s name, and is not stored', async () => {
    const { callId, actions } = await test.callWithActions()
    expect(await actions.run('leave_message', { name: 'Ann', message: ' \u200b' })).toMatchObject({
      status: 'refused',
      fieldId: 'email',
    })
    expect(await test.server.db.$count(leads, eq(leads.callId, callId))).toBe(0)
  })

  it('is mailed without letting the caller’s text become HTML or part of the subject', async () => {
    const { actions } = await test.callWithActions()
    await actions.run('leave_message', { ...ANN, name: '<b>Eve</b>', message: 'x\r\nBcc: all@example.com\0' })
    const [mail] = await test.mailsTo(test.owner.email)
    expect(mail?.html).not.toContain('<b>Eve')
    expect(mail?.subject).toBe('A message from Nora')
  })

  it('is mailed only if the owner wants it, as is a callback request; a hand-over is always mailed', async () => {
    const callback = { isOn: true, isMailed: true }
    await test.save({ message: { isOn: true, isMailed: false }, callback, handover: { isOn: true } })
    const { actions } = await test.callWithActions()
    done(await actions.run('leave_message', { ...ANN, message: 'quietly' }))
    done(await actions.run('hand_over', { name: 'Ann', phone: '+44 20 7946 0000', topic: 'a cake' }))
    done(await actions.run('request_callback', { name: 'Ann', phone: '+44 20 7946 0000' }))
    const [newest, before, others] = await test.mailsTo(test.owner.email)
    expect(newest?.subject).toBe('Please call back: a request from Nora')
    expect(before).toMatchObject({
      subject: 'A caller wants a person: a request from Nora',
      text: expect.stringContaining('a cake'),
    })
    expect(others?.text).not.toContain('quietly')
  })
})

it('a test call by the owner stores and sends nothing, and says so', async () => {
  await test.save({ message: { isOn: true }, appointments: ALWAYS_OPEN })
  await test.server.request('POST', `${test.path}/pause`, undefined, test.owner.headers)
  const { callId, actions } = await test.call(test.owner.headers)
  const mailsBefore = (await test.mailsTo(test.owner.email)).length
  expect(done((await actions?.run('leave_message', ANN)) ?? { status: 'failed', say: '' }).say).toMatch(/try/)
  expect(await test.server.db.$count(leads, eq(leads.callId, callId))).toBe(0)
  const [free] = (await actions?.freeSlots({ from: '', to: '', atMost: 1 })) ?? []
  const book = (slot = '') => actions?.run('book_appointment', { slot, name: 'Ann', email: ANN.email })
  expect(await book('2020-01-01T10:00')).toMatchObject({ status: 'refused', fieldId: 'slot' })
  expect(await book(free?.start)).toMatchObject({ status: 'done', say: expect.stringContaining('try') as string })
  expect(await test.server.db.$count(appointments)).toBe(0)
  expect(await test.mailsTo(test.owner.email)).toHaveLength(mailsBefore)
  await test.server.request('POST', `${test.path}/resume`, undefined, test.owner.headers)
})

it('settings that were changed since they were read are not overwritten', async () => {
  const first = await test.save({ message: { isOn: true } })
  const second = await test.save({ message: { isOn: true }, handover: { isOn: true }, revision: first.revision })
  expect(second.revision).not.toBe(first.revision)
  const late = { message: { isOn: false }, revision: first.revision }
  const refused = await test.server.request('PUT', `${test.path}/actions`, late, test.owner.headers)
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ code: 'changed-meanwhile' })
  expect(await test.get('/actions')).toEqual(second)
})

it.each([
  ['actions', { webhooks: [{ id: 'hook_1', name: 'Stock', url: 'https://shop.example/stock' }] }],
  ['website/look', { label: 'Ask us' }],
  ['limits', { minutesPerDay: 40 }],
  ['conversations/settings', { keeps: true, days: 7 }],
])(
  '%s: sending the same change again is no conflict, but another change of the same revision is',
  async (section, values) => {
    const { path, server, owner } = test
    const put = (body: object) => server.request('PUT', `${path}/${section}`, body, owner.headers)
    const { revision } = (await (await put({})).json()) as { revision: string }
    const first = await put({ ...values, revision })
    const again = await put({ ...values, revision })
    expect([again.status, await again.json()]).toEqual([200, await first.json()])
    const other = await put({ revision })
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'changed-meanwhile' }])
  },
)

it('the list is paged, newest first, and can be downloaded as CSV', async () => {
  const first = (await test.get('/leads?limit=3')) as { leads: Lead[]; nextBefore: string }
  const second = (await test.get(`/leads?limit=100&before=${first.nextBefore}`)) as { leads: Lead[]; nextBefore: null }
  const all = [...first.leads, ...second.leads]
  expect(new Set(all.map(({ id }) => id)).size).toBe(await test.server.db.$count(leads))
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  expect(second.nextBefore).toBeNull()
  const csv = await test.server.request('GET', `${test.path}/leads.csv`, undefined, test.owner.headers)
  expect(csv.headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  const text = await csv.text()
  expect(text.match(/^20\d\d-.*,(?:message|callback|handover),/gm)).toHaveLength(all.length)
  expect(text).toContain(',Your name: Ann,Your email: ann@example.com,Your message: Do you bake rye?')
})

it('settings are validated, and other accounts have no access', async () => {
  const refusedAt = async (settings: unknown) => {
    const response = await test.server.request('PUT', `${test.path}/actions`, settings, test.owner.headers)
    expect(response.status).toBe(400)
    return ((await response.json()) as { issues: { path: string }[] }).issues.map(({ path }) => path)
  }
  const hours = { monday: [{ from: '10:00', to: '09:00' }] }
  expect(await refusedAt({ appointments: { hours } })).toEqual(['appointments.hours.monday.0.to'])
  expect(await refusedAt({ webhooks: [{ id: 'a', name: 'A', url: 'ftp://x.example' }] })).toEqual(['webhooks.0.url'])
  const otherUser = await test.person()
  for (const [method, rest] of [
    ['GET', '/actions'],
    ['PUT', '/actions'],
    ['POST', '/free-times'],
    ['GET', '/leads'],
    ['GET', '/leads.csv'],
    ['GET', '/appointments'],
    ['POST', '/appointments/apt_1/cancel'],
  ] as const) {
    const body = method === 'PUT' ? {} : undefined
    const response = await test.server.request(method, `${test.path}${rest}`, body, otherUser.headers)
    expect(`${rest} ${response.status}`).toBe(`${rest} 404`)
  }
})

/** A server on this machine to which webhooks are sent. */
async function startReceiver() {
  const bodies: unknown[] = []
  const receiver = createServer((request, response) => {
    void json(request).then((body) => {
      bodies.push(body)
      response.end()
    })
  })
  onTestFinished(() => void receiver.close())
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
  return { bodies, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/stock` }
}

it('an action’s webhook gets the values of its own fields only', async () => {
  const { bodies, url } = await startReceiver()
  const fields = [{ id: 'size', label: 'Size', kind: 'text', isRequired: true, choices: [] }]
  await test.save({ webhooks: [{ id: 'stock', name: 'Stock', url, fields }] })
  const { callId, actions } = await test.callWithActions()
  done(await actions.run('stock', { size: 'Large', other: 'x' }))
  expect(bodies).toEqual([
    expect.objectContaining({ action: 'stock', callId, assistantId: test.id, values: { size: 'Large' } }),
  ])
})

it('an action’s webhook without TLS is not saved', async () => {
  const webhooks = [{ id: 'stock', name: 'Stock', url: 'http://shop.example/stock' }]
  const response = await test.server.request('PUT', `${test.path}/actions`, { webhooks }, test.owner.headers)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ issues: [{ path: 'webhooks.0.url', message: WEBHOOK_HTTPS_WORDS }] })
})

it('in production, webhooks on the server’s own machine are neither saved nor sent anything', async () => {
  const { bodies, url } = await startReceiver()
  const production = await createActionsTest({ env: { NODE_ENV: 'production' } })
  onTestFinished(() => production.server.close())
  const { server, path, owner, id: assistantId } = production
  const settings = { webhooks: [{ id: 'stock', name: 'Stock', url, secret: `whsec_${'A'.repeat(43)}=` }] }
  expect((await server.request('PUT', `${path}/actions`, settings, owner.headers)).status).toBe(400)
  const ofEvents = { url, types: [], assistantId: null }
  expect((await server.request('POST', '/api/webhooks', ofEvents, owner.headers)).status).toBe(400)
  // As if it had been saved in local mode.
  const call = { callId: 'call_1', assistantId, ownerId: '', network: null, isTry: false }
  const actions = server.actions.forCall({ ...call, settings, timeZone: 'UTC' })
  expect(await actions?.run('stock', {})).toMatchObject({ status: 'failed' })
  expect(bodies).toEqual([])
})

it('leads and appointments are listed and counted only for their own assistant, and counted only in their period', async () => {
  const { server, owner, id: assistantId } = test
  const [user] = await server.db.select().from(users).where(eq(users.email, owner.email))
  const now = new Date()
  // A booking counts on the day on which it was made.
  const later = new Date(now.getTime() + 40 * 86_400_000)
  const times = { startsAt: later, endsAt: later, createdAt: now, updatedAt: now }
  const booking = { id: 'apt_1', assistantId, ownerId: user?.id ?? '', fields: [], code: '271828', ...times }
  await server.db.insert(appointments).values(booking)
  const figuresOf = async (id: string, period = '') =>
    (await server.request('GET', `/api/own-assistants/${id}/figures${period}`, undefined, owner.headers)).json()
  expect(await figuresOf(assistantId)).toMatchObject({ leads: await server.db.$count(leads), bookings: 1 })
  expect(await figuresOf(assistantId, '?to=2026-01-01')).toMatchObject({ leads: 0, bookings: 0 })
  const other = await test.make(owner.headers)
  expect(await figuresOf(other.id)).toMatchObject({ leads: 0, bookings: 0 })
  const listed = async (id: string, what: string) =>
    (await server.request('GET', `/api/own-assistants/${id}/${what}`, undefined, owner.headers)).json()
  expect(await listed(assistantId, 'appointments?range=all')).toMatchObject({ appointments: [{ id: 'apt_1' }] })
  expect(await listed(other.id, 'appointments?range=all')).toMatchObject({ appointments: [] })
  expect(await listed(other.id, 'leads')).toMatchObject({ leads: [] })
})

it('messages are mailed up to thirty times an hour, then only stored; other kinds are still mailed', async () => {
  await test.save({ message: { isOn: true }, handover: { isOn: true } })
  await test.server.db.delete(leads)
  const before = (await test.mailsTo(test.owner.email)).length
  const mailed = async () => (await test.mailsTo(test.owner.email)).slice(0, -before)
  for (let call = 0; call < 7; call += 1) {
    const { actions } = await test.callWithActions()
    for (let at = 0; at < 5; at += 1) done(await actions.run('leave_message', { ...ANN, message: `${call} ${at}` }))
    await test.endCalls()
  }
  expect(await test.server.db.$count(leads)).toBe(35)
  const messages = await mailed()
  expect(messages).toHaveLength(30)
  expect(messages.map(({ text }) => text.includes('only listed'))).toEqual([
    true,
    ...messages.slice(1).map(() => false),
  ])
  const { actions } = await test.callWithActions()
  done(await actions.run('hand_over', { name: 'Ann', phone: '+44 20 7946 0000', topic: 'a cake' }))
  expect(await mailed()).toHaveLength(31)
  await test.server.db.update(leads).set({ createdAt: new Date(Date.now() - 3_600_000) })
  done(await actions.run('leave_message', { ...ANN, message: 'an hour later' }))
  expect(await mailed()).toHaveLength(32)
})
