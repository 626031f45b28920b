import pino from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PublicFetchError, type PublicFetch } from '../../infra/http/public-fetch.ts'
import { createBusyCalendars } from './busy-calendars.ts'

const calendar = (...lines: string[]) => {
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...event, 'END:VCALENDAR'].join('\r\n')
}
const soon = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')}T100000Z`

function readingOf(text: string, readingMs?: number) {
  let fetched = 0
  let isAway = false
  const fetchPublic = (async () => {
    fetched += 1
    if (isAway) throw new PublicFetchError('unreachable')
    return { status: 200, headers: {}, body: Buffer.from(text), url: 'https://calendar.example/' }
  }) as unknown as PublicFetch
  const calendars = createBusyCalendars({ fetchPublic, log: pino({ level: 'silent' }), readingMs })
  return {
    read: () => calendars.read('https://calendar.example/', 'Europe/Berlin', 'user_1'),
    fetched: () => fetched,
    goAway: () => (isAway = true),
  }
}

it('reads a calendar in a process of its own, and keeps the result while the calendar is unavailable', async () => {
  const { read, fetched, goAway } = readingOf(calendar(`DTSTART:${soon}`, 'DURATION:PT1H'))
  const { stretches, calendar: state } = await read()
  expect(state).toMatchObject({ state: 'read', problem: null })
  expect(stretches).toHaveLength(1)

  const nowMs = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs + 280_000 })
  onTestFinished(() => void vi.useRealTimers())
  await read()
  expect(fetched()).toBe(1)
  goAway()
  vi.setSystemTime(nowMs + 300_000)
  expect(await read()).toEqual({
    stretches,
    calendar: { state: 'away', readAt: state.readAt, problem: 'The server at that address could not be reached.' },
  })
})

it.each([
  [
    'a rule that never comes to an end',
    calendar('DTSTART:20200602T100000Z', 'RRULE:FREQ=SECONDLY;BYMONTHDAY=30;BYMONTH=2'),
  ],
  ['half a million parameters', calendar(`DTSTART${';A=b'.repeat(500_000)}:${soon}`)],
])('%s does not delay callers: the problem is reported, and the calendar is not read again', async (_, text) => {
  const { read, fetched } = readingOf(text, 300)
  const before = process.threadCpuUsage()
  const { stretches, calendar: state } = await read()
  const { user } = process.threadCpuUsage(before)
  expect(user / 1_000).toBeLessThan(300)
  expect(stretches).toEqual([])
  expect(state).toMatchObject({ state: 'away', problem: expect.stringContaining('took too long') })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 50 * 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await read()
  expect(fetched()).toBe(1)
})

it('callers who ask at the same moment share one request to the calendar', async () => {
  const { read, fetched } = readingOf(calendar(`DTSTART:${soon}`, 'DURATION:PT1H'))
  const [one, other] = await Promise.all([read(), read()])
  expect(one.stretches).toHaveLength(1)
  expect(other).toEqual(one)
  expect(fetched()).toBe(1)
})
