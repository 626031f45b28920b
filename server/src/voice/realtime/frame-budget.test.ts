import { expect, it, onTestFinished, vi } from 'vitest'
import { createFrameBudget } from './frame-budget.ts'

it('a connection may send a recording at once, some commands and a few mistakes, and not more', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { takeFrame, takeCommand, takeMistake } = createFrameBudget()
  const countOf = (take: () => boolean) => {
    let count = 0
    while (take()) count += 1
    return count
  }
  const megabytes = createFrameBudget()
  expect({
    frames: countOf(() => takeFrame(0)),
    megabytes: countOf(() => megabytes.takeFrame(1024 * 1024)),
    commands: countOf(takeCommand),
    mistakes: countOf(() => takeMistake(0)),
  }).toEqual({ frames: 2_000, megabytes: 6, commands: 100, mistakes: 60 })
})
