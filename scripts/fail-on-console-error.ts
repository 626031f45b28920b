import { afterEach, beforeEach, expect, vi } from 'vitest'

/** An unexpected console.error fails the test, even where every assertion held. A test that expects one spies itself. */
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
