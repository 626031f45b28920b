import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket as ServerSocket } from 'ws'
import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { clientEventSchema, type ClientEvent, type ServerEvent } from '#contract/realtime.ts'
import { encodePcm16Base64 } from '../audio/pcm16.ts'

/** A voice server on a real socket that sends exactly what a test tells it to. */
export interface ScriptedServer {
  readonly url: string
  /** The events received from clients, without audio frames, which are only counted. */
  readonly received: ClientEvent[]
  audioFrames(): number
  protocols(): string
  send(...events: ServerEvent[]): void
  /** Refuses the next client with this error. */
  refuseNext(message: string): void
  /** Breaks the connection without a closing handshake. */
  cutLine(): void
  /** Stops sending, while the socket stays open, like a dead connection. */
  fallSilent(): void
  isConnected(): boolean
  close(): Promise<void>
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'realtime' })
  await new Promise((resolve) => sockets.once('listening', resolve))
  const received: ClientEvent[] = []
  let audioFrames = 0
  let protocols = ''
  let refusal: string | null = null
  let client: ServerSocket | null = null
  let answersPings = true

  sockets.on('connection', (socket, request) => {
    protocols = request.headers['sec-websocket-protocol'] ?? ''
    client = socket
    if (refusal !== null) {
      socket.send(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: refusal } }))
      socket.close(4401)
      return
    }
    socket.on('message', (data) => {
      const event = clientEventSchema.parse(JSON.parse((data as Buffer).toString()))
      if (event.type === 'voxhall.ping') {
        if (answersPings) socket.send(JSON.stringify({ type: 'voxhall.pong' } satisfies ServerEvent))
      } else if (event.type === 'input_audio_buffer.append') audioFrames += 1
      else received.push(event)
    })
    socket.send(JSON.stringify({ type: 'session.created', session: { id: 'sess_1' } }))
    socket.send(JSON.stringify({ type: 'voxhall.call.started', call_id: 'call_1', limit_ms: 60_000 }))
  })

  return {
    url: `http://127.0.0.1:${(sockets.address() as AddressInfo).port}/v1/realtime`,
    received,
    audioFrames: () => audioFrames,
    protocols: () => protocols,
    send(...events) {
      for (const event of events) client?.send(JSON.stringify(event))
    },
    refuseNext: (message) => (refusal = message),
    cutLine: () => client?.terminate(),
    fallSilent: () => (answersPings = false),
    isConnected: () => client?.readyState === client?.OPEN,
    async close() {
      for (const socket of sockets.clients) socket.terminate()
      await new Promise((resolve) => sockets.close(resolve))
    },
  }
}

const place = (response: string) => ({
  response_id: response,
  item_id: `item_${response}`,
  output_index: 0,
  content_index: 0,
})

/** Sound of this length and the words that begin in it. The samples are constant, so that they differ from silence. */
export function spoken(response: string, lengthMs: number, words: string): ServerEvent[] {
  const samples = new Int16Array((SAMPLE_RATE_HZ * lengthMs) / 1000).fill(8_000)
  return [
    { type: 'response.output_audio.delta', ...place(response), delta: encodePcm16Base64(samples) },
    { type: 'response.output_audio_transcript.delta', ...place(response), delta: words },
  ]
}

export function answerBegins(response: string): ServerEvent {
  return { type: 'response.created', response: { id: response, status: 'in_progress' } }
}

export function answerEnds(
  response: string,
  transcript: string,
  status: 'completed' | 'cancelled' | 'failed' = 'completed',
): ServerEvent[] {
  return [
    { type: 'response.output_audio.done', ...place(response) },
    { type: 'response.output_audio_transcript.done', ...place(response), transcript },
    { type: 'response.done', response: { id: response, status } },
  ]
}

export function speechStarts(itemId: string): ServerEvent {
  return { type: 'input_audio_buffer.speech_started', item_id: itemId, audio_start_ms: 0 }
}

export function speechStops(itemId: string): ServerEvent {
  return { type: 'input_audio_buffer.speech_stopped', item_id: itemId, audio_end_ms: 0 }
}

export function transcribed(itemId: string, transcript: string): ServerEvent {
  return { type: 'conversation.item.input_audio_transcription.completed', item_id: itemId, transcript }
}
