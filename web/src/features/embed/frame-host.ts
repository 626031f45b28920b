import { embeddedAssistant, hostMessageOf, type FrameMessage } from '#contract/embed.ts'
import { api, successBody } from '../../lib/api.ts'
import { ApiProblem } from '../../lib/api-problem.ts'

/**
 * The script around the frame replies within this time that it is requesting a ticket; otherwise there is no script.
 */
const HOST_ANSWERS_WITHIN_MS = 400

/** Whether this page is in a frame on another site. */
export function isFramedByOthers(): boolean {
  if (typeof window === 'undefined' || window.parent === window) return false
  try {
    return window.parent.location.origin !== window.location.origin
  } catch {
    return true
  }
}

/** Sends a message to the page around this frame; does nothing outside of a frame. */
export function tellHost(message: FrameMessage): void {
  // The parent's origin is unknown here, and the message holds nothing secret.
  if (window.parent !== window) window.parent.postMessage(message, '*')
}

/**
 * Gets a ticket that allows a call from the site around this frame. The site's script requests it from the server. When
 * a site uses our frame without the script, the frame requests it by itself.
 * @throws ApiProblem with the server's message
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
        ({ ticket }) => finish(() => resolve(ticket)),
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

/** The frame may name the surrounding site itself: browsers show this frame only on allowed sites. */
function requestFrameTicket(signal: AbortSignal) {
  const { 'frame-tickets': tickets } = api.api.embed[':assistantId']
  const param = { assistantId: embeddedAssistant(window.location.pathname) ?? '' }
  return successBody(tickets.$post({ param, json: { site: originAround() } }, { init: { signal } }))
}

/** Firefox has no `ancestorOrigins`. There, a site that hides its referrer cannot be identified. */
function originAround(): string {
  const [nearest] = window.location.ancestorOrigins ?? []
  if (nearest !== undefined) return nearest
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : ''
}
