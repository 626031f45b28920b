import { beforeEach, expect, test, vi } from 'vitest'
import { whenCalm } from './when-calm.ts'

const page = { readyState: 'complete' }
const callback = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  callback.mockClear()
  page.readyState = 'complete'
  vi.stubGlobal('document', page)
  return () => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  }
})

/** Keeps the main thread busy, so that timers are delayed. */
function block(ms: number): void {
  const nowMs = performance.now()
  vi.spyOn(performance, 'now').mockReturnValueOnce(nowMs + ms)
}

test('calls back once the page has been calm for long enough', () => {
  whenCalm(callback, 1000)
  vi.advanceTimersByTime(900)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(callback).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(60_000)
  expect(callback).toHaveBeenCalledOnce()
})

test('waits while the page is busy or loading, but not for ever', () => {
  whenCalm(callback, 1000)
  vi.advanceTimersByTime(700)
  block(300)
  vi.advanceTimersByTime(900)
  expect(callback).not.toHaveBeenCalled()
  page.readyState = 'interactive'
  vi.advanceTimersByTime(10_000)
  expect(callback).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(callback).toHaveBeenCalledOnce()
})

test('does not call back after it is cancelled', () => {
  whenCalm(callback, 1000)()
  vi.advanceTimersByTime(60_000)
  expect(callback).not.toHaveBeenCalled()
})
