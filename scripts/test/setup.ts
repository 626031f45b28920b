// Runs in each test file.
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

/** The stack of a failed command of a browser lacks its message, and the report of a run has only stacks. */
afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) {
    if (error.stack?.includes(error.message) === false) error.stack = `${error.message}\n${error.stack}`
  }
})
