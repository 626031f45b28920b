import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PlayerReport } from './worklet-messages.ts'
import { createWorkletSpeaker } from './worklet-speaker.ts'

// The worklet's reports are sent by the test, and the context's clock is set by it.

let port: EventTarget & { postMessage: (command: unknown) => void; start: () => void }
const context = { currentTime: 10, outputLatency: 0.05, destination: {} }

beforeEach(() => {
  context.currentTime = 10
  port = Object.assign(new EventTarget(), { postMessage: () => undefined, start: () => undefined })
  class Node {
    port = port
    connect = (to: unknown) => to
  }
  vi.stubGlobal('AudioWorkletNode', Node)
  vi.stubGlobal('AnalyserNode', Node)
})
afterEach(() => void vi.unstubAllGlobals())

function createSpeaker() {
  const paused = vi.fn<(itemId: string, playedMs: number) => void>()
  const nothing = () => undefined
  const speaker = createWorkletSpeaker(context as unknown as AudioContext, {
    started: nothing,
    drained: nothing,
    moved: nothing,
    paused,
  })
  const report = (data: PlayerReport) => port.dispatchEvent(new MessageEvent('message', { data }))
  /** At second 10, this much of the answer was sent to the loudspeaker. */
  const plays = (playedMs: number) => report({ type: 'position', itemId: 'a', playedMs, atSeconds: 10, running: true })
  return { speaker, paused, report, plays }
}

test('between two reports the position advances by the clock; the ear is behind by the latency of the output', () => {
  const { speaker, plays } = createSpeaker()
  plays(400)
  context.currentTime = 10.01
  expect(speaker.playedMs('a')).toBeCloseTo(410)
  expect(speaker.heard()).toEqual({ itemId: 'a', positionMs: expect.closeTo(360) })
  expect(speaker.playedMs('b')).toBe(0)
})

test('nothing is heard when the sound has run out, and the position stands still', () => {
  const { speaker, plays, report } = createSpeaker()
  plays(400)
  report({ type: 'ran-dry', itemId: 'a' })
  context.currentTime = 11
  expect(speaker.heard()).toBeNull()
  expect(speaker.playedMs('a')).toBe(400)
})

test('a pause stands at the exact position that the worklet reports', () => {
  const { speaker, plays, report, paused } = createSpeaker()
  plays(400)
  report({ type: 'paused', itemId: 'a', playedMs: 407 })
  context.currentTime = 11
  expect(paused.mock.calls).toEqual([['a', 407]])
  expect(speaker.heard()).toBeNull()
  expect(speaker.playedMs('a')).toBe(407)
})

test.each(['drained', 'dropped'])('an answer that was %s has no position', (how) => {
  const { speaker, plays, report } = createSpeaker()
  plays(400)
  if (how === 'dropped') speaker.drop()
  else report({ type: 'drained', itemId: 'a' })
  expect([speaker.heard(), speaker.playedMs('a')]).toEqual([null, 0])
})
