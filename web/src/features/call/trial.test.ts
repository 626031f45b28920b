import type { CallEndReason } from '#contract/realtime.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFailureOf } from './engine/call-problem.ts'
import { createCallStore } from './engine/call-store.ts'
import { startTrial } from './trial.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The part of a call that a trial uses: its state and its events. */
function stage() {
  const call = createCallStore()
  /** Called with the end reason of the call at that moment. */
  const over = vi.fn<(reason: string | undefined) => void>()
  const endReason = () => {
    const state = call.state()
    return state.phase === 'ended' ? state.reason : undefined
  }
  const stop = startTrial({ call, onOver: () => over(endReason()) })
  const end = async (reason: CallEndReason) => {
    call.dispatch({ type: 'ended', reason })
    await Promise.resolve()
  }
  return {
    over,
    stop,
    end,
    begin: () => call.dispatch({ type: 'start', goesOn: false }),
    join: (isDemo = true) => {
      call.dispatch({ type: 'start', goesOn: false })
      call.dispatch({ type: 'granted', isDemo, call: null })
      call.dispatch({ type: 'joined' })
    },
    failToStart: async () => {
      call.dispatch({ type: 'failed', failure: startFailureOf(null) })
      await Promise.resolve()
    },
    callOff: () => end('person-ended'),
  }
}

test('without a call, the trial ends once after a minute', () => {
  const { over } = stage()
  vi.advanceTimersByTime(59_999)
  expect(over).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(over).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(120_000)
  expect(over).toHaveBeenCalledTimes(1)
})

test('a trial does not end during a call, which has its own minute', async () => {
  const { over, end, join } = stage()
  vi.advanceTimersByTime(30_000)
  join()
  vi.advanceTimersByTime(59_000)
  expect(over).not.toHaveBeenCalled()
  await end('limit-reached')
  expect(over).toHaveBeenCalledTimes(1)
})

test('a call that uses up its time before the minute ends the trial', async () => {
  const { over, end, join } = stage()
  join()
  vi.advanceTimersByTime(20_000)
  await end('limit-reached')
  expect(over.mock.calls).toEqual([['limit-reached']])
})

test('hanging up ends the trial only after its minute', async () => {
  const { over, end, join } = stage()
  join()
  await end('person-ended')
  expect(over).not.toHaveBeenCalled()
  join()
  vi.advanceTimersByTime(60_000)
  await end('person-ended')
  expect(over).toHaveBeenCalledTimes(1)
})

test.each([
  { when: 'within', beforeMs: 10_000 },
  { when: 'after', beforeMs: 60_000 },
])(
  'after a connection lost $when the minute, the trial lasts as long as the call can be continued',
  async ({ beforeMs }) => {
    const { over, end, join } = stage()
    join()
    vi.advanceTimersByTime(beforeMs)
    await end('connection-lost')
    vi.advanceTimersByTime(60_000 - beforeMs + 119_999)
    expect(over).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(over.mock.calls).toEqual([['connection-lost']])
  },
)

test('a continued call keeps the trial open like any other call', async () => {
  const { over, end, begin, join } = stage()
  join()
  await end('connection-lost')
  vi.advanceTimersByTime(61_000)
  begin()
  join()
  vi.advanceTimersByTime(300_000)
  expect(over).not.toHaveBeenCalled()
  await end('person-ended')
  expect(over.mock.calls).toEqual([['person-ended']])
})

test('a call that is starting when the minute ends may still begin', async () => {
  const { over, end, begin, join } = stage()
  vi.advanceTimersByTime(59_000)
  begin()
  vi.advanceTimersByTime(2_000)
  join()
  vi.advanceTimersByTime(58_000)
  expect(over).not.toHaveBeenCalled()
  await end('limit-reached')
  expect(over).toHaveBeenCalledTimes(1)
})

test.each(['failToStart', 'callOff'] as const)(
  'a call that is starting when the minute ends, but does not begin (%s), ends the trial',
  async (how) => {
    const trial = stage()
    vi.advanceTimersByTime(59_000)
    trial.begin()
    vi.advanceTimersByTime(2_000)
    expect(trial.over).not.toHaveBeenCalled()
    await trial[how]()
    expect(trial.over).toHaveBeenCalledTimes(1)
  },
)

test('a start that fails within the minute does not end the trial', async () => {
  const { over, failToStart, begin } = stage()
  begin()
  await failToStart()
  vi.advanceTimersByTime(59_999)
  expect(over).not.toHaveBeenCalled()
})

test.each([
  { reason: 'person-ended', afterMs: 600_000 },
  { reason: 'person-ended', afterMs: 10_000 },
  { reason: 'limit-reached', afterMs: 600_000 },
] as const)('a call on a plan has no trial, even after it has ended ($reason)', async ({ reason, afterMs }) => {
  const { over, end, join } = stage()
  join(false)
  vi.advanceTimersByTime(afterMs)
  await end(reason)
  vi.advanceTimersByTime(60_000)
  expect(over).not.toHaveBeenCalled()
})

test('a stopped trial never reports its end', () => {
  const { over, stop } = stage()
  stop()
  expect(vi.getTimerCount()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect(over).not.toHaveBeenCalled()
})
