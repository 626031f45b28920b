import { expect, test } from 'vitest'
import { PlayerQueue, type PlayerEvent } from './player-queue.ts'

const RATE_HZ = 24_000
const BLOCK = 128
const CUSHION = 480 // 20 ms
const FADE = 192 // 8 ms

function newQueue(): PlayerQueue {
  return new PlayerQueue({ sampleRateHz: RATE_HZ, cushionMs: 20, fadeMs: 8 })
}

/** A ramp, so that each sample's value tells its position; never zero. */
function ramp(length: number, from = 1): Float32Array {
  return Float32Array.from({ length }, (_, index) => (from + index) / 100_000)
}

function play(queue: PlayerQueue, blocks: number) {
  const sound: number[] = []
  const events: PlayerEvent[] = []
  for (let block = 0; block < blocks; block += 1) {
    const samples = new Float32Array(BLOCK)
    events.push(...queue.render(samples))
    sound.push(...samples)
  }
  return { sound, events }
}

const placeOf = (sample: number | undefined) => Math.round((sample ?? 0) * 100_000)

test('fills the cushion first, then plays every sample in order', () => {
  const queue = newQueue()
  queue.enqueue('a', ramp(CUSHION - 1))
  expect(play(queue, 2).sound.every((sample) => sample === 0)).toBe(true)
  expect(queue.position()).toBeNull()
  queue.enqueue('a', ramp(600, CUSHION))
  const { sound, events } = play(queue, 4)
  expect(events).toEqual([{ type: 'started', itemId: 'a' }])
  expect(sound.map(placeOf)).toEqual(Array.from({ length: 4 * BLOCK }, (_, index) => index + 1))
  expect(queue.position()).toEqual({ itemId: 'a', playedSamples: 4 * BLOCK })
})

test('an item shorter than the cushion plays once its end is known', () => {
  const queue = newQueue()
  queue.enqueue('a', ramp(100))
  queue.end('a')
  const { sound, events } = play(queue, 1)
  expect(sound.slice(0, 100).map(placeOf)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  expect(events).toEqual([
    { type: 'started', itemId: 'a' },
    { type: 'drained', itemId: 'a' },
  ])
  expect(queue.position()).toBeNull()
})

test('items follow each other without a gap', () => {
  const queue = newQueue()
  queue.enqueue('a', ramp(500))
  queue.end('a')
  queue.enqueue('b', ramp(500, 501))
  queue.end('b')
  const { events } = play(queue, 9)
  expect(events.map(({ type, itemId }) => `${type} ${itemId}`)).toEqual([
    'started a',
    'drained a',
    'started b',
    'drained b',
  ])
  // Also when less than a cushion of the next item has arrived.
  queue.enqueue('c', ramp(400))
  expect(play(queue, 1).events, 'an item that comes later fills the cushion first').toEqual([])
  queue.enqueue('c', ramp(100, 401))
  queue.end('c')
  queue.enqueue('d', ramp(100, 501))
  expect(play(queue, 4).events.at(-1)).toEqual({ type: 'started', itemId: 'd' })
})

test('a pause fades out, keeps its position, and resumes from the same sample', () => {
  const queue = newQueue()
  queue.enqueue('a', ramp(4000, 20_000))
  play(queue, 5)
  expect(queue.pause()).toEqual({ itemId: 'a', playedSamples: 5 * BLOCK })
  expect(queue.isRunning()).toBe(false)

  const { sound } = play(queue, 6)
  const largestStep = Math.max(...sound.map((sample, index) => Math.abs(sample - (sound[index - 1] ?? sample))))
  expect(largestStep).toBeLessThan(0.01)
  expect(sound.slice(0, FADE).some((sample) => sample > 0.1)).toBe(true)
  expect(sound.slice(FADE).every((sample) => sample === 0)).toBe(true)
  expect(queue.position()).toEqual({ itemId: 'a', playedSamples: 5 * BLOCK })
  expect(queue.pause()).toEqual({ itemId: 'a', playedSamples: 5 * BLOCK })

  queue.resume()
  expect(queue.isRunning()).toBe(true)
  const after = play(queue, 4).sound
  expect(after[0]).toBe(0)
  expect(placeOf(after[FADE + 10])).toBe(20_000 + 5 * BLOCK + FADE + 10)
  expect(queue.position()).toEqual({ itemId: 'a', playedSamples: 9 * BLOCK })
})

test('samples that arrive during a pause are queued in order', () => {
  const queue = newQueue()
  queue.enqueue('a', ramp(640))
  play(queue, 5)
  queue.pause()
  queue.enqueue('a', ramp(640, 641))
  queue.end('a')
  play(queue, 4)
  queue.resume()
  const { sound, events } = play(queue, 6)
  expect(placeOf(sound[639])).toBe(1280)
  expect(events).toEqual([{ type: 'drained', itemId: 'a' }])
})

test('dropping empties the queue at once, even during a pause, and the next item plays', () => {
  const queue = newQueue()
  queue.enqueue('a', ramp(5000))
  play(queue, 5)
  queue.pause()
  queue.drop()
  const { events } = play(queue, 8)
  expect(events).toEqual([])
  queue.enqueue('b', ramp(CUSHION - 1, 7))
  expect(play(queue, 1).events, 'the cushion is gathered anew').toEqual([])
  queue.enqueue('b', ramp(1000, 7 + CUSHION - 1))
  const next = play(queue, 2)
  expect(next.events).toEqual([{ type: 'started', itemId: 'b' }])
  expect(placeOf(next.sound[0])).toBe(7)
})

test('a queue that runs dry fades out, fills a larger cushion than before, and reports it once', () => {
  const queue = newQueue()
  queue.enqueue(
    'a',
    Float32Array.from({ length: 500 }, () => 0.5),
  )
  const { sound, events } = play(queue, 10)
  expect(events).toEqual([
    { type: 'started', itemId: 'a' },
    { type: 'ran-dry', itemId: 'a' },
  ])
  const end = sound.slice(499, 499 + FADE + 2)
  expect(end[0]).toBe(0.5)
  expect(Math.abs((end[1] ?? 0) - 0.5)).toBeLessThan(0.02)
  expect(end.at(-1)).toBe(0)
  expect(queue.position()).toEqual({ itemId: 'a', playedSamples: 500 })

  queue.enqueue('a', new Float32Array(CUSHION).fill(0.5))
  expect(play(queue, 1).sound.every((sample) => sample === 0)).toBe(true)
  queue.enqueue('a', new Float32Array(CUSHION).fill(0.5))
  const again = play(queue, 8)
  expect([again.sound[0], again.sound[FADE]], 'begins without a click too').toEqual([0, 0.5])
  expect(again.events).toEqual([{ type: 'ran-dry', itemId: 'a' }])
})

test('an empty queue plays nothing, and pausing it gives no position', () => {
  const queue = newQueue()
  expect(queue.pause()).toBeNull()
  queue.enqueue('a', ramp(2000))
  expect(play(queue, 4)).toEqual({ sound: Array.from({ length: 4 * BLOCK }, () => 0), events: [] })
  queue.resume()
  expect(play(queue, 1).events).toEqual([{ type: 'started', itemId: 'a' }])
})

test('after many gaps, the cushion is a third of a second at most', () => {
  const queue = newQueue()
  for (let gap = 0; gap < 5; gap += 1) {
    queue.enqueue('a', ramp(RATE_HZ))
    play(queue, Math.ceil(RATE_HZ / BLOCK) + 1)
  }
  queue.enqueue('a', ramp(0.32 * RATE_HZ))
  expect(play(queue, 1).sound.some((sample) => sample !== 0)).toBe(true)
})
