import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { MAX_FRAME_BYTES, REALTIME_SUBPROTOCOL, REALTIME_TOKEN_SUBPROTOCOL_PREFIX } from '#contract/realtime.ts'
import type { CallSession } from '../call/call-session.ts'
import type { CallDesk, VoiceParts } from '../call-ports.ts'
import { serveConnection } from './realtime-connection.ts'
import { appErrorEvent } from './wire-error.ts'

/** Our close codes for refusals (4000–4999 are free for applications). */
const CLOSE_CODES: Partial<Record<ErrorCode, number>> = {
  'call-token-invalid': 4401,
  'origin-refused': 4403,
  'rate-limited': 4429,
  'too-many-calls': 4429,
  'demo-time-used-up': 4429,
  'demos-resting': 4503,
  unavailable: 4503,
}

/** Limits of what one socket may make the WebSocket library hold. */
const SOCKET_LIMITS = {
  maxPayload: MAX_FRAME_BYTES,
  /** Fragments of one frame, for clients that split frames. */
  maxFragments: 1_024,
  /** Chunks in which the network may deliver a frame. */
  maxBufferedChunks: 8_192,
  /** After this time, a client that does not answer the closing handshake is cut off. */
  closeTimeout: 5_000,
  // Audio hardly shrinks, and a small compressed message could become large in memory.
  perMessageDeflate: false,
}
/** Sockets that are allowed in addition to those of calls, for being refused or closed. */
const SPARE_SOCKETS = 200

export interface RealtimeServerOptions {
  desk: CallDesk
  parts: VoiceParts
  /** Whether pages of this origin may make calls. Clients other than browsers send no origin and are allowed. */
  isOriginAllowed: (origin: string, host: string | undefined) => boolean
  maxCalls: number
  /** Called for every socket, before any lookup. @throws {AppError} `rate-limited` */
  checkRate: (request: IncomingMessage) => void
}

export type RealtimeServer = ReturnType<typeof createRealtimeServer>

/** Serves `WS /v1/realtime`: admits a caller by the token from `POST /api/calls` and gives each socket its call. */
export function createRealtimeServer(options: RealtimeServerOptions) {
  const calls = new Set<CallSession>()
  /** Sockets that were refused and are still open, oldest first. */
  const refused = new Set<WebSocket>()
  let closing = false
  let admitting = 0
  const sockets = new WebSocketServer({
    noServer: true,
    ...SOCKET_LIMITS,
    handleProtocols: (offered) => (offered.has(REALTIME_SUBPROTOCOL) ? REALTIME_SUBPROTOCOL : false),
  })

  async function admit(socket: WebSocket, request: IncomingMessage): Promise<void> {
    // Frames that arrive during the token's lookup wait in the socket.
    socket.pause()
    socket.on('error', () => socket.terminate())
    try {
      const { origin, host } = request.headers
      if (origin !== undefined && !options.isOriginAllowed(origin, host)) throw new AppError('origin-refused')
      options.checkRate(request)
      if (closing) throw new AppError('unavailable')
      if (calls.size + admitting >= options.maxCalls) {
        throw new AppError('unavailable', { detail: 'All lines are busy. Please try again in a minute.' })
      }
      const admitted = await whileCounted(() => options.desk.admit(tokenOf(request)))
      const call = serveConnection(socket, admitted, options.parts)
      // Since the lookup of the token began, the server may have begun to stop, or the connection may have broken.
      if (closing) return void call.end('server-stopping')
      if (socket.readyState !== socket.OPEN) return void call.end('connection-lost')
      calls.add(call)
      socket.once('close', () => calls.delete(call))
      socket.resume()
    } catch (error) {
      refuse(socket, error)
    }
  }

  /** Counts a call from before its token is looked up, so that simultaneous callers can't exceed the limit. */
  async function whileCounted<Result>(work: () => Promise<Result>): Promise<Result> {
    admitting += 1
    try {
      return await work()
    } finally {
      admitting -= 1
    }
  }

  /** Sent as an event, because browsers do not tell a page why a handshake was refused. */
  function refuse(socket: WebSocket, error: unknown): void {
    if (!(error instanceof AppError)) options.parts.onFault(undefined, 'admission', error)
    const told = error instanceof AppError ? error : new AppError('internal', { cause: error })
    refused.add(socket)
    socket.once('close', () => refused.delete(socket))
    socket.resume()
    socket.send(JSON.stringify(appErrorEvent(told)))
    socket.close(CLOSE_CODES[told.code] ?? 1011, told.code)
  }

  /** Refused clients that stay connected must not keep callers out. False if there are none. */
  function cutOldestRefused(): boolean {
    const [oldest] = refused
    if (!oldest) return false
    refused.delete(oldest)
    oldest.terminate()
    return true
  }

  return {
    handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      if (sockets.clients.size >= options.maxCalls + SPARE_SOCKETS && !cutOldestRefused()) return void socket.destroy()
      sockets.handleUpgrade(request, socket, head, (accepted) => void admit(accepted, request))
    },
    liveCalls: () => calls.size,
    /** Ends all calls properly; resolves once their records are written. */
    async close(): Promise<void> {
      closing = true
      await Promise.all([...calls].map((call) => call.end('server-stopping')))
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

/**
 * Reads the token as other servers of this protocol do: from a bearer header, or from a subprotocol if the client can't
 * set headers.
 */
function tokenOf(request: IncomingMessage): string {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return bearer
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const token = offered.find((name) => name.startsWith(REALTIME_TOKEN_SUBPROTOCOL_PREFIX))
  return token?.slice(REALTIME_TOKEN_SUBPROTOCOL_PREFIX.length) ?? ''
}
