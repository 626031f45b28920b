import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { closeAll, endOnSignals } from './shutdown.ts'

/** Created before the mock on `process.on`, since pino adds its own listener to the process. */
const log = pino({ level: 'silent' })

type OnSignal = (signal: NodeJS.Signals) => void

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Captures the signal handler instead of registering it, because real signals are meant for the test runner. */
function endingProcess(close: () => Promise<boolean> = () => new Promise(() => {})): {
  onSignal: OnSignal
  exit: ReturnType<typeof vi.spyOn>
} {
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
  endOnSignals(log, close, 15_000)
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

it('ends a process that cannot close in time, as a failure', () => {
  const { onSignal, exit } = endingProcess()
  onSignal('SIGTERM')
  vi.advanceTimersByTime(14_999)
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
})

it.each([
  [true, 0],
  [false, 1],
])('tells the supervisor whether everything was closed: %s', async (allClosed, code) => {
  const { onSignal, exit } = endingProcess(async () => allClosed)
  onSignal('SIGTERM')
  await vi.advanceTimersByTimeAsync(0)
  expect(exit).toHaveBeenCalledExactlyOnceWith(code)
})

it('closes the other parts even if one fails, which is no success', async () => {
  const closed: string[] = []
  const broken = { close: () => Promise.reject(new Error('it hangs')) }
  const database = { close: () => void closed.push('database') }
  expect(await closeAll(log, { broken, database })).toBe(false)
  expect(closed).toEqual(['database'])
  expect(await closeAll(log, { database })).toBe(true)
})
