import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimScreen, forgetClaim, keepClaim } from './pending-claim.ts'

const HOUR_MS = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.stubGlobal('localStorage', undefined)
})
afterEach(() => {
  forgetClaim()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a claim link that was opened without an account is resumed within two hours', () => {
  expect(claimScreen()).toBeNull()
  keepClaim('a&b')
  expect(claimScreen()).toBe('/claim?token=a%26b')
  vi.setSystemTime(Date.now() + 2 * HOUR_MS)
  expect(claimScreen()).not.toBeNull()
  vi.setSystemTime(Date.now() + 1)
  expect(claimScreen()).toBeNull()
})

test('a claim that is settled is not resumed', () => {
  keepClaim('a')
  forgetClaim()
  expect(claimScreen()).toBeNull()
})
