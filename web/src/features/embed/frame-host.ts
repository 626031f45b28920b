import { hostMessageOf, type FrameMessage } from '#contract/embed.ts'
import { ApiProblem } from '../../lib/api-problem.ts'

/** The script around the frame answers at once, or it is not there. */
const HOST_ANSWERS_WITHIN_MS = 15_000

/** Whether this page is framed by another site's. */
export function isFramedByOthers(): boolean {
  if (typeof window === 'undefined' || window.parent === window) return false
  try {
    return window.parent.location.origin !== window.location.origin
  } catch {
    return true
  }
}

/** Tells the page that frames this one; without a frame it does nothing. */
export function tellHost(message: FrameMessage): void {
  // The host's origin is not known here, and nothing of this is secret.
  if (window.parent !== window) window.parent.postMessage(message, '*')
}

/**
 * The leave of the site around this frame, which its script asks the server for.
 * @throws ApiProblem in the server's words, or when no script of ours is there
 */
export function askForTicket(signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const finish = (act: () => void) => {
      done.abort()
      clearTimeout(timer)
      act()
    }
    const refuse = (title: string, detail: string) =>
      finish(() => reject(new ApiProblem({ status: 403, code: 'origin-refused', title, detail, requestId: null })))
    const timer = setTimeout(
      () =>
        refuse(
          'Calls cannot be started from this page',
          'The page around this window is not responding. Its owner needs to add our script to it.',
        ),
      HOST_ANSWERS_WITHIN_MS,
    )
    window.addEventListener(
      'message',
      ({ source, data }: MessageEvent<unknown>) => {
        const message = source === window.parent ? hostMessageOf(data) : null
        if (message?.type === 'voxhall:ticket') finish(() => resolve(message.ticket))
        if (message?.type === 'voxhall:refused') refuse(message.title, message.detail)
      },
      { signal: done.signal },
    )
    signal.addEventListener('abort', () => finish(() => reject(signal.reason as Error)), { once: true })
    tellHost({ type: 'voxhall:ticket-wanted' })
  })
}
