import { eq } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { limitsResponseSchema, spendingLimitsSchema } from '#contract/spending-limits.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { assistantVisitorDays } from '../../infra/db/schema/own-assistants.ts'
import { businessEvents } from '../../infra/db/schema/webhooks.ts'
import { createStudioTest, VISITOR, type Headers } from '../assistants/own/studio-testing.ts'

// Limits that owners set on what an assistant may spend.

let test: Awaited<ReturnType<typeof createStudioTest>>
let owner: Headers
let email: string
let id: string

beforeAll(async () => {
  test = await createStudioTest()
})
afterAll(() => test.server.close())
beforeEach(prepare)

async function prepare(): Promise<void> {
  ;({ headers: owner, email } = await test.person())
  await test.givePlan(email, 'small-business-monthly')
  ;({ id } = await test.make(owner))
}

async function allow(limits: Record<string, unknown>): Promise<void> {
  const response = await test.server.request('PUT', `/api/own-assistants/${id}/limits`, limits, owner)
  expect(response.status).toBe(200)
}

const from = (place: number): Headers => ({ ...VISITOR, 'X-Forwarded-For': `198.51.100.${place}` })

/** A visitor's call that used this many minutes. */
async function spend(minutes: number, place = 1): Promise<void> {
  const { granted, call } = await test.talk(id, from(place))
  call.visitor?.onEngaged(0)
  await vi.waitFor(async () => {
    const [row] = await test.server.db.select().from(calls).where(eq(calls.id, granted.callId))
    expect(row?.chargedFromMs).toBe(0)
  })
  await call.recorder.ended('person-ended', minutes * 60_000)
}

async function refusal(place = 9): Promise<{ code: string; detail: string }> {
  const response = await test.ask(id, from(place))
  expect(response.status).not.toBe(201)
  return (await response.json()) as { code: string; detail: string }
}

it('without limits no call is refused, and the used minutes are reported', async () => {
  await spend(3)
  const response = await test.server.request('GET', `/api/own-assistants/${id}/limits`, undefined, owner)
  expect(await response.json()).toMatchObject({
    limits: spendingLimitsSchema.parse({}),
    usedToday: 3,
    usedThisMonth: 3,
  })
  expect((await test.ask(id, from(2))).status).toBe(201)
})

describe('minutes', () => {
  it.each([
    [{ minutesPerDay: 5 }, 'Its minutes for today are used up. Please come back tomorrow'],
    [{ minutesPerMonth: 5 }, 'Its minutes for this month are used up.'],
    [{ minutesPerDay: 9, minutesPerMonth: 5 }, 'Its minutes for this month are used up.'],
  ])('are not exceeded with %o, and visitors are told why', async (limits, words) => {
    await allow(limits)
    await spend(5)
    expect(await refusal()).toMatchObject({
      code: 'assistant-resting',
      detail: expect.stringContaining(words) as string,
    })
    await allow({})
    expect((await test.ask(id, from(2))).status).toBe(201)
  })

  it('end a running call, which learns its limit beforehand', async () => {
    await allow({ minutesPerDay: 5 })
    await spend(4)
    const { call } = await test.talk(id, from(2))
    const told: (number | null)[] = []
    call.watchLimit?.((limitMs) => told.push(limitMs))
    call.visitor?.onEngaged(10_000)
    call.recorder.heartbeat(20_000)
    await vi.waitFor(() => expect(told.at(-1)).toBeLessThanOrEqual(80_000))
    expect(told.at(-1)).toBeGreaterThanOrEqual(70_000)
    await call.recorder.ended('limit-reached', 70_000)
  })

  it('are not shown to a visitor while more than five of them are left', async () => {
    await allow({ minutesPerDay: 10 })
    const { call } = await test.talk(id, from(2))
    const told: (number | null)[] = []
    call.watchLimit?.((limitMs) => told.push(limitMs))
    call.visitor?.onEngaged(0)
    call.recorder.heartbeat(240_000)
    await call.recorder.ended('person-ended', 250_000)
    expect(told).toEqual([])
  })

  it('are reported to the owner once each at 80 and at 100 percent', async () => {
    await allow({ minutesPerDay: 10 })
    await test.addWebhook(owner)
    await spend(8.5)
    await spend(0.5, 2)
    await spend(1, 3)
    const sent = async () =>
      (await test.server.db.select().from(mails).where(eq(mails.recipient, email)))
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes('minutes today'))
    await vi.waitFor(async () =>
      expect((await sent()).toSorted()).toEqual([
        'Nora has used 80% of its minutes today',
        'Nora has used its minutes today',
      ]),
    )
    const events = await test.server.db.select().from(businessEvents).where(eq(businessEvents.assistantId, id))
    const reached = events.filter(({ type }) => type === 'limit.reached').map(({ data }) => Number(data['percent']))
    expect(reached.toSorted((a, b) => a - b)).toEqual([80, 100])
  })
})

it('the owner is told once a month, not once a day, that minutes of the month run low', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2101-03-15T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  await prepare()
  await allow({ minutesPerMonth: 10 })
  await spend(8.5)
  vi.setSystemTime(new Date('2101-03-16T12:00:00Z'))
  await spend(0.5)
  const sent = await test.server.db.select().from(mails).where(eq(mails.recipient, email))
  expect(sent.filter(({ subject }) => subject === 'Nora has used 80% of its minutes this month')).toHaveLength(1)
})

/** The minutes that the owner is shown if all calls began at this moment. */
async function usedIfBegunAt(createdAt: Date) {
  await test.server.db.update(calls).set({ createdAt }).where(eq(calls.assistantId, id))
  const response = await test.server.request('GET', `/api/own-assistants/${id}/limits`, undefined, owner)
  return (await response.json()) as { usedToday: number; usedThisMonth: number }
}

it('only calls of the running day and month count', async () => {
  await spend(3)
  const now = new Date()
  // More than a day before, so that the time zone does not matter.
  const yesterday = new Date(now.getTime() - 50 * 3_600_000)
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1) - 50 * 3_600_000)
  expect((await usedIfBegunAt(yesterday)).usedToday).toBe(0)
  expect(await usedIfBegunAt(lastMonth)).toMatchObject({ usedToday: 0, usedThisMonth: 0 })
})

it('the day of the used minutes begins at midnight in the time zone of the assistant', async () => {
  await spend(3)
  const timeZone = 'Pacific/Auckland'
  await test.server.request('PUT', `/api/own-assistants/${id}/time-zone`, { timeZone }, owner)
  const midnight = Temporal.Now.zonedDateTimeISO(timeZone).startOfDay().epochMilliseconds
  expect((await usedIfBegunAt(new Date(midnight - 1))).usedToday).toBe(0)
  expect((await usedIfBegunAt(new Date(midnight))).usedToday).toBe(3)
})

it('the limit of simultaneous calls holds even if several join at the same moment', { tags: 'postgres' }, async () => {
  await allow({ callsAtOnce: 2 })
  // The owner's own trial of the paused assistant is not counted.
  const change = (event: string) => test.server.request('POST', `/api/own-assistants/${id}/${event}`, undefined, owner)
  await change('pause')
  const trial = await test.talk(id, owner)
  await change('resume')
  // Nor is a call with another business's assistant.
  const other = await test.person()
  await test.givePlan(other.email, 'small-business-monthly')
  const elsewhere = await test.talk((await test.make(other.headers)).id, from(8))
  const granted = await Promise.all([1, 2, 3, 4].map((place) => test.grant(id, from(place))))
  const joined = await Promise.allSettled(granted.map(({ token }) => test.server.calls.desk.admit(token)))
  const admitted = joined.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(admitted).toHaveLength(2)
  expect((await refusal()).code).toBe('unavailable')
  await admitted[0]?.recorder.ended('person-ended', 1_000)
  expect((await test.ask(id, from(5))).status).toBe(201)
  await admitted[1]?.recorder.ended('person-ended', 1_000)
  for (const { call } of [trial, elsewhere]) await call.recorder.ended('person-ended', 1_000)
})

it('each visitor has a number of calls a day in the business’s time zone; the owner has no limit', async () => {
  await allow({ callsPerVisitor: 2 })
  // One of these places has another date than UTC at any time.
  const timeZone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
  const moved = await test.server.request('PUT', `/api/own-assistants/${id}/time-zone`, { timeZone }, owner)
  expect(moved.status).toBe(200)
  await spend(0.1, 1)
  await spend(0.1, 1)
  expect(await refusal(1)).toMatchObject({
    code: 'too-many-calls',
    detail: expect.stringContaining('You have talked with this assistant 2 times today.') as string,
  })
  expect((await test.ask(id, from(2))).status).toBe(201)
  const ofAssistant = eq(assistantVisitorDays.assistantId, id)
  await test.server.db.update(assistantVisitorDays).set({ day: '2026-01-01' }).where(ofAssistant)
  expect((await test.ask(id, from(1))).status).toBe(201)
  for (let time = 0; time < 3; time += 1) {
    const { call } = await test.talk(id, owner)
    await call.recorder.ended('person-ended', 1_000)
  }
})

it('visitors with accounts are counted by mailbox, regardless of their network', async () => {
  await allow({ callsPerVisitor: 2 })
  const accounts: Headers[] = []
  for (const name of ['guest', 'guest+1', 'guest+2']) accounts.push(await test.server.signedUp(`${name}@example.com`))
  const asked = (at: number) => test.ask(id, { ...from(20 + at), ...accounts[at] })
  for (const at of [0, 1]) {
    const { call } = await test.talk(id, { ...from(20 + at), ...accounts[at] })
    await call.recorder.ended('person-ended', 1_000)
  }
  expect((await asked(2)).status).toBe(429)
  // More calls a day than an assistant can have at once.
  await allow({ callsPerVisitor: 50 })
  expect((await asked(2)).status).toBe(201)
})

it('outside its hours an assistant refuses calls, except to continue one that broke off', async () => {
  await allow({ callsPerVisitor: 1 })
  const never = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, []]))
  const { granted, call } = await test.talk(id, from(1))
  await call.recorder.ended('connection-lost', 1_000)
  expect((await refusal(1)).code).toBe('too-many-calls')
  await allow({ hours: never, callsPerVisitor: 1 })
  expect((await refusal()).detail).toBe(
    'It does not take calls at this hour. Please ask the business that it belongs to.',
  )
  const goesOn = { continues: granted.callId, continuesToken: granted.token }
  const continued = await test.server.request('POST', `/api/own-assistants/${id}/calls`, goesOn, from(1))
  expect(continued.status).toBe(201)
})

it('limits are hidden from other users', async () => {
  const { headers } = await test.person()
  const path = `/api/own-assistants/${id}/limits`
  expect((await test.server.request('GET', path, undefined, headers)).status).toBe(404)
  expect((await test.server.request('PUT', path, {}, headers)).status).toBe(404)
})

it('limits that were changed since they were read are not overwritten', async () => {
  const path = `/api/own-assistants/${id}/limits`
  const read = async () =>
    limitsResponseSchema.parse(await (await test.server.request('GET', path, undefined, owner)).json())
  const { revision } = await read()
  const save = async (callsAtOnce: number) =>
    (await test.server.request('PUT', path, { callsAtOnce, revision }, owner)).status
  expect([await save(3), await save(4)]).toEqual([200, 409])
  expect((await read()).limits.callsAtOnce).toBe(3)
})
