import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startWatch } from './watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('tells of each fault once, however long it lasts', async () => {
  const results = [false, false, true, false]
  const told: unknown[] = []
  const look = async () => {
    if (!results.shift()) throw new Error(`failed with ${results.length} looks left`)
  }
  const watch = startWatch({ everyMs: 1_000, atStart: true, look, onFault: (error) => told.push(String(error)) })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(told).toEqual(['Error: failed with 3 looks left', 'Error: failed with 0 looks left'])
  watch.close()
})

it('does not look again while a look is running, nor once it is closed', async () => {
  let looks = 0
  const slow = Promise.withResolvers<void>()
  const look = async () => {
    looks += 1
    if (looks === 1) await slow.promise
  }
  const watch = startWatch({ everyMs: 1_000, look, onFault: () => undefined })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(looks).toBe(1)
  slow.resolve()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks).toBe(2)
  watch.close()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(looks).toBe(2)
})
