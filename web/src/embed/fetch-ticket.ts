import type { TagLook } from '#contract/website.ts'
import { embedApiPath, type HostMessage } from '#contract/embed.ts'

/**
 * Asks our server for a ticket that allows a call from this page; the browser sends the page's origin. The request is
 * simple enough to need no CORS preflight, and carries no cookies of ours.
 */
export async function fetchTicket(base: string, assistantId: string): Promise<HostMessage> {
  try {
    const response = await fetch(`${base}${embedApiPath(assistantId, 'tickets')}`, {
      method: 'POST',
      credentials: 'omit',
    })
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

/** `look` is null for a catalogue assistant, and when the server did not answer; the frame then shows what is wrong. */
type SiteLeave = { look: TagLook | null } | { refusal: string }

/** Asks whether this page may show the assistant. `refusal` is a message for the page's developer. */
export async function askForSite(base: string, assistantId: string): Promise<SiteLeave> {
  // Our own site is always allowed, and a same-origin GET would not send the origin.
  if (base === location.origin) return { look: null }
  const response = await fetch(`${base}${embedApiPath(assistantId, 'site')}`, { credentials: 'omit' }).catch(() => null)
  if (response?.status === 403) {
    return {
      refusal:
        `${location.origin} is not allowed to show the assistant "${assistantId}", so visitors see nothing. Its owner ` +
        `can allow this site under My assistants, Website; the operator of ${base} allows sites for the catalogue.`,
    }
  }
  if (response?.status === 404) {
    return { refusal: `there is no assistant "${assistantId}" at ${base}, or it is not live, so visitors see nothing.` }
  }
  if (response?.status !== 200) return { look: null }
  const { look, isReportWanted } = (await response.json()) as { look: TagLook; isReportWanted: boolean }
  if (isReportWanted) {
    const report = `${base}${embedApiPath(assistantId, 'sightings')}`
    // A failed report only leaves the owner's list of sites out of date.
    void fetch(report, { method: 'POST', credentials: 'omit', keepalive: true }).catch(() => {})
  }
  return { look }
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise
}
