import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmitter } from './engine/emitter.ts'
import { INITIAL_VIEW, type CallView, type VoiceCall, type VoiceCallEvents } from './engine/voice-call.ts'
import { startTrial } from './trial.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NO_FAILURE = { requestId: null, wayOn: 'try-again' as const }

/** Only what a trial looks at: the view and the events of a call. */
function stage() {
  const emitter = createEmitter<VoiceCallEvents>()
  let view: CallView = INITIAL_VIEW
  /** Told how the call had ended by then. */
  const over = vi.fn<(reason: string | undefined) => void>()
  const call: Pick<VoiceCall, 'view' | 'on'> = { view: () => view, on: emitter.on }
  const stop = startTrial({ call, onOver: () => over(view.ending?.reason) })
  return {
    over,
    stop,
    show: (patch: Partial<CallView>) => {
      view = { ...view, ...patch }
      emitter.emit('change', null)
    },
    /** In the order of a real call: the phase first, then how it ended, then the event. */
    end: async (reason: 'person-ended' | 'limit-reached' | 'connection-lost') => {
      const ending = { reason, durationMs: 1 }
      view = { ...view, phase: 'idle' }
      emitter.emit('change', null)
      view = { ...view, ending }
      emitter.emit('change', null)
      emitter.emit('call-end', ending)
      await Promise.resolve()
    },
    failToStart: async () => {
      view = {
        ...view,
        phase: 'idle',
        startFailure: { ...NO_FAILURE, title: 'Failed', detail: 'No voice.' },
      }
      emitter.emit('change', null)
      await Promise.resolve()
    },
    callOff: async () => {
      view = { ...view, phase: 'idle' }
      emitter.emit('change', null)
      await Promise.resolve()
    },
  }
}

test('without a call it is over after a minute, once', () => {
  const { over } = stage()
  vi.advanceTimersByTime(59_999)
  expect(over).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(over).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(120_000)
  expect(over).toHaveBeenCalledTimes(1)
})

test('somebody in a call keeps the minute that the countdown shows', async () => {
  const { over, show, end } = stage()
  vi.advanceTimersByTime(30_000)
  show({ phase: 'live', isDemo: true })
  vi.advanceTimersByTime(59_000)
  expect(over).not.toHaveBeenCalled()
  await end('limit-reached')
  expect(over).toHaveBeenCalledTimes(1)
})

test('hanging up after the minute ends the trial, hanging up before does not', async () => {
  const { over, show, end } = stage()
  show({ phase: 'live', isDemo: true })
  await end('person-ended')
  expect(over).not.toHaveBeenCalled()
  show({ phase: 'live' })
  vi.advanceTimersByTime(60_000)
  await end('person-ended')
  expect(over).toHaveBeenCalledTimes(1)
})

test.each([
  { when: 'within', beforeMs: 10_000 },
  { when: 'after', beforeMs: 60_000 },
])('a line that breaks $when the minute leaves the dialog for as long as the call can go on', async ({ beforeMs }) => {
  const { over, show, end } = stage()
  show({ phase: 'live', isDemo: true })
  vi.advanceTimersByTime(beforeMs)
  await end('connection-lost')
  vi.advanceTimersByTime(60_000 - beforeMs + 119_999)
  expect(over).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(over.mock.calls).toEqual([['connection-lost']])
})

test('a call that goes on is a call like any other', async () => {
  const { over, show, end } = stage()
  show({ phase: 'live', isDemo: true })
  await end('connection-lost')
  vi.advanceTimersByTime(61_000)
  show({ phase: 'starting', ending: null })
  show({ phase: 'live' })
  vi.advanceTimersByTime(300_000)
  expect(over).not.toHaveBeenCalled()
  await end('person-ended')
  expect(over.mock.calls).toEqual([['person-ended']])
})

test('a start that is under way at the minute may become a call', async () => {
  const { over, show, end } = stage()
  vi.advanceTimersByTime(59_000)
  show({ phase: 'starting' })
  vi.advanceTimersByTime(2_000)
  show({ phase: 'live', isDemo: true })
  vi.advanceTimersByTime(58_000)
  expect(over).not.toHaveBeenCalled()
  await end('limit-reached')
  expect(over).toHaveBeenCalledTimes(1)
})

test.each(['failToStart', 'callOff'] as const)(
  'a start under way at the minute that does not succeed (%s) ends it',
  async (how) => {
    const trial = stage()
    vi.advanceTimersByTime(59_000)
    trial.show({ phase: 'starting' })
    vi.advanceTimersByTime(2_000)
    expect(trial.over).not.toHaveBeenCalled()
    await trial[how]()
    expect(trial.over).toHaveBeenCalledTimes(1)
  },
)

test('a start that fails within the minute leaves the rest of it', async () => {
  const { over, show, failToStart } = stage()
  show({ phase: 'starting' })
  await failToStart()
  vi.advanceTimersByTime(59_999)
  expect(over).not.toHaveBeenCalled()
})

test('a call without a limit has no trial', async () => {
  const { over, show, end } = stage()
  show({ phase: 'live', isDemo: false })
  vi.advanceTimersByTime(600_000)
  await end('person-ended')
  expect(over).not.toHaveBeenCalled()
})

test('stopped, it never ends', () => {
  const { over, stop } = stage()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(over).not.toHaveBeenCalled()
})
