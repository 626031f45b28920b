import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { endOnSignals } from './shutdown.ts'

/** Created before the mock on `process.on`, since pino adds its own listener to the process. */
const log = pino({ level: 'silent' })

type OnSignal = (signal: NodeJS.Signals) => void

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Captures the signal handler instead of registering it, because real signals are meant for the test runner. */
function endingProcess(): { onSignal: OnSignal; exit: ReturnType<typeof vi.spyOn> } {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  let heard: { name: unknown; listener: OnSignal }[] = []
  const on = vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    heard.push({ name, listener })
    return process
  })
  const remove = vi.spyOn(process, 'removeAllListeners').mockImplementation((removed) => {
    heard = heard.filter(({ name }) => name !== removed)
    return process
  })
  // Vite's development server listens like this.
  process.on('SIGTERM', () => process.exit(143))
  endOnSignals(log, () => new Promise(() => {}), 15_000)
  on.mockRestore()
  remove.mockRestore()
  const onSignal = (signal: NodeJS.Signals) => {
    for (const { name, listener } of heard) if (name === signal) listener(signal)
  }
  return { onSignal, exit }
}

it('counts two signals within half a second as one Ctrl-C, and exits at once on a later one', () => {
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

it('shuts down in order even if another part listens to the signals too', () => {
  const { onSignal, exit } = endingProcess()
  onSignal('SIGTERM')
  expect(exit).not.toHaveBeenCalled()
})
