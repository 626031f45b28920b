import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { WebSocket, type ClientOptions } from 'ws'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { AppError } from '#contract/errors.ts'
import { createKnowledgeBrain } from '../brain/knowledge-brain.ts'
import type { RecordedLine } from '../call/call-recorder.ts'
import { frameText } from '../realtime/client-frame.ts'
import { createRealtimeServer, type RealtimeServer, type RealtimeServerOptions } from '../realtime/realtime-server.ts'
import type { AdmittedCall, VoiceParts } from '../call-ports.ts'
import { metronomeSynthesiser, scriptedRecogniser } from './scripted-parts.ts'

export const BAKER = assistantDefinitionSchema.parse({
  id: 'baker',
  name: 'Nina',
  voiceId: 'willow',
  firstMessage: 'Hello I am Nina',
  systemPrompt: '',
  scope: 'bread',
  knowledge: [
    { id: 'rye', question: 'What is rye bread?', answer: 'Rye bread is dark and keeps for a whole week in a box' },
    { id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars' },
  ],
})

export interface RealtimeHarness {
  url: string
  server: RealtimeServer
  /** The recorded lines and end reason of each call, by its token. */
  records: Map<string, { lines: RecordedLine[]; ended: string | undefined }>
  faults: unknown[]
  connect(token: string, options?: ClientOptions): TestClient
  close(): Promise<void>
}

/**
 * Starts a realtime server on a free port that admits each of `tokens` once, with a scripted recogniser and a metronome
 * as its synthesiser.
 */
export async function startRealtime(
  options: {
    tokens?: string[]
    script?: string[]
    limitMs?: number | null
    maxCalls?: number
    checkRate?: () => void
    /** Awaited before a token is looked up. */
    beforeLookUp?: Promise<void>
    parts?: Partial<VoiceParts>
    /** Further properties of each admitted call. */
    admitted?: Pick<AdmittedCall, 'watchLimit' | 'watchEnd' | 'spending'>
    tls?: { key: string; cert: string }
    /** Makes the server from these options, if it is not the plain realtime server. */
    serve?: (options: RealtimeServerOptions) => Promise<RealtimeServer>
  } = {},
): Promise<RealtimeHarness> {
  const unused = new Set(options.tokens ?? ['ek_good'])
  const records: RealtimeHarness['records'] = new Map()
  const faults: unknown[] = []
  const serve = options.serve ?? createRealtimeServer
  const server = await serve({
    desk: {
      async admit(token) {
        await options.beforeLookUp
        if (!unused.delete(token)) throw new AppError('call-token-invalid')
        const record = { lines: [] as RecordedLine[], ended: undefined as string | undefined }
        records.set(token, record)
        return {
          callId: `call_${token}`,
          caller: token,
          account: token,
          assistant: BAKER,
          limitMs: options.limitMs ?? null,
          recorder: {
            heartbeat: () => undefined,
            turn: () => undefined,
            line: (line) => void record.lines.push({ ...line }),
            ended: async (reason) => void (record.ended ??= reason),
          },
          ...options.admitted,
        }
      },
    },
    parts: {
      recogniser: scriptedRecogniser(options.script ?? []),
      synthesiser: metronomeSynthesiser(),
      brain: createKnowledgeBrain(),
      onFault: (_, __, error) => void faults.push(error),
      ...options.parts,
    },
    isOriginAllowed: (origin) => origin === 'https://voxhall.example',
    maxCalls: options.maxCalls ?? 10,
    checkRate: options.checkRate ?? (() => undefined),
  })
  const http: Server = options.tls ? createTlsServer(options.tls) : createServer()
  http.on('upgrade', server.handleUpgrade)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const url = `${options.tls ? 'wss' : 'ws'}://127.0.0.1:${port}/v1/realtime`
  return {
    url,
    server,
    records,
    faults,
    connect: (token, clientOptions) => connect(url, token, clientOptions),
    async close() {
      await server.close()
      http.closeAllConnections()
      http.close()
    },
  }
}

export type AnyEvent = { type: string } & Record<string, unknown>

export interface TestClient {
  socket: WebSocket
  events: AnyEvent[]
  send(event: object): void
  /** The next event of this type, past or future, that was not returned before. */
  next(type: string): Promise<AnyEvent>
  closed: Promise<{ code: number; reason: string }>
}

function connect(url: string, token: string, options: ClientOptions = {}): TestClient {
  const socket = new WebSocket(url, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } })
  const events: AnyEvent[] = []
  const waiting = new Set<() => void>()
  const taken = new Set<AnyEvent>()
  socket.on('message', (data) => {
    events.push(JSON.parse(frameText(data)) as AnyEvent)
    for (const wake of waiting) wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  // A refused handshake causes an error and then a close, which the tests check.
  socket.on('error', () => undefined)
  return {
    socket,
    events,
    send: (event) => socket.send(JSON.stringify(event)),
    next: (type) =>
      new Promise((resolve) => {
        const look = () => {
          const event = events.find((candidate) => candidate.type === type && !taken.has(candidate))
          if (!event) return
          taken.add(event)
          waiting.delete(look)
          resolve(event)
        }
        waiting.add(look)
        look()
      }),
    closed,
  }
}
