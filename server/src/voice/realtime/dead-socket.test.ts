import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { cutWhenDead } from './dead-socket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A simulated socket whose other end answers pings while `answers` returns true. */
function otherEnd(answers: () => boolean) {
  const socket = Object.assign(new EventEmitter(), {
    bufferedAmount: 0,
    cutAtMs: undefined as number | undefined,
    ping: () => void (answers() && socket.emit('pong')),
    terminate() {
      socket.cutAtMs ??= performance.now()
      socket.emit('close')
    },
  })
  const startedAtMs = performance.now()
  cutWhenDead(socket as unknown as WebSocket)
  return { socket, cutAfterMs: () => (socket.cutAtMs === undefined ? undefined : socket.cutAtMs - startedAtMs) }
}

it('closes a socket within five seconds of its last sign of life', () => {
  let isThere = true
  const { cutAfterMs } = otherEnd(() => isThere)
  vi.advanceTimersByTime(30_000)
  expect(cutAfterMs()).toBeUndefined()
  isThere = false
  vi.advanceTimersByTime(5_000)
  expect(cutAfterMs()).toBeLessThanOrEqual(35_000)
  expect(vi.getTimerCount()).toBe(0)
})

it('tolerates a phone that is silent for three seconds, and one that reads slowly', () => {
  let pings = 0
  const slow = otherEnd(() => (pings += 1) % 4 === 0)
  const busy = otherEnd(() => false)
  const reading = setInterval(
    () => (busy.socket.bufferedAmount = Math.max(0, busy.socket.bufferedAmount - 1_000)),
    1_000,
  )
  busy.socket.bufferedAmount = 20_000
  vi.advanceTimersByTime(15_000)
  expect([slow.cutAfterMs(), busy.cutAfterMs()]).toEqual([undefined, undefined])
  clearInterval(reading)
  vi.advanceTimersByTime(6_000)
  expect(busy.cutAfterMs()).toBeDefined()
  slow.socket.terminate()
})

it('counts received frames as signs of life', () => {
  const { socket, cutAfterMs } = otherEnd(() => false)
  for (let second = 0; second < 10; second += 1) {
    vi.advanceTimersByTime(1_000)
    socket.emit('message')
  }
  expect(cutAfterMs()).toBeUndefined()
  vi.advanceTimersByTime(5_000)
  expect(cutAfterMs()).toBeDefined()
})

it('a pause of this process does not count as a silent client', () => {
  const { socket, cutAfterMs } = otherEnd(() => true)
  vi.advanceTimersByTime(3_000)
  const now = performance.now.bind(performance)
  const paused = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
  vi.advanceTimersByTime(3_000)
  expect(cutAfterMs()).toBeUndefined()
  paused.mockRestore()
  socket.terminate()
})
