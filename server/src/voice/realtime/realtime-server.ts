import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { MAX_FRAME_BYTES, REALTIME_SUBPROTOCOL, REALTIME_TOKEN_SUBPROTOCOL_PREFIX } from '#contract/realtime.ts'
import type { CallSession } from '../call/call-session.ts'
import type { CallDesk, VoiceParts } from '../call-ports.ts'
import { serveConnection } from './realtime-connection.ts'
import { appErrorEvent } from './wire-error.ts'

/** Close codes of ours, by what was wrong (4000–4999 are free for applications). */
const CLOSE_CODES: Partial<Record<ErrorCode, number>> = {
  'call-token-invalid': 4401,
  'origin-refused': 4403,
  'rate-limited': 4429,
  'too-many-calls': 4429,
  'demo-time-used-up': 4429,
  'demos-resting': 4503,
  unavailable: 4503,
}

/** What one socket may make the library hold and wait for. */
const SOCKET_LIMITS = {
  maxPayload: MAX_FRAME_BYTES,
  /** Parts of one frame, for clients that send them so. */
  maxFragments: 1_024,
  /** Pieces in which the network may bring a frame. */
  maxBufferedChunks: 8_192,
  /** Then a client that does not answer a closing handshake is cut off. */
  closeTimeout: 5_000,
  // Sound hardly shrinks, and what is small on the wire must not be large in memory.
  perMessageDeflate: false,
}
/** Sockets that are being refused or closed, beside those of calls. */
const SPARE_SOCKETS = 200

export interface RealtimeServerOptions {
  desk: CallDesk
  parts: VoiceParts
  /** Whether a page of this origin may hold calls. Clients that are no browsers send none and are let in. */
  isOriginAllowed: (origin: string, host: string | undefined) => boolean
  maxCalls: number
  /** Called for every socket, before anything is looked up. @throws AppError `rate-limited` */
  checkRate: (request: IncomingMessage) => void
}

/** `WS /v1/realtime`: lets a caller in by the token of `POST /api/calls` and gives each socket its call. */
export interface RealtimeServer {
  handleUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  liveCalls(): number
  /** Ends all calls cleanly; resolves once their records are written. */
  close(): Promise<void>
}

export function createRealtimeServer(options: RealtimeServerOptions): RealtimeServer {
  const calls = new Set<CallSession>()
  /** Told so, and not gone yet: oldest first. */
  const refused = new Set<WebSocket>()
  let closing = false
  let admitting = 0
  const sockets = new WebSocketServer({
    noServer: true,
    ...SOCKET_LIMITS,
    handleProtocols: (offered) => (offered.has(REALTIME_SUBPROTOCOL) ? REALTIME_SUBPROTOCOL : false),
  })

  async function admit(socket: WebSocket, request: IncomingMessage): Promise<void> {
    // Frames that arrive while the token is looked up wait in the socket.
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
      // The person may have left, or the server begun to stop, while the token was looked up.
      if (socket.readyState !== socket.OPEN) return void call.end('person-ended')
      calls.add(call)
      socket.once('close', () => calls.delete(call))
      socket.resume()
      if (closing) void call.end('server-stopping')
    } catch (error) {
      refuse(socket, error)
    }
  }

  /** Of many that come at once, each takes its place before its token is looked up. */
  async function whileCounted<Result>(work: () => Promise<Result>): Promise<Result> {
    admitting += 1
    try {
      return await work()
    } finally {
      admitting -= 1
    }
  }

  /** Told as an event, because a browser shows its page nothing of a refused handshake. */
  function refuse(socket: WebSocket, error: unknown): void {
    if (!(error instanceof AppError)) options.parts.onFault(undefined, 'admission', error)
    const told = error instanceof AppError ? error : new AppError('internal', { cause: error })
    refused.add(socket)
    socket.once('close', () => refused.delete(socket))
    socket.resume()
    socket.send(JSON.stringify(appErrorEvent(told)))
    socket.close(CLOSE_CODES[told.code] ?? 1011, told.code)
  }

  /** A refused client that lingers must keep no caller out. False where there is none. */
  function cutOldestRefused(): boolean {
    const [oldest] = refused
    if (!oldest) return false
    refused.delete(oldest)
    oldest.terminate()
    return true
  }

  return {
    handleUpgrade(request, socket, head) {
      if (sockets.clients.size >= options.maxCalls + SPARE_SOCKETS && !cutOldestRefused()) return void socket.destroy()
      sockets.handleUpgrade(request, socket, head, (accepted) => void admit(accepted, request))
    },
    liveCalls: () => calls.size,
    async close() {
      closing = true
      await Promise.all([...calls].map((call) => call.end('server-stopping')))
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}

/** As servers of this protocol take it: a bearer header, or a subprotocol where headers can't be set. */
function tokenOf(request: IncomingMessage): string {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (bearer) return bearer
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
  const token = offered.find((name) => name.startsWith(REALTIME_TOKEN_SUBPROTOCOL_PREFIX))
  return token?.slice(REALTIME_TOKEN_SUBPROTOCOL_PREFIX.length) ?? ''
}
