import { expect, it, onTestFinished, vi } from 'vitest'
import { callVendor, readText } from './vendor-http.ts'

it('a vendor that sends a little now and then is given up when all waits together take too long', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const dripping: typeof fetch = async (_, init) => {
    const body = new ReadableStream({
      start: (controller) =>
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason), { once: true }),
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 900))
        controller.enqueue(new Uint8Array([97]))
      },
    })
    return new Response(body)
  }
  const patience = { firstByteMs: 1_000, betweenMs: 1_000, wholeMs: 10_000 }
  const { bytes } = await callVendor({ vendor: 'v', url: 'https://v.test', headers: {}, patience, fetch: dripping })
  let outcome: unknown
  void readText(bytes, 1_000).then(
    (text) => (outcome = text),
    (error: unknown) => (outcome = error),
  )
  await vi.advanceTimersByTimeAsync(9_900)
  expect(outcome).toBeUndefined()
  await vi.advanceTimersByTimeAsync(200)
  expect(outcome).toMatchObject({ name: 'VendorError', kind: 'timed-out' })
})
