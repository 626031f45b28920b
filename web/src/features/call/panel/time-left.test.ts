import { expect, test } from 'vitest'
import { formatCountdown, isLastSeconds } from './time-left.tsx'

test.each<[remainingMs: number, shown: string, alert: boolean]>([
  [600_000, '10:00', false],
  [60_000, '1:00', false],
  [59_999, '1:00', false],
  [59_000, '0:59', false],
  [10_001, '0:11', false],
  [10_000, '0:10', true],
  [9_400, '0:10', true],
  [1, '0:01', true],
  [0, '0:00', true],
  [-500, '0:00', true],
])('%i ms are shown as %s', (remainingMs, shown, alert) => {
  expect(formatCountdown(remainingMs)).toBe(shown)
  expect(isLastSeconds(remainingMs)).toBe(alert)
})
