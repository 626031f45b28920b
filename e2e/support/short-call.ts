import { once } from 'node:events'
import { WebSocket } from 'ws'
import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { startCallResponseSchema } from '#contract/calls.ts'
import type { ServerEvent } from '#contract/realtime.ts'
import { encodePcm16Base64 } from '../../server/src/voice/audio/pcm16.ts'
import { frameText } from '../../server/src/voice/realtime/client-frame.ts'
import { asPerson, type Account } from './accounts.ts'

/** Encoded frames of sound, ready to send. */
type Spoken = { frames: readonly string[] }

const PATIENCE_MS = 30_000
/** Silence before and after a question; sent all at once, not in real time. */
const SILENCE = encodePcm16Base64(new Float32Array(SAMPLE_RATE_HZ * 1.5))

/**
 * Joins a call, waits for the greeting's first audio, asks one question by voice or in writing, waits for the answer's
 * first audio, and hangs up.
 * @throws {Error} if an expected event does not come
 */
export async function makeShortCall(
  serverUrl: string,
  account: Account,
  assistantId: string,
  question: Spoken | string,
): Promise<void> {
  const granted = await fetch(`${serverUrl}/api/calls`, {
    method: 'POST',
    headers: asPerson(account),
    body: JSON.stringify({ assistantId }),
  })
  if (!granted.ok) throw new Error(`no call: ${granted.status} ${await granted.text()}`)
  const { token } = startCallResponseSchema.parse(await granted.json())
  const socket = new WebSocket(`${serverUrl.replace('http', 'ws')}/v1/realtime`, {
    headers: { ...asPerson(account), authorization: `Bearer ${token}` },
  })
  const send = (event: object) => socket.send(JSON.stringify(event))
  try {
    await first(socket, 'session.created')
    await after(() => send({ type: 'response.create' }), first(socket, 'response.output_audio.delta'))
    await after(() => send({ type: 'response.cancel' }), first(socket, 'response.done'))
    await after(() => ask(send, question), first(socket, 'response.output_audio.delta'))
  } finally {
    socket.close()
    if (socket.readyState !== socket.CLOSED) await once(socket, 'close')
  }
}

function ask(send: (event: object) => void, question: Spoken | string): void {
  if (typeof question === 'string') {
    const content = [{ type: 'input_text', text: question }]
    send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
    return send({ type: 'response.create' })
  }
  for (const audio of [SILENCE, ...question.frames, SILENCE]) send({ type: 'input_audio_buffer.append', audio })
}

async function after(act: () => void, comes: Promise<void>): Promise<void> {
  act()
  await comes
}

function first(socket: WebSocket, type: ServerEvent['type']): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      clearTimeout(timer)
      socket.off('message', listen).off('close', closed).off('error', end)
      if (error) reject(error)
      else resolve()
    }
    const closed = (code: number, reason: Buffer) => end(new Error(`closed (${code} ${String(reason)}) before ${type}`))
    const listen = (data: WebSocket.RawData) => {
      // Not validated with the schema, to leave the processor to the server.
      if ((JSON.parse(frameText(data)) as ServerEvent).type === type) end()
    }
    const timer = setTimeout(() => end(new Error(`no ${type} within ${PATIENCE_MS} ms`)), PATIENCE_MS)
    socket.on('message', listen).on('close', closed).on('error', end)
  })
}
