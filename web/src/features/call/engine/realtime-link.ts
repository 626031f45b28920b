import {
  REALTIME_SUBPROTOCOL,
  REALTIME_TOKEN_SUBPROTOCOL_PREFIX,
  serverEventSchema,
  type ClientEvent,
  type ServerEvent,
} from '#contract/realtime.ts'
import { StartRefused } from './call-problem.ts'

/** The part of `WebSocket` that is used. */
interface LinkSocket {
  readonly readyState: number
  send(data: string): void
  close(): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'close', listener: (event: { code: number; reason: string }) => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

export type OpenSocket = (url: string, protocols: string[]) => LinkSocket

interface RealtimeLinkOptions {
  openSocket: OpenSocket
  url: string
  token: string
  onEvent: (event: ServerEvent) => void
  /** The socket was closed, but not from this side. */
  onLost: () => void
}

const SESSION_WITHIN_MS = 15_000
const OPEN = 1
const NO_ANSWER = 'The voice server did not answer. Check your connection and try again; no time was counted.'

export type RealtimeLink = ReturnType<typeof createRealtimeLink>

/** One socket of the realtime protocol, from opening to closing. Frames that cannot be parsed are ignored. */
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
    /** Resolves when the session has begun; rejects with `StartRefused` when the server refuses the caller. */
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
            // The server sends a refusal as an event, since a page cannot read the response of a failed WebSocket
            // handshake.
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
    /** The event is dropped when the socket is not open. */
    send(event: ClientEvent): void {
      if (socket?.readyState === OPEN) socket.send(JSON.stringify(event))
    },
    /** May be called several times. Afterwards nothing is reported. */
    close(): void {
      closed = true
      socket?.close()
    },
  }
}
