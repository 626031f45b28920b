import { expect, it } from 'vitest'
import { spendingLimitsSchema } from '#contract/spending-limits.ts'
import { limitMoment } from './limit-days.ts'

const inBerlin = (limits: object) => ({ ...spendingLimitsSchema.parse(limits), timeZone: 'Europe/Berlin' })
const office = inBerlin({ hours: {} })

it.each([
  // In winter, Berlin is one hour ahead of UTC.
  ['2026-11-23T08:00:00Z', true, null],
  ['2026-11-23T07:59:00Z', false, 'today at 09:00 (Europe/Berlin)'],
  ['2026-11-23T16:00:00Z', false, 'tomorrow at 09:00 (Europe/Berlin)'],
  ['2026-11-21T12:00:00Z', false, 'Monday at 09:00 (Europe/Berlin)'],
  ['2026-07-06T07:00:00Z', true, null],
])('at %s: open %s, opens again %s', (at, isOpen, opensAgain) => {
  expect(limitMoment(office, new Date(at))).toMatchObject({ isOpen, opensAgain })
})

it('an assistant open on one day of the week reopens a week after closing', () => {
  const days = ['tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, []])
  const mondays = inBerlin({ hours: Object.fromEntries(days) as object })
  expect(limitMoment(mondays, new Date('2026-11-23T17:00:00Z')).opensAgain).toBe('Monday at 09:00 (Europe/Berlin)')
})

it('an assistant without set hours is always open, and one closed on every day never opens', () => {
  const at = new Date('2026-11-22T03:00:00Z')
  expect(limitMoment(inBerlin({}), at)).toMatchObject({ isOpen: true, opensAgain: null })
  const closed = Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, []]))
  expect(limitMoment(inBerlin({ hours: closed }), at)).toMatchObject({
    isOpen: false,
    opensAgain: null,
  })
})

it('days and months begin at midnight in the time zone, even when the clocks change', () => {
  expect(limitMoment(inBerlin({}), new Date('2026-10-25T23:30:00Z'))).toMatchObject({
    day: '2026-10-26',
    month: '2026-10',
    dayBeganAt: new Date('2026-10-25T23:00:00Z'),
    monthBeganAt: new Date('2026-09-30T22:00:00Z'),
  })
})
