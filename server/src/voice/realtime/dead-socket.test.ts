import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { nextSlice } from '../../infra/in-slices.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import { BAKER } from '../testing/realtime-harness.ts'
import { metronomeSynthesiser, scriptedRecogniser } from '../testing/scripted-parts.ts'
import { cutWhenDead } from './dead-socket.ts'
import { serveConnection } from './realtime-connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A simulated socket whose other end answers pings while `answers` returns true. */
function otherEnd(answers: () => boolean, serve: (socket: WebSocket) => void = cutWhenDead) {
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    isPaused: false,
    pause: () => void (socket.isPaused = true),
    resume: () => void (socket.isPaused = false),
    sent: [] as string[],
    send: (event: string) => void socket.sent.push(event),
    close: () => undefined,
    cutAtMs: undefined as number | undefined,
    ping: () => void (answers() && socket.emit('pong')),
    terminate() {
      socket.cutAtMs ??= performance.now()
      socket.emit('close')
    },
  })
  const startedAtMs = performance.now()
  serve(socket as unknown as WebSocket)
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

it('a client that is not read, because this process has too much to do, does not count as silent', () => {
  const { socket, cutAfterMs } = otherEnd(() => false)
  socket.pause()
  vi.advanceTimersByTime(20_000)
  expect(cutAfterMs()).toBeUndefined()
  socket.resume()
  vi.advanceTimersByTime(5_000)
  expect(cutAfterMs()).toBeDefined()
})

describe('the call of a client', () => {
  function callOf(answers: () => boolean) {
    const ends: string[] = []
    const recorder = {
      heartbeat: () => undefined,
      line: () => undefined,
      turn: () => undefined,
      ended: async (reason: string) => void ends.push(reason),
    }
    const admitted = { callId: 'call_1', caller: 'ann', account: 'ann', assistant: BAKER, limitMs: null, recorder }
    const parts = {
      recogniser: scriptedRecogniser([]),
      synthesiser: metronomeSynthesiser(),
      brain: createKnowledgeBrain(),
      onFault: () => undefined,
    }
    const { socket } = otherEnd(answers, (served) => void serveConnection(served, admitted, parts))
    return { socket, ends }
  }

  it('that has disappeared ends within five seconds', () => {
    const { ends } = callOf(() => false)
    vi.advanceTimersByTime(5_000)
    expect(ends).toEqual(['connection-lost'])
  })

  it('that does not read what it is sent ends at once', () => {
    const { socket, ends } = callOf(() => true)
    socket.bufferedAmount = 3_000_000
    socket.emit('message', Buffer.from('{"type":"voxhall.ping"}'), false)
    expect(ends).toEqual(['connection-lost'])
  })

  it('that sends a recording at once has what follows it read in the same turn', async () => {
    vi.useRealTimers()
    const { socket } = callOf(() => true)
    const ping = Buffer.from('{"type":"voxhall.ping"}')
    socket.emit('message', Buffer.alloc(100_000, ' '), false)
    for (let sent = 0; sent < 20; sent += 1) socket.emit('message', ping, false)
    const pongs = () => socket.sent.filter((event) => event.includes('voxhall.pong')).length
    expect(pongs()).toBe(0)
    await nextSlice()
    await nextSlice()
    expect([pongs(), socket.isPaused]).toEqual([20, false])
    socket.terminate()
  })
})
