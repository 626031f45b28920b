import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'

/**
 * Replaces Daily's media layer below Vapi's official SDK: a room without sound that sends the same events as a real
 * one. Everything above it is the SDK's own code.
 */
export class FakeDaily extends EventEmitter {
  joinedAt: string | null = null
  left = false
  localSound = true
  readonly sent: string[] = []
  readonly processors: string[] = []
  joinError: Error | null = null
  processorError: Error | null = null
  readonly options: { dailyConfig?: Record<string, unknown> }

  constructor(options: { dailyConfig?: Record<string, unknown> }) {
    super()
    this.options = options
  }

  iframe() {
    return null
  }

  async join({ url }: { url: string }) {
    await Promise.resolve()
    if (this.joinError) throw this.joinError
    this.joinedAt = url
    this.emit('joined-meeting')
  }

  /** Like the real one, reports that the room was left once, and only after joining. */
  async destroy() {
    await Promise.resolve()
    daily.live = null
    if (this.joinedAt === null || this.left) return
    this.left = true
    this.emit('left-meeting')
  }

  updateParticipant() {}
  startRemoteParticipantsAudioLevelObserver() {}
  async startLocalAudioLevelObserver() {}

  async updateInputSettings({ audio }: { audio: { processor: { type: string } } }) {
    this.processors.push(audio.processor.type)
    if (this.processorError && audio.processor.type !== 'none') throw this.processorError
  }

  setLocalAudio(on: boolean) {
    this.localSound = on
    this.emit('participant-updated', { participant: { local: true, audio: on, session_id: 'me' } })
  }

  localAudio() {
    return this.localSound
  }

  sendAppMessage(message: string) {
    this.sent.push(message)
  }

  /** A message that Vapi sends into the room. */
  says(message: object | 'listening') {
    this.emit('app-message', { data: message === 'listening' ? message : JSON.stringify(message) })
  }

  /** Vapi hangs up: the room ejects every participant. */
  eject() {
    this.emit('error', {
      action: 'error',
      errorMsg: 'Meeting has ended',
      error: { type: 'ejected', msg: 'Meeting has ended' },
    })
    this.left = true
    this.emit('left-meeting')
  }
}

/** The fake Daily that the SDK uses in this process; `prepare` is called with each new room. */
export const daily = {
  live: null as FakeDaily | null,
  rooms: [] as FakeDaily[],
  prepare: (() => {}) as (room: FakeDaily) => void,
  reset() {
    this.live = null
    this.rooms = []
    this.prepare = () => {}
  },
}

/** Installs the fake where the SDK imports Daily. Must be called before the SDK is loaded. */
export function replaceDaily(): void {
  const require = createRequire(import.meta.url)
  const path = createRequire(require.resolve('@vapi-ai/web')).resolve('@daily-co/daily-js')
  require.cache[path] = Object.assign(Object.create(require.cache), {
    id: path,
    filename: path,
    loaded: true,
    exports: {
      createCallObject(options: { dailyConfig?: Record<string, unknown> }) {
        if (daily.live) throw new Error('Duplicate DailyIframe instances are not allowed')
        const room = new FakeDaily(options)
        daily.live = room
        daily.rooms.push(room)
        daily.prepare(room)
        return room
      },
    },
  }) as NodeJS.Module
}

export interface VapiServer {
  url: string
  requests: { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }[]
  /** Answers for the next `POST /call/web` requests; after them, the usual answer. */
  answers: { status: number; body: unknown; delayMs?: number; drop?: boolean }[]
  close(): Promise<void>
}

/** A server for Vapi's `POST /call/web`, following its published SDK and API description. */
export async function startVapiServer(): Promise<VapiServer> {
  const requests: VapiServer['requests'] = []
  const answers: VapiServer['answers'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      // Allows requests from any origin, like Vapi.
      response.setHeader('access-control-allow-origin', '*')
      if (request.method === 'OPTIONS') {
        response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
        response.writeHead(204).end()
        return
      }
      const text = Buffer.concat(chunks).toString()
      requests.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: text === '' ? null : JSON.parse(text),
      })
      const { status, body, delayMs, drop } = answers.shift() ?? { status: 201, body: WEB_CALL }
      if (drop) {
        request.socket.destroy()
        return
      }
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(body))
      }, delayMs ?? 0)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const WEB_CALL = {
  id: '3f9e0b6c-8f7e-4c7e-9a52-6f1f2d9c0e11',
  orgId: 'b1f6c3c4-0000-4000-8000-000000000001',
  type: 'webCall',
  status: 'queued',
  createdAt: '2026-08-01T10:00:00.000Z',
  updatedAt: '2026-08-01T10:00:00.000Z',
  assistantId: 'asst_1',
  webCallUrl: 'https://vapi.daily.co/aBcDeFgHiJkLmNoPqRsT',
  monitor: { listenUrl: 'wss://aws-us-west-2.vapi.ai/x/listen', controlUrl: 'https://aws-us-west-2.vapi.ai/x/control' },
  transport: { provider: 'daily', conversationType: 'voice', callUrl: 'https://vapi.daily.co/aBcDeFgHiJkLmNoPqRsT' },
}

/** Vapi's answer to a private or an unknown key. */
export const REFUSED_KEY = {
  message: 'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
  error: 'Unauthorized',
  statusCode: 401,
}
