import { embeddedAssistant, embedFrameTicketPath, hostMessageOf, type FrameMessage } from '#contract/embed.ts'
import { z } from 'zod'
import { apiFetch } from '../../lib/api-fetch.ts'
import { ApiProblem } from '../../lib/api-problem.ts'

/** The script around the frame says at once that it is asking, or it is not there. */
const HOST_ANSWERS_WITHIN_MS = 400
const ticketSchema = z.object({ ticket: z.string() })

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
 * The permission of the site around this frame. Its script asks the server for it; where a site has put our frame into its
 * page without the script, the frame asks by itself.
 * @throws ApiProblem in the server's words
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
    const timer = setTimeout(() => {
      void requestFrameTicket(done.signal).then(
        (ticket) => finish(() => resolve(ticket)),
        (error: unknown) => finish(() => reject(error)),
      )
    }, HOST_ANSWERS_WITHIN_MS)
    window.addEventListener(
      'message',
      ({ source, data }: MessageEvent<unknown>) => {
        const message = source === window.parent ? hostMessageOf(data) : null
        if (message?.type === 'voxhall:asking') clearTimeout(timer)
        if (message?.type === 'voxhall:ticket') finish(() => resolve(message.ticket))
        if (message?.type === 'voxhall:refused') refuse(message.title, message.detail)
      },
      { signal: done.signal },
    )
    signal.addEventListener('abort', () => finish(() => reject(signal.reason as Error)), { once: true })
    tellHost({ type: 'voxhall:ticket-wanted' })
  })
}

/** Browsers show this frame only on sites that are allowed, so the site around it may be named by the frame itself. */
async function requestFrameTicket(signal: AbortSignal): Promise<string> {
  const response = await apiFetch(embedFrameTicketPath(embeddedAssistant(window.location.pathname) ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ site: originAround() }),
    signal,
  })
  return ticketSchema.parse(await response.json()).ticket
}

/** Firefox knows no `ancestorOrigins`; a page that hides its referrer there cannot be told from others. */
function originAround(): string {
  const [nearest] = window.location.ancestorOrigins ?? []
  if (nearest !== undefined) return nearest
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : ''
}
