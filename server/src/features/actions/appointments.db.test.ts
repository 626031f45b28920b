import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import ICAL from 'ical.js'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freeTimesResponseSchema, type Appointment } from '#contract/actions.ts'
import { tryAssistantResponseSchema } from '#contract/own-assistant.ts'
import type { CallActions } from '../../voice/actions.ts'
import { appointments } from '../../infra/db/schema/actions.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { businessEvents } from '../../infra/db/schema/webhooks.ts'
import { TEST_PASSWORD } from '../../../test/test-server.ts'
import type { Headers } from '../assistants/own/studio-testing.ts'
import { ALWAYS_OPEN, createActionsTest, done } from './actions-testing.ts'

let test: Awaited<ReturnType<typeof createActionsTest>>
beforeAll(async () => {
  test = await createActionsTest()
  await test.addWebhook(test.owner.headers)
})
afterAll(() => test.server.close())
beforeEach(async () => {
  await test.endCalls()
  await test.server.db.delete(appointments)
  await test.server.db.delete(businessEvents)
  await test.server.db.delete(mails)
  await test.moveTo('Europe/Berlin')
  await test.save({ appointments: ALWAYS_OPEN })
})

const BOB = { name: 'Bob', email: 'bob@example.com' }
const booked = () => test.server.db.$count(appointments, eq(appointments.status, 'booked'))

/** Free slots from now on, which may be some days ahead. */
async function slotsOf(actions: CallActions, atMost = 20): Promise<string[]> {
  const from = actions.localNow()
  const slots = await actions.freeSlots({ from, to: from, atMost })
  return slots.map(({ start }) => start)
}

async function book(actions: CallActions, slot: string | undefined, values = BOB) {
  return actions.run('book_appointment', { slot: slot ?? '', ...values })
}
const codeOf = (data: Readonly<Record<string, unknown>> | undefined) => String(data?.['code'])

it('free times are offered by their nearness to the wish', async () => {
  const { actions } = await test.callWithActions()
  const wish = `${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T15:20`
  const slots = await actions.freeSlots({ from: wish, to: wish, atMost: 3 })
  expect(slots.map(({ start }) => start.slice(-5))).toEqual(['15:00', '16:00', '14:00'])
  expect(slots.map(({ start }) => start.slice(0, 10))).toEqual(Array(3).fill(wish.slice(0, 10)))
})

it('a try in the workshop has the assistant’s actions and free times, keeps and sends nothing, and is for the owner only', async () => {
  const visitor = await test.callWithActions()
  const [first, second] = await slotsOf(visitor.actions)
  done(await book(visitor.actions, first))
  await test.server.db.delete(mails)
  const tried = async (headers: Headers) => {
    const content = { name: 'Nora', voiceId: 'hazel', firstMessage: 'Hello.', assistantId: test.id }
    const response = await test.server.request('POST', '/api/own-assistants/tries', content, headers)
    const { id } = tryAssistantResponseSchema.parse(await response.json())
    return (await test.talk(id, headers)).call.actions
  }
  const actions = await tried(test.owner.headers)
  if (!actions) throw new Error('the try has no actions')
  expect(await book(actions, first)).toMatchObject({ status: 'refused', fieldId: 'slot' })
  expect(done(await book(actions, second)).say).toBe('This is a try, so nothing was kept or sent.')
  expect(await booked()).toBe(1)
  expect(await test.server.db.$count(mails)).toBe(0)
  expect(await tried((await test.person()).headers)).toBeUndefined()
  expect(await tried(await test.server.asTeam())).toBeUndefined()
})

describe('a booking', () => {
  it('is stored with a code, mailed to caller and owner with an invitation, and sent to the owner’s webhooks', async () => {
    await test.save({ appointments: { ...ALWAYS_OPEN, place: 'Mill Lane 1' } })
    const { callId, actions } = await test.callWithActions()
    const [slot] = await slotsOf(actions)
    const { say, data } = done(await book(actions, slot))
    // The six digits are said one by one.
    expect(say).toMatch(/^Your appointment is booked for \w+day the .* your code is (?:\w+ ){2}\w+, (?:\w+ ){2}\w+\.$/)
    const [row] = await test.server.db.select().from(appointments)
    expect(row).toMatchObject({ callId, status: 'booked', code: codeOf(data), sequence: 0 })
    const [toOwner] = await test.mailsTo(test.owner.email)
    const [toBob] = await test.mailsTo(BOB.email)
    expect(toOwner?.text).toContain(`Your email: ${BOB.email}`)
    expect(toBob?.text).toContain(row?.code)
    expect(toBob?.text).toContain('Where: Mill Lane 1')
    expect(toBob?.text).toContain(`http://voxhall.test/a/${test.slug}\n`)
    expect(toBob?.text).not.toContain(test.owner.email)
    expect(await test.server.newestMailUsefulUntil(BOB.email)).toEqual(row?.endsAt)
    const local = { hour: 'numeric', minute: '2-digit', timeZone: 'Europe/Berlin' } as const
    const time = `${row?.startsAt.toLocaleTimeString('en-US', local).replace('\u202F', ' ')} (Europe/Berlin)`
    for (const mail of [toBob, toOwner]) expect(mail?.text).toContain(time)
    for (const [mail, recipient, entry] of [
      [toOwner, test.owner.email, 'Appointment (Nora)'],
      [toBob, BOB.email, 'Appointment with Nora'],
    ] as const) {
      const event = ICAL.Component.fromString(mail?.calendar ?? '')
      expect(event.getFirstPropertyValue('method')).toBe('REQUEST')
      const { startDate, uid, organizer, location, attendees, summary } = new ICAL.Event(
        event.getFirstSubcomponent('vevent') ?? event,
      )
      expect(attendees.map((attendee) => attendee.getFirstValue())).toEqual([`mailto:${recipient}`])
      expect(organizer).toBe('mailto:no-reply@voxhall.localhost')
      expect(summary).toBe(entry)
      expect([startDate.toJSDate(), uid, location]).toEqual([row?.startsAt, `${row?.id}@voxhall.test`, 'Mill Lane 1'])
    }
    const [event] = await test.server.db.select().from(businessEvents)
    expect(event).toMatchObject({
      type: 'appointment.booked',
      data: { id: row?.id, startsAt: row?.startsAt.toISOString() },
    })
  })

  it('succeeds for only one of many callers who book the same time at once', { tags: 'postgres' }, async () => {
    const callers = await Promise.all(Array.from({ length: 6 }, () => test.callWithActions()))
    const [slot] = await slotsOf(callers[0]?.actions as CallActions)
    const results = await Promise.all(
      callers.map(({ actions }, at) => book(actions, slot, { name: `B${at}`, email: `b${at}@example.com` })),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual([
      'done',
      ...Array.from({ length: 5 }, () => 'refused'),
    ])
    const refused = results.find(({ status }) => status === 'refused')
    expect(refused).toMatchObject({ fieldId: 'slot', slots: expect.arrayContaining([expect.anything()]) })
    expect(await booked()).toBe(1)
  })

  it('never overlaps another, even if many callers book overlapping times at once', { tags: 'postgres' }, async () => {
    const overlapping = { ...ALWAYS_OPEN, lengthMinutes: 90, bufferAfterMinutes: 20 }
    await test.save({ appointments: overlapping })
    const callers = await Promise.all(Array.from({ length: 6 }, () => test.callWithActions()))
    const slots = await slotsOf(callers[0]?.actions as CallActions, 3)
    await Promise.all(callers.map(({ actions }, at) => book(actions, slots[at % slots.length])))
    const rows = await test.server.db.select().from(appointments).orderBy(appointments.startsAt)
    expect(rows.length).toBeGreaterThan(0)
    rows.reduce((before, row) => {
      expect(row.startsAt.getTime() - before.endsAt.getTime()).toBeGreaterThanOrEqual(20 * 60_000)
      return row
    })
  })

  it('sends few mails to one mailbox, even from several calls and with several spellings of its address', async () => {
    const { actions } = await test.callWithActions()
    const [first, second, third] = await slotsOf(actions)
    const victim = 'Victim+a@example.com'
    done(await book(actions, first, { name: 'Eve', email: victim }))
    for (let turn = 0; turn < 8; turn += 1) {
      await actions.run('move_appointment', { slot: (turn % 2 ? second : third) ?? '' })
    }
    // One mail for the booking and five for the moves.
    expect(await test.mailsTo(victim)).toHaveLength(6)
    for (let turn = 0; turn < 4; turn += 1) {
      await actions.run('cancel_appointment', {})
      await book(actions, first, { name: 'Eve', email: victim })
    }
    expect(await test.server.db.$count(appointments)).toBe(3)
    const later = await test.callWithActions()
    for (let turn = 0; turn < 4; turn += 1) {
      await book(later.actions, first, { name: 'Eve', email: `victim+${turn}@example.com` })
      await later.actions.run('cancel_appointment', {})
    }
    expect(await test.server.db.$count(appointments)).toBe(5)
    done(await book((await test.callWithActions()).actions, second))
    // Bookings at another business do not count.
    const elsewhere = await test.make((await test.person()).headers)
    await test.server.db.update(appointments).set({ assistantId: elsewhere.id })
    const freed = await test.callWithActions()
    done(await book(freed.actions, third, { name: 'Eve', email: victim }))
    done(await freed.actions.run('cancel_appointment', {}))
    const dayAgo = { assistantId: test.id, createdAt: new Date(Date.now() - 86_400_000) }
    await test.server.db.update(appointments).set(dayAgo)
    done(await book((await test.callWithActions()).actions, third, { name: 'Eve', email: victim }))
  })

  it('is made once if it is sent twice in one call, which may make three bookings at most', async () => {
    const { actions } = await test.callWithActions()
    const slots = await slotsOf(actions)
    const [first, again] = [done(await book(actions, slots[0])), done(await book(actions, slots[0]))]
    expect(again.data).toEqual(first.data)
    expect(await booked()).toBe(1)
    done(await book(actions, slots[1]))
    done(await book(actions, slots[2]))
    expect(await book(actions, slots[3])).toMatchObject({ status: 'failed' })
  })

  it.each(['2020-01-01T10:00', '2999-01-01T10:00', 'tomorrow', '', '2026-13-40T10:00'])(
    'at %j is refused, and other times are offered',
    async (slot) => {
      const { actions } = await test.callWithActions()
      expect(await book(actions, slot)).toMatchObject({ status: 'refused', fieldId: 'slot' })
      expect(await booked()).toBe(0)
    },
  )

  it('fails once the owner has switched appointments off, and can then be cancelled but not moved', async () => {
    const { actions } = await test.callWithActions()
    const [slot, later] = await slotsOf(actions)
    done(await book(actions, slot))
    await test.save({})
    expect(await book(actions, later)).toMatchObject({ status: 'failed' })
    expect(await actions.run('move_appointment', { slot: later ?? '' })).toMatchObject({ status: 'failed' })
    done(await actions.run('cancel_appointment', {}))
  })

  it('cannot be moved once it is cancelled', async () => {
    const { actions } = await test.callWithActions()
    const [slot, later] = await slotsOf(actions)
    done(await book(actions, slot))
    done(await actions.run('cancel_appointment', {}))
    expect(await actions.run('move_appointment', { slot: later ?? '' })).not.toMatchObject({ status: 'done' })
    expect(await test.server.db.select().from(appointments)).toMatchObject([{ status: 'cancelled', sequence: 1 }])
  })
})

describe('an appointment named by its code in another call', () => {
  async function bookedBefore() {
    const { actions } = await test.callWithActions()
    const slots = await slotsOf(actions)
    return { slots, code: codeOf(done(await book(actions, slots[0])).data) }
  }

  it('can be moved, and its old time is free again', async () => {
    const { slots, code } = await bookedBefore()
    const { actions } = await test.callWithActions()
    done(await actions.run('move_appointment', { code: `${code.slice(0, 3)} ${code.slice(3)}`, slot: slots[2] ?? '' }))
    const [row] = await test.server.db.select().from(appointments)
    expect(row).toMatchObject({ status: 'booked', sequence: 1, code })
    expect((await test.mailsTo(BOB.email))[0]?.calendar).toContain('SEQUENCE:1')
    const now = await slotsOf(actions)
    expect(now).toContain(slots[0])
    expect(now).not.toContain(slots[2])
  })

  it('can be moved by less than its own length', async () => {
    await test.save({ appointments: { ...ALWAYS_OPEN, lengthMinutes: 90 } })
    const first = await test.callWithActions()
    // Both times are on one day: the last of an evening is far from the first of the next day.
    const morning = (await slotsOf(first.actions, 40)).find((slot) => slot.endsWith('T10:00')) ?? ''
    const code = codeOf(done(await book(first.actions, morning)).data)
    const { actions } = await test.callWithActions()
    const slot = morning.replace('T10:00', 'T11:00')
    expect(await actions.run('move_appointment', { code, slot })).toMatchObject({ status: 'done' })
  })

  it('is not found once it has begun, nor from calls to another assistant', async () => {
    const { slots, code } = await bookedBefore()
    const { actions } = await test.callWithActions()
    const cancel = () => actions.run('cancel_appointment', { code })
    const [row] = await test.server.db.select().from(appointments)
    const otherAssistant = await test.make((await test.person()).headers)
    await test.server.db.update(appointments).set({ assistantId: otherAssistant.id })
    expect(await slotsOf(actions)).toContain(slots[0])
    expect(await cancel()).toMatchObject({ status: 'refused', fieldId: 'code' })
    await test.server.db.update(appointments).set({ assistantId: test.id, startsAt: new Date(Date.now() - 60_000) })
    expect(await cancel()).toMatchObject({ status: 'refused', fieldId: 'code' })
    await test.server.db.update(appointments).set({ startsAt: row?.startsAt ?? new Date() })
    done(await cancel())
  })

  it('is cancelled only once, and the mails remove it from calendars', async () => {
    const { slots, code } = await bookedBefore()
    const { actions } = await test.callWithActions()
    done(await actions.run('cancel_appointment', { code }))
    done(await actions.run('cancel_appointment', { code }))
    expect(await booked()).toBe(0)
    const toBob = await test.mailsTo(BOB.email)
    expect(toBob).toHaveLength(2)
    expect(toBob[0]?.calendar).toContain('METHOD:CANCEL')
    expect(toBob[0]?.calendar).toContain('STATUS:CANCELLED')
    expect(toBob[0]?.text).not.toContain(code)
    expect(await test.server.newestMailUsefulUntil(BOB.email)).toBeNull()
    const [toOwner] = await test.mailsTo(test.owner.email)
    expect(toOwner?.subject).toContain(' cancelled: ')
    expect(toOwner?.calendar).toContain('METHOD:CANCEL')
    expect(await test.get('/appointments')).toMatchObject({ appointments: [] })
    expect(await slotsOf(actions)).toContain(slots[0])
    const isCancelled = and(eq(businessEvents.type, 'appointment.cancelled'))
    expect(await test.server.db.$count(businessEvents, isCancelled)).toBe(1)
  })

  it('is protected from guessing: after three wrong codes, a call may try no more', async () => {
    const { code } = await bookedBefore()
    const { actions } = await test.callWithActions()
    const wrong = code === '111111' ? '222222' : '111111'
    // A code that is incomplete is no guess.
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await actions.run('cancel_appointment', { code: code.slice(1) })).toMatchObject({ status: 'refused' })
    }
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await actions.run('cancel_appointment', { code: wrong })).toMatchObject({
        status: 'refused',
        fieldId: 'code',
      })
    }
    expect(await actions.run('cancel_appointment', { code })).toMatchObject({ status: 'failed' })
    expect(await booked()).toBe(1)
    const other = await test.callWithActions()
    expect(await other.actions.run('cancel_appointment', { code })).toMatchObject({ status: 'done' })
  })

  it('is coming for the owner until it ends, and listed among all for a month', async () => {
    await bookedBefore()
    const listed = async (hoursAgo: number) => {
      const endsAt = new Date(Date.now() - hoursAgo * 3_600_000)
      await test.server.db.update(appointments).set({ startsAt: new Date(endsAt.getTime() - 3_600_000), endsAt })
      const both = await Promise.all(['', '?range=all'].map((query) => test.get(`/appointments${query}`)))
      return both.map((answer) => (answer as { appointments: Appointment[] }).appointments.length)
    }
    expect(await listed(-0.5)).toEqual([1, 1])
    expect(await listed(29 * 24)).toEqual([0, 1])
    expect(await listed(31 * 24)).toEqual([0, 0])
  })

  it('is listed for the owner, whose cancellation is mailed to the caller', async () => {
    await bookedBefore()
    const { appointments: listed } = (await test.get('/appointments')) as { appointments: Appointment[] }
    expect(listed).toMatchObject([{ status: 'booked', fields: [{ value: 'Bob' }, { value: BOB.email }] }])
    const path = `${test.path}/appointments/${listed[0]?.id}/cancel`
    for (let press = 0; press < 2; press += 1) {
      const response = await test.server.request('POST', path, undefined, test.owner.headers)
      expect(await response.json()).toMatchObject({ status: 'cancelled' })
    }
    expect((await test.mailsTo(BOB.email)).filter(({ subject }) => subject.includes('cancelled'))).toHaveLength(1)
    const elsewhere = { assistantId: (await test.make((await test.person()).headers)).id }
    await test.server.db.update(appointments).set(elsewhere)
    const refused = await test.server.request('POST', path, undefined, test.owner.headers)
    expect(refused.status, 'an appointment at another business').toBe(404)
  })
})

it.each(['own-assistants', 'account'])('visitors are told of coming appointments that end with %s', async (deleted) => {
  const { db, request } = test.server
  const leaving = await test.person()
  const { id: assistantId } = await test.make(leaving.headers)
  const { actions } = await test.callWithActions()
  for (const slot of await slotsOf(actions, 3)) done(await book(actions, slot))
  const [owner] = await db.select().from(users).where(eq(users.email, leaving.email))
  const values = { assistantId, ownerId: owner?.id ?? '' }
  const [past, cancelled] = await db.update(appointments).set(values).returning()
  const isRow = (row: typeof past) => eq(appointments.id, row?.id ?? '')
  await db.update(appointments).set({ endsAt: new Date() }).where(isRow(past))
  await db.update(appointments).set({ status: 'cancelled' }).where(isRow(cancelled))
  await db.delete(mails)
  const path = deleted === 'account' ? deleted : `${deleted}/${assistantId}`
  await request('DELETE', `/api/${path}`, { password: TEST_PASSWORD }, leaving.headers)
  const toBob = await test.mailsTo(BOB.email)
  expect(toBob).toMatchObject([{ calendar: expect.stringContaining('METHOD:CANCEL') }])
  expect(toBob[0]?.calendar, 'as a change of what was sent before').toContain('SEQUENCE:1')
  expect(toBob[0]?.text).not.toContain('http')
})

it('times in the owner’s calendar are busy; an unavailable calendar blocks no booking and is reported to the owner', async () => {
  const { actions } = await test.callWithActions()
  const [slot = ''] = (await slotsOf(actions, 5)).slice(4)
  const [day = '', time = ''] = slot.split('T')
  let isAway = false
  const calendar = createServer((_, response) => {
    const at = `${day.replaceAll('-', '')}T${time.replace(':', '')}00`
    const event = `BEGIN:VEVENT\r\nUID:1\r\nDTSTART;TZID=Europe/Berlin:${at}\r\nDURATION:PT30M\r\nEND:VEVENT`
    if (isAway) response.writeHead(500).end()
    else response.end(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event}\r\nEND:VCALENDAR\r\n`)
  })
  await new Promise<void>((resolve) => void calendar.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(calendar.address() as AddressInfo).port}`
  const look = async (path: string) => {
    const busyUrl = `${url}${path}`
    const settings = { appointments: { ...ALWAYS_OPEN, busyUrl } }
    await test.save(settings)
    const response = await test.server.request('POST', `${test.path}/free-times`, undefined, test.owner.headers)
    return freeTimesResponseSchema.parse(await response.json())
  }
  try {
    const read = await look('/read.ics')
    expect(read.calendar).toMatchObject({ state: 'read', problem: null })
    expect(read.days.find((each) => each.day === day)?.starts).not.toContain(slot)
    const { actions: caller } = await test.callWithActions()
    const isRefused = { status: 'refused', fieldId: 'slot' }
    expect(await book(caller, slot)).toMatchObject(isRefused)
    done(await book(caller, (await slotsOf(caller))[0]))
    expect(await caller.run('move_appointment', { slot })).toMatchObject(isRefused)
    isAway = true
    const away = await look('/away.ics')
    expect(away.calendar).toMatchObject({ state: 'away', problem: expect.stringContaining('no calendar') })
    expect(away.days.find((each) => each.day === day)?.starts).toContain(slot)
    const { actions: later } = await test.callWithActions()
    expect(await book(later, slot)).toMatchObject({ status: 'done' })
  } finally {
    calendar.close()
  }
})
