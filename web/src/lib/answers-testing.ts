// Scripted answers instead of a server, for tests in a browser.
import { onTestFinished } from 'vitest'

/** Answers by method and path, such as `POST /api/contact`. Requests that are not listed get a 503. */
export type Answers = Record<string, (request: Request) => Response | Promise<Response>>

/**
 * Answers requests to our API until the test is over. All other requests, such as those for scripts, go to the network.
 * Spies are restored before the page is removed, which still sends what is unsaved, so this is none.
 */
export function answerWith(answers: Answers): void {
  const original = window.fetch
  onTestFinished(() => void (window.fetch = original))
  window.fetch = async (input, init) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.href), init)
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/api/')) return original(input, init)
    const answer = answers[`${request.method} ${pathname}`]
    return answer === undefined ? new Response(null, { status: 503 }) : answer(request)
  }
}
