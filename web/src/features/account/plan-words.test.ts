import type { MySubscription } from '#contract/billing.ts'
import { describe, expect, it } from 'vitest'
import { formatStatus } from '../../lib/formatting.ts'
import { BASIC_PLAN } from '../plans/basic-plan-testing.ts'
import { minuteWords, priceWords, sortPlans, whatComesNext } from './plan-words.ts'

describe('minutes', () => {
  it.each([
    [0, '250 minutes left', '0 of 250 used'],
    [123.4, '126.6 minutes left', '123.4 of 250 used'],
    [249, '1 minute left', '249 of 250 used'],
    [250, 'No minutes left', 'All 250 used'],
    [251.2, 'No minutes left', 'All 250 used'],
  ])('%d used of 250', (usedMinutes, left, used) => {
    expect(minuteWords({ usedMinutes, limitMinutes: 250 })).toEqual({ left, used })
  })

  it('the minutes left are never rounded up, and add up with the minutes used', () => {
    expect(minuteWords({ usedMinutes: 0.01, limitMinutes: 250 })).toEqual({
      left: '249.9 minutes left',
      used: '0.1 of 250 used',
    })
    expect(minuteWords({ usedMinutes: 249.99, limitMinutes: 250 }).left).toBe('A few seconds left')
  })

  it('without a limit', () => {
    expect(minuteWords({ usedMinutes: 12.34, limitMinutes: null })).toEqual({
      left: 'Unlimited minutes',
      used: '12.3 used in this period',
    })
  })
})

describe('the sentence about what comes next', () => {
  const next = (changes: Partial<MySubscription>) => whatComesNext({ ...BASIC_PLAN, ...changes }, 'UTC')

  it('names the date for a plan that renews, ends, or has ended', () => {
    expect(next({})).toBe('Renews on Dec 21, 2026. Your minutes start again then.')
    expect(next({ status: 'canceled', endsAt: BASIC_PLAN.periodEnd })).toMatch(
      /^Ends on Dec 21, 2026 and is not charged/,
    )
    expect(next({ status: 'canceled', endsAt: BASIC_PLAN.periodEnd, isUsable: false })).toBe('Ended on Dec 21, 2026.')
  })

  it('does not promise minutes when the plan is used up', () => {
    const usedUp = { usedMinutes: 250, limitMinutes: 250 }
    expect(next(usedUp)).toContain('A larger plan gives you more at once.')
    expect(next({ ...usedUp, status: 'canceled', endsAt: BASIC_PLAN.periodEnd })).toMatch(/Until then you can undo/)
  })

  it('says what to do when the plan was not paid', () => {
    expect(next({ status: 'past_due' })).toContain('another card')
    for (const status of ['unpaid', 'incomplete'] as const) {
      expect(next({ status, isUsable: false })).toContain('Change or cancel')
    }
  })
})

it('names prices and statuses', () => {
  expect(priceWords(BASIC_PLAN)).toBe('$9.99 a month')
  expect(priceWords({ priceId: 'premium-annual' })).toBe('$199.99 a year')
  expect(priceWords({ priceId: null })).toBe('Price as agreed')
  expect(formatStatus('past_due')).toBe('Past due')
})

it('keeps a canceled plan among the current ones while it can be used, but none that was never paid', () => {
  const ending: MySubscription = { ...BASIC_PLAN, id: 'ending', status: 'canceled' }
  const over = { ...ending, id: 'over', isUsable: false }
  const unpaid: MySubscription = { ...BASIC_PLAN, id: 'unpaid', status: 'unpaid', isUsable: false }
  const neverPaid: MySubscription = { ...unpaid, id: 'never paid', status: 'incomplete_expired' }
  const { current, past } = sortPlans([ending, over, unpaid, neverPaid])
  expect(current.map(({ id }) => id)).toEqual(['ending', 'unpaid'])
  expect(past.map(({ id }) => id)).toEqual(['over', 'never paid'])
})
