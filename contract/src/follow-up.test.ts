import { expect, it } from 'vitest'
import { followUpRatePercent } from './follow-up.ts'

it.each([
  [0, 0, 0],
  [1, 3, 33],
  [2, 3, 67],
  [199, 200, 100],
])('%i of %i completed follow-ups are a rate of %i percent', (completed, total, percent) => {
  expect(followUpRatePercent(completed, total)).toBe(percent)
})
