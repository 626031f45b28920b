/**
 * The protocol between the script that other sites paste, our page in its frame, and the server. This file imports no
 * library, so that the script stays small on the sites that load it.
 */
export const EMBED_SCRIPT_PATH = '/embed.js'

export function embedPagePath(assistantId: string): string {
  return `/embed/${encodeURIComponent(assistantId)}`
}

/**
 * The assistant shown by the frame page with this address; undefined for any other address. A catalogue assistant is
 * named by its id, an own assistant by its slug.
 */
export function embeddedAssistant(path: string): string | undefined {
  return /^\/embed\/([\w-]{1,80})\/?$/.exec(path)?.[1]
}

/**
 * Where the script asks how a site may show an assistant, reports that it shows an own one, and asks for a ticket that
 * allows a call from the site.
 */
export function embedApiPath(assistantId: string, part: 'site' | 'sightings' | 'tickets'): string {
  return `/api/embed/${encodeURIComponent(assistantId)}/${part}`
}

/** Messages from the frame page to the script around it. They hold nothing secret. */
export type FrameMessage =
  | { type: 'voxhall:ready' }
  | { type: 'voxhall:close' }
  /** A call is about to begin and needs a ticket for this site. */
  | { type: 'voxhall:ticket-wanted' }
  | FrameCallMessage

export interface FrameCallMessage {
  type: 'voxhall:call'
  phase: 'idle' | 'starting' | 'live'
  /** True when no plan pays for the call; null while that is unknown. */
  isDemo: boolean | null
  /** Why the latest call ended; null unless it has ended. */
  endReason: string | null
}

/** Messages from the script to the page in its frame. */
export type HostMessage =
  /** The script is present and is asking the server for a ticket. */
  | { type: 'voxhall:asking' }
  | { type: 'voxhall:ticket'; ticket: string }
  /** The server refused this site a ticket; the texts are for people. */
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
