import { expect, onTestFinished, test, vi } from 'vitest'
import { browserVapiDeps } from '../vapi/browser-vapi-deps.ts'
import { requestCall } from './request-call.ts'

const vapi = browserVapiDeps(null, { id: 'finance', isOwn: false })

test.each([
  ['the built-in engine', (signal: AbortSignal) => requestCall('finance', signal)],
  ['Vapi', (signal: AbortSignal) => vapi.requestCall({ assistantId: 'finance', ownAccount: true }, signal)],
])('a request for a call through %s that is never answered ends as unreachable', async (_, request) => {
  const limit = new AbortController()
  const limited = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const unanswered = vi.fn<typeof fetch>(
    (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', ({ target }) => reject((target as AbortSignal).reason as Error)),
      ),
  )
  vi.stubGlobal('fetch', unanswered)
  onTestFinished(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const answer = request(new AbortController().signal)
  await vi.waitFor(() => expect(unanswered).toHaveBeenCalled())
  expect(limited).toHaveBeenCalledWith(15_000)
  limit.abort(new DOMException('The time is up', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ code: 'unreachable' })
})
