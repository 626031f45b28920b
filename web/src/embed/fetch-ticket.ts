import { embedSitePath, embedTicketPath, type HostMessage } from '#contract/embed.ts'

/**
 * Asks our server for leave to call, in the name of this page: the browser names its origin. Plain enough to need no
 * preflight, and without the cookies that the browser keeps for us.
 */
export async function fetchTicket(base: string, assistantId: string): Promise<HostMessage> {
  try {
    const response = await fetch(`${base}${embedTicketPath(assistantId)}`, { method: 'POST', credentials: 'omit' })
    const body = (await response.json()) as Record<string, unknown>
    if (response.ok && typeof body['ticket'] === 'string') return { type: 'voxhall:ticket', ticket: body['ticket'] }
    return {
      type: 'voxhall:refused',
      title: textOr(body['title'], 'Calls cannot be started from this page'),
      detail: textOr(body['detail'], 'Please try again in a moment.'),
    }
  } catch {
    return {
      type: 'voxhall:refused',
      title: 'No connection',
      detail: 'The voice server could not be reached. Check your connection and try again.',
    }
  }
}

/**
 * Why this page may not show the assistant, in words for its developer; null where it may, and where the
 * server did not answer: then the frame tells.
 */
export async function refusalOfSite(base: string, assistantId: string): Promise<string | null> {
  // On our own site it may, and a request to it would not name the origin.
  if (base === location.origin) return null
  const response = await fetch(`${base}${embedSitePath(assistantId)}`, { credentials: 'omit' }).catch(() => null)
  if (response?.status === 403) {
    return (
      `${location.origin} is not allowed to show assistants of ${base}, so visitors see nothing. ` +
      `The operator of ${base} can add ${location.origin} to ALLOWED_ORIGINS.`
    )
  }
  if (response?.status === 404) {
    return `there is no assistant "${assistantId}" at ${base}, or it is not live, so visitors see nothing.`
  }
  return null
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
