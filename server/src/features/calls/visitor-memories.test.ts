import { expect, it, onTestFinished, vi } from 'vitest'
import { createVisitorMemories } from './visitor-memories.ts'

it('a visitor’s words are remembered for two minutes after the call', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const memories = createVisitorMemories(40)
  const line = { itemId: 'a', position: 0, role: 'user' as const, atMs: 0, interrupted: false, timings: undefined }
  // Lines are recorded as they are completed, and a forgotten one is emptied.
  memories.add('call_1', { ...line, itemId: 'b', position: 1, role: 'assistant', content: 'We do.' })
  memories.add('call_1', { ...line, itemId: 'c', position: 2, content: '' })
  for (const content of ['Do you', 'Do you bake rye?']) memories.add('call_1', { ...line, content })
  vi.advanceTimersByTime(600_000)
  memories.over('call_1')
  vi.advanceTimersByTime(119_999)
  expect(memories.take('call_1')).toEqual([
    { role: 'user', content: 'Do you bake rye?' },
    { role: 'assistant', content: 'We do.' },
  ])
  vi.advanceTimersByTime(1)
  expect(memories.take('call_1')).toEqual([])
})
