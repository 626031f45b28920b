import { afterEach, beforeEach, expect, vi } from 'vitest'

/**
 * Fails a test that logs an unexpected console.error, even if all of its assertions hold. A test that expects the error
 * installs its own spy.
 */
const unexpected: string[] = []

beforeEach(() => {
  unexpected.length = 0
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    unexpected.push(parts.map(String).join(' '))
  })
})

afterEach(() => {
  expect(unexpected, 'console.error was called').toEqual([])
  vi.restoreAllMocks()
})
