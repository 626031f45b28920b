import { expect, test } from 'vitest'
import { createFairQueue, type Turn } from './fair-queue.ts'

/** A queue for one worker on a simulated clock, in which each job takes 100 ms. */
function queueOnClock() {
  let nowMs = 0
  const queue = createFairQueue<string>(() => nowMs)
  const turns = new Map<string, Turn>()
  let current: (() => void) | undefined
  return {
    queue,
    add: (job: string, lane: string, urgency: Turn['urgency'] = 'live') => {
      const turn: Turn = { lane, urgency }
      turns.set(job, turn)
      queue.add(job, turn, undefined)
      return turn
    },
    /** Finishes the current job and returns the next one. */
    serve: (): string | undefined => {
      if (current) {
        nowMs += 100
        current()
      }
      const next = queue.next(0)
      current = next?.finished
      return next?.job
    },
  }
}

test('a new caller is served before the backlog of others', () => {
  const { add, serve } = queueOnClock()
  for (let piece = 0; piece < 20; piece += 1) for (const lane of ['a', 'b', 'c', 'd', 'e']) add(`${lane}${piece}`, lane)
  for (let served = 0; served < 12; served += 1) serve()
  add('honest', 'honest')
  expect(serve()).toBe('honest')
})

test('callers with a backlog are served in turn, each in order', () => {
  const { add, serve } = queueOnClock()
  for (const job of ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']) add(job, job.charAt(0))
  expect([serve(), serve(), serve(), serve(), serve(), serve()]).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  expect(serve()).toBeUndefined()
})

test('a caller who hangs up and calls again is not served sooner', () => {
  const { add, serve } = queueOnClock()
  for (let piece = 0; piece < 9; piece += 1) add(`b${piece}`, 'b')
  for (let piece = 0; piece < 9; piece += 1) add(`a${piece}`, 'a')
  for (let served = 0; served < 18; served += 1) serve()
  add('other', 'c')
  add('again', 'a')
  add('more', 'a')
  expect([serve(), serve(), serve()]).toEqual(['other', 'again', 'more'])
})

test('no warm-up begins while a live job waits, and a warm-up can become live', () => {
  const { add, serve } = queueOnClock()
  const rehearsal = add('rehearsal', 'a', 'warm-up')
  add('one', 'b')
  add('two', 'b')
  expect(serve()).toBe('one')
  Object.assign(rehearsal, { lane: 'c', urgency: 'live' })
  expect([serve(), serve()]).toEqual(['rehearsal', 'two'])
})

test('a pressing job is served before live ones that came first', () => {
  const { add, serve } = queueOnClock()
  add('speaking', 'a')
  add('also speaking', 'b')
  const paused = add('paused', 'c')
  Object.assign(paused, { urgency: 'pressing' })
  expect([serve(), serve()]).toEqual(['paused', 'speaking'])
})

test('a removed job is never served', () => {
  const { queue, add, serve } = queueOnClock()
  add('one', 'a')
  add('two', 'a')
  expect([queue.remove('one'), queue.remove('one')]).toEqual([true, false])
  expect(serve()).toBe('two')
})
