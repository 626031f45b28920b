import { expect, it } from 'vitest'
import { createCallSpending } from './spending.ts'

it('a budget is spent to the last unit, reported once, and never exceeded', () => {
  const spending = createCallSpending({ fixedMicros: 1_000 })
  spending.spend('modelInput', 4_999)
  expect([spending.mayUseVendors(), spending.isNewlySpent(), spending.spentMicros()]).toEqual([false, true, 1_000])
  expect(spending.isNewlySpent()).toBe(false)
  const other = createCallSpending({ fixedMicros: 1_000 })
  other.spend('modelInput', 4_000)
  expect([other.mayUseVendors(), other.isNewlySpent(), other.spentMicros()]).toEqual([true, false, 800])
})

it('a budget ignores negative amounts and grows with a plan’s minutes', () => {
  let durationMs = 0
  const spending = createCallSpending({ fixedMicros: 100, microsPerMinute: 60_000 }, () => durationMs)
  spending.spend('speech', -1_000)
  expect(spending.spentMicros()).toBe(0)
  spending.spend('speech', 2)
  expect(spending.mayUseVendors()).toBe(false)
  durationMs = 1_000
  expect(spending.mayUseVendors()).toBe(true)
})

it('without a budget, vendors are not used', () => {
  expect(createCallSpending({ fixedMicros: 0 }).mayUseVendors()).toBe(false)
})
