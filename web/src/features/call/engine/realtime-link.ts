import {
  REALTIME_SUBPROTOCOL,
  REALTIME_TOKEN_SUBPROTOCOL_PREFIX,
  serverEventSchema,
  type ClientEvent,
  type ServerEvent,
} from '#contract/realtime.ts'
import { StartRefused } from './call-problem.ts'

/** The part of a `WebSocket` that is needed. */
export interface LinkSocket {
  readonly readyState: number
  send(data: string): void
  close(): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

export type OpenSocket = (url: string, protocols: string[]) => LinkSocket

export interface RealtimeLinkOptions {
  openSocket: OpenSocket
  url: string
  token: string
  onEvent: (event: ServerEvent) => void
  /** The socket is gone, though it was not closed from this side. */
  onLost: () => void
}

const SESSION_WITHIN_MS = 15_000
const OPEN = 1
const NO_ANSWER = 'The voice server did not answer. Check your connection and try again; no time was counted.'

export type RealtimeLink = ReturnType<typeof createRealtimeLink>

/** One socket of the Realtime protocol, from opening to its end. Frames that are not understood are passed over. */
export function createRealtimeLink(options: RealtimeLinkOptions) {
  let socket: LinkSocket | null = null
  let closed = false

  function read(data: unknown): ServerEvent | null {
    if (typeof data !== 'string') return null
    try {
      const parsed = serverEventSchema.safeParse(JSON.parse(data))
      return parsed.success ? parsed.data : null
    } catch {
      return null
    }
  }

  return {
    /** Resolves with the session; rejects with `StartRefused` when the server does not let the caller in. */
    open(): Promise<void> {
      return new Promise((resolve, reject) => {
        const { openSocket, url, token } = options
        let joined = false
        let refusal = NO_ANSWER
        const opened = openSocket(url, [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_SUBPROTOCOL_PREFIX}${token}`])
        socket = opened
        const timer = setTimeout(() => opened.close(), SESSION_WITHIN_MS)

        opened.addEventListener('message', ({ data }) => {
          if (closed) return
          const event = read(data)
          if (event === null) return
          if (!joined && event.type === 'error') {
            // A refusal comes as an event, since a browser shows its page nothing of a failed handshake.
            refusal = event.error.message
            return
          }
          options.onEvent(event)
          if (event.type !== 'session.created') return
          joined = true
          clearTimeout(timer)
          resolve()
        })
        opened.addEventListener('close', () => {
          clearTimeout(timer)
          if (!joined) reject(new StartRefused(refusal))
          else if (!closed) options.onLost()
        })
      })
    },
    /** Dropped when the socket is not open. */
    send(event: ClientEvent): void {
      if (socket?.readyState === OPEN) socket.send(JSON.stringify(event))
    },
    /** Idempotent. Afterwards nothing is reported any more. */
    close(): void {
      closed = true
      socket?.close()
    },
  }
}
