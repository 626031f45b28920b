import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { actionSettingsSchema } from '#contract/actions.ts'
import { freeSlotsFrom, freeSlotsOn, type SlotRules } from './free-slots.ts'
import { spokenSlot, writtenSlot } from './local-times.ts'

const NOTHING_TAKEN = { booked: [], busy: [] }

function rules(more: Partial<SlotRules> = {}): SlotRules {
  const { appointments } = actionSettingsSchema.parse({})
  return { ...appointments, timeZone: 'Europe/Berlin', noticeMinutes: 0, ...more }
}
const everyDay = (spans: { from: string; to: string }[]) => {
  const { hours } = actionSettingsSchema.parse({}).appointments
  return Object.fromEntries(Object.keys(hours).map((day) => [day, spans])) as SlotRules['hours']
}
const on = (
  day: string,
  given: SlotRules,
  now = `${day}T00:00:00Z`,
  taken = NOTHING_TAKEN as Parameters<typeof freeSlotsOn>[2],
) => freeSlotsOn(Temporal.PlainDate.from(day), given, taken, new Date(now))
const times = (slots: ReturnType<typeof on>) => slots.map(({ start }) => start.toPlainTime().toString().slice(0, 5))

describe('free times', () => {
  it('lie within the opening hours, starting at each opening', () => {
    const hours = everyDay([
      { from: '09:00', to: '10:15' },
      { from: '13:10', to: '14:00' },
    ])
    expect(times(on('2026-06-01', rules({ hours })))).toEqual(['09:00', '09:30', '13:10'])
  })

  it('for long appointments begin every hour', () => {
    const hours = everyDay([{ from: '09:00', to: '13:00' }])
    expect(times(on('2026-06-01', rules({ hours, lengthMinutes: 180 })))).toEqual(['09:00', '10:00'])
  })

  it('respect weekdays, closed days, notice and the days ahead', () => {
    const now = '2026-06-01T06:00:00Z'
    expect(on('2026-06-06', rules(), now)).toEqual([])
    const closedDays = [{ from: '2026-06-02', to: '2026-06-03' }]
    const isOpen = (day: string, given: SlotRules) => on(day, given, now).length > 0
    const days = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04']
    expect(days.map((day) => isOpen(day, rules({ closedDays })))).toEqual([true, false, false, true])
    expect(days.map((day) => isOpen(day, rules({ daysAhead: 2 })))).toEqual([true, true, true, false])
    expect(on('2026-05-29', rules(), now)).toEqual([])
    // It is 08:00 in Berlin, and two hours of notice are required.
    expect(times(on('2026-06-01', rules({ noticeMinutes: 120 }), now))[0]).toBe('10:00')
  })

  it('keep buffers free on both sides, and leave out times that are busy in the calendar', () => {
    const hours = everyDay([{ from: '09:00', to: '12:00' }])
    const stretch = (from: string, to: string) => ({
      startMs: Date.parse(`2026-06-01T${from}:00+02:00`),
      endMs: Date.parse(`2026-06-01T${to}:00+02:00`),
    })
    const booked = [stretch('10:00', '10:30')]
    const buffered = rules({ hours, bufferBeforeMinutes: 5, bufferAfterMinutes: 10 })
    expect(times(on('2026-06-01', rules({ hours }), undefined, { booked, busy: [] }))).not.toContain('10:00')
    expect(times(on('2026-06-01', rules({ hours }), undefined, { booked, busy: [] }))).toContain('10:30')
    expect(times(on('2026-06-01', buffered, undefined, { booked, busy: [] }))).toEqual(['09:00', '11:00', '11:30'])
    expect(times(on('2026-06-01', rules({ hours }), undefined, { booked: [], busy: booked }))).not.toContain('10:00')
  })

  it.each([
    ['leave out the hour that the clocks skip', '2026-03-29', 30, ['01:00', '01:30', '03:00', '03:30']],
    [
      'leave out a skipped time that falls between others',
      '2026-03-29',
      25,
      ['01:00', '01:25', '01:50', '03:05', '03:30'],
    ],
    [
      'offer an hour that occurs twice only once',
      '2026-10-25',
      30,
      ['01:00', '01:30', '02:00', '02:30', '03:00', '03:30'],
    ],
  ])('%s', (_, day, lengthMinutes, expected) => {
    const hours = everyDay([{ from: '01:00', to: '04:00' }])
    const slots = on(day, rules({ hours, lengthMinutes }), `${day.slice(0, 8)}01T00:00:00Z`)
    expect(times(slots)).toEqual(expected)
    for (const { start, startMs, endMs } of slots) {
      expect(endMs - startMs).toBe(lengthMinutes * 60_000)
      expect(startMs, 'of a time that occurs twice, the first').toBe(
        start.toZonedDateTime('Europe/Berlin', { disambiguation: 'earlier' }).epochMilliseconds,
      )
    }
  })

  it('are over when the business closes, also in the night in which the clocks skip an hour', () => {
    const hours = everyDay([{ from: '01:00', to: '03:00' }])
    const slots = on('2026-03-29', rules({ hours, lengthMinutes: 45 }), '2026-03-01T00:00:00Z')
    expect(times(slots)).toEqual(['01:00'])
  })
})

it('bookings and their buffers never overlap, even if the rules change between them', () => {
  const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
  const DAYS = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01', '2026-06-01']
  const minutes = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.constantFrom(...DAYS),
      fc.array(
        // Owners may change their rules between two bookings.
        fc.tuple(fc.integer({ min: 5, max: 300 }), minutes(90), minutes(90), fc.nat(200), fc.constantFrom(-1, 0, 1)),
        { minLength: 1, maxLength: 12 },
      ),
      (timeZone, day, wishes) => {
        const hours = everyDay([{ from: '00:00', to: '24:00' }])
        const booked: { startMs: number; endMs: number }[] = []
        for (const [lengthMinutes, bufferBeforeMinutes, bufferAfterMinutes, choice, days] of wishes) {
          const given = rules({ timeZone, hours, lengthMinutes, bufferBeforeMinutes, bufferAfterMinutes })
          const at = Temporal.PlainDate.from(day).add({ days })
          const slots = freeSlotsOn(at, given, { booked, busy: [] }, new Date('2026-02-20T00:00:00Z'))
          const all = freeSlotsOn(
            at,
            { ...given, daysAhead: 300 },
            { booked, busy: [] },
            new Date('2026-02-20T00:00:00Z'),
          )
          const slot = (slots.length > 0 ? slots : all)[choice % Math.max(1, all.length)]
          if (!slot) continue
          const gapMs = (bufferBeforeMinutes + bufferAfterMinutes) * 60_000
          for (const other of booked) {
            const isApart = slot.endMs + gapMs <= other.startMs || other.endMs + gapMs <= slot.startMs
            expect(isApart).toBe(true)
          }
          booked.push({ startMs: slot.startMs, endMs: slot.endMs })
        }
      },
    ),
    { numRuns: 60 },
  )
})

it('days are offered from the wished one to the last that can be booked', () => {
  const daysFrom = (day: string) =>
    [
      ...freeSlotsFrom(
        Temporal.PlainDate.from(day),
        rules({ daysAhead: 3 }),
        NOTHING_TAKEN,
        new Date('2026-06-01T06:00:00Z'),
      ),
    ].map(([first]) => first?.start.toPlainDate().toString())
  expect(daysFrom('2026-05-01')).toEqual(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04'])
  expect(daysFrom('2026-06-03')).toEqual(['2026-06-03', '2026-06-04'])
})

it('half a year without a free time is searched quickly', () => {
  const given = rules({ hours: everyDay([{ from: '00:00', to: '24:00' }]), lengthMinutes: 5, daysAhead: 180 })
  const busy = [{ startMs: 0, endMs: Date.parse('2100-01-01') }]
  const before = process.threadCpuUsage()
  const now = new Date('2026-11-22T00:00:00Z')
  expect([...freeSlotsFrom(Temporal.PlainDate.from('2026-11-22'), given, { booked: [], busy }, now)]).toEqual([])
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(150)
})

it.each([
  ['2026-11-24T15:45', 'Tuesday the twenty-fourth at quarter to four'],
  ['2026-11-24T12:00', 'Tuesday the twenty-fourth at noon'],
  ['2026-11-24T00:00', 'Tuesday the twenty-fourth at midnight'],
  ['2026-11-24T12:45', 'Tuesday the twenty-fourth at quarter to one'],
  ['2026-11-25T09:05', 'Wednesday the twenty-fifth at nine oh five'],
  ['2026-12-03T06:30', 'Thursday the third of December at half past six in the morning'],
  ['2027-11-24T19:00', 'Wednesday the twenty-fourth of November at seven o’clock in the evening'],
])('the time %s is said as "%s"', (start, said) => {
  const now = Temporal.PlainDateTime.from('2026-11-22T10:00')
  expect(spokenSlot(Temporal.PlainDateTime.from(start), now)).toBe(said)
})

it('a time is written as on the pages, without narrow spaces', () => {
  expect(writtenSlot(Temporal.PlainDateTime.from('2026-11-24T15:30'))).toBe('Tue, Nov 24, 3:30 PM')
})
