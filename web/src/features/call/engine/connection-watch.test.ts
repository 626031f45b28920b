import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectionWatch } from './connection-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection to a server that answers each ping after this delay; null: it does not answer. */
function line(answersAfterMs: number | null) {
  const server = { answersAfterMs }
  const onLost = vi.fn<() => void>()
  let goOffline = () => undefined as void
  const stopListening = vi.fn<() => void>()
  const watch = createConnectionWatch({
    ping() {
      if (server.answersAfterMs !== null) setTimeout(() => watch.heard(), server.answersAfterMs)
    },
    onLost,
    onOffline(listener) {
      goOffline = listener
      return stopListening
    },
  })
  watch.start()
  return { watch, server, onLost, stopListening, goOffline: () => goOffline() }
}

test('a connection is kept while the server answers, however slowly', () => {
  const { onLost } = line(1_900)
  vi.advanceTimersByTime(120_000)
  expect(onLost).not.toHaveBeenCalled()
})

test('a connection without answers is reported as lost within three seconds, once', () => {
  const { server, onLost, stopListening } = line(20)
  vi.advanceTimersByTime(10_350)
  server.answersAfterMs = null
  vi.advanceTimersByTime(3_000)
  expect(onLost).toHaveBeenCalledTimes(1)
  expect(stopListening).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(onLost).toHaveBeenCalledTimes(1)
})

test('when the browser reports that it is offline, a second without an answer is enough', () => {
  const { server, goOffline, onLost } = line(20)
  vi.advanceTimersByTime(5_000)
  server.answersAfterMs = null
  goOffline()
  vi.advanceTimersByTime(900)
  expect(onLost).not.toHaveBeenCalled()
  // A network that comes and goes buys no more time.
  goOffline()
  vi.advanceTimersByTime(200)
  expect(onLost).toHaveBeenCalledTimes(1)
})

test('a connection to a server on the same machine is kept without a network', () => {
  const { goOffline, onLost } = line(20)
  goOffline()
  vi.advanceTimersByTime(60_000)
  expect(onLost).not.toHaveBeenCalled()
})

test.each([5, 60])('a page that was suspended for %i seconds asks the server again before giving up', (seconds) => {
  const { onLost } = line(20)
  vi.advanceTimersByTime(1_000)
  // The clock advances while no timer runs, as with a closed laptop or a frozen page.
  const asleep = performance.now() + seconds * 1_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => asleep)
  vi.advanceTimersByTime(100)
  clock.mockRestore()
  expect(onLost).not.toHaveBeenCalled()
})

test('a stopped watch reports nothing', () => {
  const { watch, onLost } = line(null)
  watch.stop()
  vi.advanceTimersByTime(60_000)
  expect(onLost).not.toHaveBeenCalled()
})
