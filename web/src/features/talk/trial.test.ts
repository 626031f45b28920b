import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEmitter } from './call/emitter.ts'
import { INITIAL_VIEW, type CallView, type VoiceCall, type VoiceCallEvents } from './call/voice-call.ts'
import { startTrial } from './trial.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Only what a trial looks at: the view and the events of a call. */
function stage() {
  const emitter = createEmitter<VoiceCallEvents>()
  let view: CallView = INITIAL_VIEW
  const over = vi.fn<() => void>()
  const call: Pick<VoiceCall, 'view' | 'on'> = { view: () => view, on: emitter.on }
  const stop = startTrial({ call, onOver: over })
  return {
    over,
    stop,
    show: (patch: Partial<CallView>) => {
      view = { ...view, ...patch }
      emitter.emit('change', null)
    },
    end: (reason: 'person-ended' | 'limit-reached' | 'connection-lost') => {
      view = { ...view, phase: 'idle' }
      emitter.emit('call-end', { reason, durationMs: 1 })
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

test('somebody in a call keeps the minute that the countdown shows', () => {
  const { over, show, end } = stage()
  vi.advanceTimersByTime(30_000)
  show({ phase: 'live', limited: true })
  vi.advanceTimersByTime(59_000)
  expect(over).not.toHaveBeenCalled()
  end('limit-reached')
  expect(over).toHaveBeenCalledTimes(1)
})

test('hanging up after the minute ends the trial, hanging up before does not', () => {
  const { over, show, end } = stage()
  show({ phase: 'live', limited: true })
  end('person-ended')
  expect(over).not.toHaveBeenCalled()
  show({ phase: 'live' })
  vi.advanceTimersByTime(60_000)
  end('person-ended')
  expect(over).toHaveBeenCalledTimes(1)
})

test('a line that broke is explained in the dialog, which stays', () => {
  const { over, show, end } = stage()
  show({ phase: 'live', limited: true })
  vi.advanceTimersByTime(60_000)
  end('connection-lost')
  expect(over).not.toHaveBeenCalled()
})

test('a call without a limit has no trial', () => {
  const { over, show, end } = stage()
  show({ phase: 'live', limited: false })
  vi.advanceTimersByTime(600_000)
  end('person-ended')
  expect(over).not.toHaveBeenCalled()
})

test('stopped, it never ends', () => {
  const { over, stop } = stage()
  stop()
  vi.advanceTimersByTime(60_000)
  expect(over).not.toHaveBeenCalled()
})
