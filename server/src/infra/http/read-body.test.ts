import { expect, it, onTestFinished, vi } from 'vitest'
import { readBody } from './read-body.ts'

it('an upload that stalls until its time is over is refused, not taken for a whole one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(10)) })
  const init = { method: 'POST', body, duplex: 'half' }
  const request = new Request('http://voxhall.test', init)
  const limits = { maxBytes: 100, timeoutMs: 90_000, tooLargeWords: '' }
  const refusal = readBody(request, limits).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(limits.timeoutMs)
  expect(await refusal).toMatchObject({ code: 'bad-request', detail: expect.stringContaining('took too long') })
})
