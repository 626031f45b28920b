import { embedTicketPath, type HostMessage } from '#contract/embed.ts'

/**
 * Asks our server for leave to call, in the name of this page: the browser names its origin. Plain enough to need no
 * preflight, and without whatever the browser keeps for us.
 */
export async function fetchTicket(base: string, assistantId: string): Promise<HostMessage> {
  try {
    const response = await fetch(`${base}${embedTicketPath(assistantId)}`, { method: 'POST', credentials: 'omit' })
    const body = (await response.json()) as Record<string, unknown>
    if (response.ok && typeof body['ticket'] === 'string') return { type: 'voxhall:ticket', ticket: body['ticket'] }
    return {
      type: 'voxhall:refused',
      title: textOr(body['title'], 'This page may not start calls'),
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

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
