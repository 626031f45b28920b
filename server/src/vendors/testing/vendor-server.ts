import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The ways in which the simulated server can behave. */
export type Behaviour =
  | 'normal'
  | 'slow' // a pause before each piece
  | 'half' // the connection drops in the middle of the answer
  | 'stalled' // half of the answer, then silence
  | 'hang' // accepts the request and never answers
  | 'dropped' // the connection drops before any answer
  | 'malformed' // invalid data in the middle of the answer
  | 'key-refused'
  | 'rate-limited'
  | 'failing'

/** A timeout for tests of failures: short where the server stays silent, long where a busy machine may be slow. */
export function patienceFor(behaviour: Behaviour): number {
  return behaviour === 'hang' || behaviour === 'stalled' ? 200 : 10_000
}

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** An answer, in the pieces that are sent one after the other. */
export interface VendorAnswer {
  status?: number
  contentType: string
  headers?: Record<string, string>
  pieces: readonly (string | Uint8Array)[]
  /** What is sent in the middle of a malformed answer. */
  garbage?: string
}

interface VendorServerOptions {
  answer: (request: SeenRequest) => Promise<VendorAnswer> | VendorAnswer
  /** The vendor's error bodies; empty objects by default. */
  refusals?: Readonly<Record<'key-refused' | 'rate-limited' | 'failing', unknown>>
  retryAfterSeconds?: number | undefined
}

export interface VendorServer {
  url: string
  requests: SeenRequest[]
  /** All answers except simulated failures, in the order of the requests. */
  answers: { request: SeenRequest; answer: VendorAnswer }[]
  /** Sets the behaviour from the next request on; with `times`, it returns to normal after that many requests. */
  behave(behaviour: Behaviour, times?: number): void
  /** The number of requests whose connection the client closed before the answer was complete. */
  left(): number
  close(): Promise<void>
}

export function json(status: number, body: unknown): VendorAnswer {
  return { status, contentType: 'application/json', pieces: [JSON.stringify(body)] }
}

const SLOW_MS = 25
const STATUS = { 'key-refused': 401, 'rate-limited': 429, failing: 503 } as const

/** Starts a local server that answers like a vendor, with simulated failures on demand. */
export async function startVendorServer(options: VendorServerOptions): Promise<VendorServer> {
  const requests: SeenRequest[] = []
  const answers: VendorServer['answers'] = []
  let behaviour: Behaviour = 'normal'
  let times = Infinity
  let left = 0

  const http = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })

  function next(): Behaviour {
    const now = behaviour
    times -= 1
    if (times <= 0) behaviour = 'normal'
    return now
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('close', () => {
      if (!response.writableFinished) left += 1
    })
    const seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: await buffer(request),
    }
    requests.push(seen)
    const now = next()
    if (now === 'hang') return
    if (now === 'dropped') return void response.destroy()
    if (now === 'key-refused' || now === 'rate-limited' || now === 'failing') {
      const retryAfter = options.retryAfterSeconds
      if (now === 'rate-limited' && retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter))
      response.writeHead(STATUS[now], { 'Content-Type': 'application/json' })
      return void response.end(JSON.stringify(options.refusals?.[now] ?? {}))
    }
    const answer = await options.answer(seen)
    answers.push({ request: seen, answer })
    response.writeHead(answer.status ?? 200, { 'Content-Type': answer.contentType, ...answer.headers })
    response.flushHeaders()
    const middle = Math.ceil(answer.pieces.length / 2)
    for (const [index, piece] of answer.pieces.entries()) {
      if (now === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
      if (index === middle && now === 'stalled') return
      if (index === middle && now === 'half') return void response.destroy()
      if (index === middle && now === 'malformed') response.write(answer.garbage ?? 'data: {"what": \n\n')
      // Each piece is written separately, so that the client receives several parts.
      await new Promise((resolve) => response.write(piece, resolve))
    }
    response.end()
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    behave(wanted, count = Infinity) {
      behaviour = wanted
      times = count
    },
    left: () => left,
    async close() {
      http.closeAllConnections()
      http.close()
    },
  }
}
