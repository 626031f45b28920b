import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'

type FetchCallback = Parameters<typeof getRequestListener>[0]

/** Takes over a connection that asks to become a WebSocket. The handler owns the socket from then on. */
type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

export type NodeMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

interface HttpServerOptions {
  readonly tls: { certFile: string; keyFile: string } | undefined
  /** Handlers by path. Upgrades to any other path are answered with 404. */
  readonly upgrades: Readonly<Record<string, UpgradeHandler>>
  /** Called for faults that concern no single request, such as running out of file descriptors for new connections. */
  readonly onError?: (error: Error) => void
}

/** The port is not available; the message says what to do. */
export class CannotListenError extends Error {
  constructor(port: number, host: string, cause: Error) {
    super(
      `The server cannot listen on ${host}:${port} (${cause.message}). Stop the program that uses it, or set PORT to another port.`,
      {
        cause,
      },
    )
    this.name = 'CannotListenError'
  }
}

/** One Node server for pages, API and calls, with TLS if a certificate is given. */
export function createHttpServer({ tls, upgrades, onError = () => {} }: HttpServerOptions) {
  const server: Server = tls
    ? createTlsServer({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) })
    : createServer()
  // A client that sends its headers very slowly must not hold a connection open for ever.
  server.headersTimeout = 15_000
  server.requestTimeout = 60_000

  /** Number of unanswered requests on each open connection. Node's own `close` misses connections without any request. */
  const unanswered = new Map<Socket, number>()
  let isClosing = false
  const hangUpWhenClosing = (socket: Socket) => {
    if (isClosing && unanswered.get(socket) === 0) socket.destroySoon()
  }
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    unanswered.set(socket, 0)
    socket.once('close', () => unanswered.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    unanswered.set(socket, (unanswered.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = unanswered.get(socket)
      if (left === undefined) return
      unanswered.set(socket, left - 1)
      hangUpWhenClosing(socket)
    })
  })

  server.on('upgrade', (request, socket, head) => {
    unanswered.delete(request.socket)
    // Node removed its own listener when it handed over the socket, and an 'error' event without a listener ends the
    // process.
    socket.on('error', () => socket.destroy())
    const path = URL.parse(request.url ?? '/', 'http://localhost')?.pathname
    const handler = path !== undefined && Object.hasOwn(upgrades, path) ? upgrades[path] : undefined
    if (handler) handler(request, socket, head)
    // If Vite listens for upgrades too, an unknown path may be Vite's.
    else if (server.listenerCount('upgrade') === 1) {
      const refusal = 'HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'
      // Destroyed once the response is sent, since a client that never hangs up would keep the connection open.
      socket.end(refusal, () => socket.destroy())
    }
  })

  return {
    /** Given to Vite, which attaches its own socket to it. */
    server,
    /** Answers requests with `fetch`; `before` may answer some of them itself. */
    serve(fetch: FetchCallback, before: NodeMiddleware = (_request, _response, next) => next()): void {
      const listener = getRequestListener(fetch)
      server.on('request', (request, response) => {
        // The listener answers every error itself, so its promise never rejects.
        before(request, response, () => void listener(request, response))
      })
    },
    listen: (port: number, host: string): Promise<{ port: number }> =>
      new Promise((resolve, reject) => {
        const refuse = (error: Error) => reject(new CannotListenError(port, host, error))
        server.once('error', refuse)
        server.listen(port, host, () => {
          server.on('error', onError)
          server.off('error', refuse)
          const address = server.address()
          resolve({ port: typeof address === 'object' && address ? address.port : port })
        })
      }),
    /**
     * Takes no new connections and lets running answers finish. Resolves with the number of connections cut after
     * `graceMs`.
     */
    close: (graceMs: number): Promise<number> =>
      new Promise((resolve) => {
        let cut = 0
        const timer = setTimeout(() => {
          cut = unanswered.size
          server.closeAllConnections()
        }, graceMs)
        server.close(() => {
          clearTimeout(timer)
          resolve(cut)
        })
        isClosing = true
        for (const socket of unanswered.keys()) hangUpWhenClosing(socket)
      }),
  }
}
