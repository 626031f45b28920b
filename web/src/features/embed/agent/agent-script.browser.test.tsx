import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadAgent } from './agent-script.ts'

afterEach(() => document.body.replaceChildren())

const SCRIPT = 'data:text/javascript,document.body.append(document.createElement("did-agent"))'

function load(tellsWhenReady: boolean) {
  const target = document.createElement('div')
  document.body.append(target)
  const on = { ready: vi.fn<() => void>(), failed: vi.fn<() => void>() }
  const close = loadAgent({ src: SCRIPT, data: {}, tellsWhenReady }, target, on)
  return { target, on, close }
}

test('closing D-ID’s agent removes it, even where it has placed itself beside its target', async () => {
  const { on, close } = load(false)
  await expect.poll(() => on.ready.mock.calls.length).toBe(1)
  const added = () => document.body.querySelectorAll('did-agent, script').length
  expect(added()).toBe(2)
  close()
  expect(added()).toBe(0)
  expect(on.failed).not.toHaveBeenCalled()
})

test('an agent that is not ready within twenty seconds has failed', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const slow = load(true)
  const ready = load(true)
  ready.target.dispatchEvent(new CustomEvent('voxhall:ready'))
  vi.advanceTimersByTime(19_999)
  expect(slow.on.failed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(slow.on.failed).toHaveBeenCalledOnce()
  expect(ready.on.failed).not.toHaveBeenCalled()
})
