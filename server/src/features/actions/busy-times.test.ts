import { expect, it } from 'vitest'
import { busyTimes } from './busy-times.ts'
import { writeInvitation } from './invitation.ts'

const WINDOW = { startMs: Date.parse('2026-06-01T00:00:00Z'), endMs: Date.parse('2026-06-15T00:00:00Z') }

function busy(...lines: string[]): string[] {
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', ...lines, 'END:VCALENDAR'].join('\r\n')
  const found = busyTimes(text, 'Europe/Berlin', WINDOW)
  return found.map(({ startMs, endMs }) => `${short(startMs)} ${short(endMs)}`).toSorted()
}
const short = (ms: number) => new Date(ms).toISOString().slice(5, 16)
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT']

const OUTLOOK_ZONE = [
  'BEGIN:VTIMEZONE',
  'TZID:Own Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'END:STANDARD',
  'END:VTIMEZONE',
]

it.each([
  ['in UTC', ['DTSTART:20260602T100000Z', 'DTEND:20260602T110000Z'], ['06-02T10:00 06-02T11:00']],
  ['in a named zone', ['DTSTART;TZID=America/New_York:20260602T100000', 'DURATION:PT30M'], ['06-02T14:00 06-02T14:30']],
  [
    'in a zone that the calendar defines',
    ['DTSTART;TZID=Own Time:20260602T100000', 'DURATION:PT1H'],
    ['06-02T07:00 06-02T08:00'],
  ],
  ['in no zone, so in the business’s', ['DTSTART:20260602T100000', 'DURATION:PT1H'], ['06-02T08:00 06-02T09:00']],
  [
    'in an unknown zone, so too',
    ['DTSTART;TZID=Mill Time:20260602T100000', 'DURATION:PT1H'],
    ['06-02T08:00 06-02T09:00'],
  ],
  ['of whole days', ['DTSTART;VALUE=DATE:20260602', 'DTEND;VALUE=DATE:20260604'], ['06-01T22:00 06-03T22:00']],
  ['that is cancelled', ['DTSTART:20260602T100000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], []],
  ['that leaves its owner free', ['DTSTART:20260602T100000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'], []],
  ['from years ago', ['DTSTART:20200602T100000Z', 'DURATION:PT1H'], []],
  [
    'that repeats, except on one day',
    ['DTSTART:20250602T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=TU', 'EXDATE:20260609T100000Z'],
    ['06-02T10:00 06-02T11:00'],
  ],
])('an event %s', (_, lines, expected) => {
  expect(busy(...OUTLOOK_ZONE, ...event(...lines))).toEqual(expected)
})

it('a moved repetition of an event counts at its new time', () => {
  const weekly = event('DTSTART:20260602T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2')
  const moved = event('RECURRENCE-ID:20260609T100000Z', 'DTSTART:20260610T120000Z', 'DURATION:PT1H')
  expect(busy(...weekly, ...moved)).toEqual(['06-02T10:00 06-02T11:00', '06-10T12:00 06-10T13:00'])
  // Some exports leave the series out.
  expect(busy(...moved)).toEqual(['06-10T12:00 06-10T13:00'])
  const cancelled = event('RECURRENCE-ID:20260609T100000Z', 'DTSTART:20260610T120000Z', 'STATUS:CANCELLED')
  expect(busy(...cancelled)).toEqual([])
})

it('a repetition moved by a year counts, and a cancelled one leaves its owner free', () => {
  const weekly = event('DTSTART:20250602T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY')
  const moved = event('RECURRENCE-ID:20250616T100000Z', 'DTSTART:20260610T120000Z', 'DURATION:PT1H')
  const cancelled = event('RECURRENCE-ID:20260608T100000Z', 'DTSTART:20260608T100000Z', 'STATUS:CANCELLED')
  expect(busy(...weekly, ...moved, ...cancelled)).toEqual(['06-01T10:00 06-01T11:00', '06-10T12:00 06-10T13:00'])
})

it('free/busy feeds count only their busy times', () => {
  const feed = [
    'BEGIN:VFREEBUSY',
    'UID:2',
    'FREEBUSY;FBTYPE=BUSY:20260602T100000Z/20260602T110000Z,20260603T100000Z/PT30M',
  ]
  expect(busy(...feed, 'FREEBUSY;FBTYPE=FREE:20260604T100000Z/PT1H', 'END:VFREEBUSY')).toEqual([
    '06-02T10:00 06-02T11:00',
    '06-03T10:00 06-03T10:30',
  ])
})

it('a text that is no calendar is refused, and so is a calendar with too many times', () => {
  expect(() => busyTimes('<html></html>', 'UTC', WINDOW)).toThrow(/invalid/)
  const halfYear = { startMs: WINDOW.startMs, endMs: WINDOW.startMs + 182 * 86_400_000 }
  const often = event('DTSTART:20260601T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY;INTERVAL=3;COUNT=20001')
  const text = ['BEGIN:VCALENDAR', ...often, 'END:VCALENDAR'].join('\r\n')
  expect(() => busyTimes(text, 'UTC', halfYear)).toThrow('too many times')
})

it('busy times that touch, overlap or leave no usable gap are merged', () => {
  const minutely = event('DTSTART:20260602T100000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY;INTERVAL=50;COUNT=73')
  const inside = event('DTSTART:20260602T103000Z', 'DURATION:PT10M')
  const after = event('DTSTART:20260602T110000Z', 'DURATION:PT1H')
  expect(busy(...after, ...minutely, ...inside)).toEqual(['06-02T10:00 06-02T12:00'])
})

it('an invitation is a valid calendar that other programs can read', () => {
  const text = writeInvitation({
    uid: 'apt_1@voxhall.test',
    sequence: 2,
    isCancelled: false,
    startsAt: new Date('2026-06-02T10:00:00Z'),
    endsAt: new Date('2026-06-02T10:30:00Z'),
    stampedAt: new Date('2026-06-01T08:00:00Z'),
    summary: 'Cut; colour, and a very long name that must be folded because no line may have more than 75 bytes — ä',
    place: 'Mill Lane 1, Leeds\nBEGIN:VALARM',
    organiser: { name: 'Nora "the" baker', email: 'no-reply@voxhall.test' },
    attendee: 'ann@example.com',
  })
  const lines = text.split('\r\n')
  expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
  expect(lines).toEqual(
    expect.arrayContaining([
      'METHOD:REQUEST',
      'UID:apt_1@voxhall.test',
      'SEQUENCE:2',
      'STATUS:CONFIRMED',
      'DTSTART:20260602T100000Z',
      'DTEND:20260602T103000Z',
      'DTSTAMP:20260601T080000Z',
    ]),
  )
  expect(text.replaceAll('\r\n ', '')).toContain('SUMMARY:Cut\\; colour\\, and a very')
  expect(lines).not.toContain('BEGIN:VALARM')
  expect(busyTimes(text, 'UTC', WINDOW)).toEqual([
    { startMs: Date.parse('2026-06-02T10:00:00Z'), endMs: Date.parse('2026-06-02T10:30:00Z') },
  ])
})
