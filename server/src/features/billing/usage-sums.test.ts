import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countedFrom, countedNow, countedSinceAfter } from './usage-sums.ts'

const DAY_MS = 86_400_000
const MONTH_DAYS = 30
const YEAR_DAYS = 360

/** `change`: the plan is changed after `days` of the period, to a monthly or a yearly one. */
const stepArbitrary = fc.oneof(
  fc.record({ do: fc.constant('use' as const), minutes: fc.integer({ min: 1, max: 500 }) }),
  fc.record({ do: fc.constant('renew' as const), missed: fc.integer({ min: 0, max: 2 }) }),
  fc.record({
    do: fc.constant('change' as const),
    afterDays: fc.integer({ min: 0, max: MONTH_DAYS - 1 }),
    days: fc.constantFrom(MONTH_DAYS, YEAR_DAYS),
  }),
)

const TITLE = 'used minutes are kept through plan changes and reset by a renewal'
it(`${TITLE}: 500 histories`, () => {
  expect(failureAmong(500)).toBe(null)
})
it(`${TITLE}: 20,000 histories`, { tags: 'nightly' }, () => {
  expect(failureAmong(20_000)).toBe(null)
})

it('the moment a period ends belongs to the next period', () => {
  const row = rowOf(0, MONTH_DAYS)
  const endMs = row.periodEnd.getTime()
  expect([countedNow(row, endMs - 1), countedNow(row, endMs)]).toEqual([row.periodStart, row.periodEnd])
})

function failureAmong(numRuns: number): string | null {
  const run = fc.check(
    fc.property(fc.array(stepArbitrary, { maxLength: 30, size: 'max' }), (history) => {
      let row = rowOf(0, MONTH_DAYS)
      let days = MONTH_DAYS
      const ledger: { periodStart: number; minutes: number }[] = []
      let used = 0
      for (const step of history) {
        if (step.do === 'use') {
          ledger.push({ periodStart: countedFrom(row).getTime(), minutes: step.minutes })
          used += step.minutes
          continue
        }
        const startDay = row.periodStart.getTime() / DAY_MS
        if (step.do === 'renew') {
          // Some syncs may have been missed meanwhile.
          row = after(row, rowOf(startDay + days * (1 + step.missed), days))
          used = 0
        } else {
          days = step.days
          row = after(row, rowOf(startDay + step.afterDays, days))
        }
        const counted = ledger.filter(({ periodStart }) => periodStart === countedFrom(row).getTime())
        expect(counted.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(used)
      }
    }),
    { numRuns },
  )
  return run.failed ? (fc.defaultReportMessage(run) ?? 'failed') : null
}

interface Row {
  periodStart: Date
  periodEnd: Date
  countedSince: Date | null
}

function rowOf(startDay: number, days: number): Row {
  return {
    periodStart: new Date(startDay * DAY_MS),
    periodEnd: new Date((startDay + days) * DAY_MS),
    countedSince: null,
  }
}

function after(row: Row, next: Row): Row {
  return { ...next, countedSince: countedSinceAfter(row, next) }
}
