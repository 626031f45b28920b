import {
  REALTIME_SUBPROTOCOL,
  REALTIME_TOKEN_SUBPROTOCOL_PREFIX,
  serverEventSchema,
  type ClientEvent,
  type ServerEvent,
} from '#contract/realtime.ts'
import { StartRefused } from './call-problem.ts'

interface RealtimeLinkOptions {
  /** The server's address of the socket, possibly relative to that of the page. */
  url: string
  token: string
  onEvent: (event: ServerEvent) => void
  /** The socket was closed, but not from this side. */
  onLost: () => void
}

const SESSION_WITHIN_MS = 15_000
const NO_ANSWER = 'The voice server did not answer. Check your connection and try again; no time was counted.'

export type RealtimeLink = ReturnType<typeof createRealtimeLink>

/** One socket of the realtime protocol, from opening to closing. Frames that cannot be parsed are ignored. */
export function createRealtimeLink(options: RealtimeLinkOptions) {
  let socket: WebSocket | null = null
  let closed = false

  return {
    /** Resolves when the session has begun; rejects with `StartRefused` when the server refuses the caller. */
    open(): Promise<void> {
      return new Promise((resolve, reject) => {
        let joined = false
        let refusal = NO_ANSWER
        const protocols = [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_SUBPROTOCOL_PREFIX}${options.token}`]
        const opened = new WebSocket(socketAddress(options.url), protocols)
        socket = opened
        const timer = setTimeout(() => opened.close(), SESSION_WITHIN_MS)

        opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (closed) return
          const event = eventOf(data)
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
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(event))
    },
    /** May be called several times. Afterwards nothing is reported. */
    close(): void {
      closed = true
      socket?.close()
    },
  }
}

function eventOf(data: unknown): ServerEvent | null {
  try {
    return serverEventSchema.safeParse(JSON.parse(String(data))).data ?? null
  } catch {
    return null
  }
}

/** `/v1/realtime` becomes `wss://host/v1/realtime`, since older browsers accept no other address for a socket. */
function socketAddress(url: string): string {
  const address = new URL(url, globalThis.location?.href)
  address.protocol = address.protocol.replace(/^http/, 'ws')
  return address.href
}
