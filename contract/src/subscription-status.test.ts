import { expect, test } from 'vitest'
import { usageBarPercent } from './subscription-status.ts'

test.each([
  ['is half of the minutes', { usedMinutes: 5, limitMinutes: 10, exceeded: false }, 50],
  ['is all of them and a little more', { usedMinutes: 10.1, limitMinutes: 10, exceeded: false }, 100],
  ['is over the limit', { usedMinutes: 10, limitMinutes: 10, exceeded: true }, null],
  ['has no limit', { usedMinutes: 5, limitMinutes: 0, exceeded: false }, null],
])('the bar of a use that %s', (_, usage, percent) => {
  expect(usageBarPercent(usage)).toBe(percent)
})
