import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { endOnSignals } from './shutdown.ts'

/** Made before `process.on` is watched: it hangs itself on the process too. */
const log = pino({ level: 'silent' })

type OnSignal = (signal: NodeJS.Signals) => void

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** How the process would be told of a signal: kept from the real one, whose signals are the test runner's. */
function endingProcess(): { onSignal: OnSignal; exit: ReturnType<typeof vi.spyOn> } {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const heard = new Map<unknown, OnSignal>()
  const on = vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    heard.set(name, listener)
    return process
  })
  endOnSignals(log, () => new Promise(() => {}), 15_000)
  on.mockRestore()
  return { onSignal: (signal) => heard.get(signal)?.(signal), exit }
}

it('takes a Ctrl-C that comes twice at once for one, and a later one seriously', () => {
  const { onSignal, exit } = endingProcess()
  onSignal('SIGINT')
  vi.advanceTimersByTime(1)
  onSignal('SIGINT')
  vi.advanceTimersByTime(498)
  onSignal('SIGTERM')
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  onSignal('SIGINT')
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
})
