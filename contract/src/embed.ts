/**
 * What the script that sites paste, the page in its frame and the server agree on. Without a library: the script must be
 * light on pages that are not ours.
 */
export const EMBED_SCRIPT_PATH = '/embed.js'

export function embedPagePath(assistantId: string): string {
  return `/embed/${encodeURIComponent(assistantId)}`
}

/**
 * The assistant whose page in a frame has this address; undefined for every other address. One of the catalogue by its
 * id, an own assistant by the last part of its page's address.
 */
export function embeddedAssistant(path: string): string | undefined {
  return /^\/embed\/([\w-]{1,80})\/?$/.exec(path)?.[1]
}

export function embedSitePath(assistantId: string): string {
  return `/api/embed/${encodeURIComponent(assistantId)}/site`
}

/** Where the script reports that it shows an own assistant. */
export function embedSightingPath(assistantId: string): string {
  return `/api/embed/${encodeURIComponent(assistantId)}/sightings`
}

/** Where the page in a frame without our script asks for leave to call. */
export function embedFrameTicketPath(assistantId: string): string {
  return `/api/embed/${encodeURIComponent(assistantId)}/frame-tickets`
}

/** Where the script asks for leave to call, in the name of the page that it is on. */
export function embedTicketPath(assistantId: string): string {
  return `/api/embed/${encodeURIComponent(assistantId)}/tickets`
}

/** What the frame's page says to the script around it. Nothing of it is secret. */
export type FrameMessage =
  | { type: 'voxhall:ready' }
  | { type: 'voxhall:close' }
  /** A call is about to begin, and needs the leave of this site. */
  | { type: 'voxhall:ticket-wanted' }
  | FrameCallMessage

export interface FrameCallMessage {
  type: 'voxhall:call'
  phase: 'idle' | 'starting' | 'live'
  /** Whether no plan pays for the call. Null: not known. */
  isDemo: boolean | null
  /** Why the latest call is over; null while none is. */
  endReason: string | null
}

/** What the script says to the page in its frame. */
export type HostMessage =
  /** It is there, and asks the server for a ticket. */
  | { type: 'voxhall:asking' }
  | { type: 'voxhall:ticket'; ticket: string }
  /** This site may not: in words for people. */
  | { type: 'voxhall:refused'; title: string; detail: string }

const PHASES: readonly unknown[] = ['idle', 'starting', 'live']

/** Null for other messages between windows. */
export function frameMessageOf(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, phase, isDemo, endReason } = data as Record<string, unknown>
  if (type === 'voxhall:ready' || type === 'voxhall:close' || type === 'voxhall:ticket-wanted') return { type }
  const isCall =
    type === 'voxhall:call' &&
    PHASES.includes(phase) &&
    (isDemo === null || typeof isDemo === 'boolean') &&
    (endReason === null || typeof endReason === 'string')
  return isCall ? (data as FrameCallMessage) : null
}

/** Null for other messages between windows. */
export function hostMessageOf(data: unknown): HostMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, ticket, title, detail } = data as Record<string, unknown>
  if (type === 'voxhall:asking') return { type }
  if (type === 'voxhall:ticket' && typeof ticket === 'string') return { type, ticket }
  if (type === 'voxhall:refused' && typeof title === 'string' && typeof detail === 'string') {
    return { type, title, detail }
  }
  return null
}
