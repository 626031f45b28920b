import { expect, test } from 'vitest'
import { readConfirmation } from './confirmation.ts'

test.each([
  ['?confirmed=1', 'confirmed'],
  ['?error=link-invalid', 'failed'],
  ['', null],
  ['?other=1', null],
] as const)('%j means %s', (search, outcome) => {
  expect(readConfirmation(search)).toBe(outcome)
})
