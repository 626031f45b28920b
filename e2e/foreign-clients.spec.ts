import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import { RealtimeAgent, RealtimeSession, type RealtimeItem } from '@openai/agents-realtime'
import { OpenAI } from 'openai'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { generate } from 'selfsigned'
import { startCallResponseSchema } from '../contract/src/calls.ts'
import { SAMPLE_RATE_HZ } from '../contract/src/audio.ts'
import { createResampler } from '../contract/src/resample.ts'
import { signUpAndConfirm } from './support/accounts.ts'
import { recordedQuestions, type RecordedQuestion } from './support/questions.ts'
import { expect, test } from './support/test.ts'
import { readWav } from './support/wav.ts'

// Runs unmodified published clients of other makers against the server: recorded speech goes in, the right answer must
// come out.

const FRAME_MS = 40

async function grantCall(serverUrl: string, assistantId: string): Promise<string> {
  const account = await signUpAndConfirm(serverUrl)
  const response = await fetch(`${serverUrl}/api/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
    body: JSON.stringify({ assistantId }),
  })
  return startCallResponseSchema.parse(await response.json()).token
}

/** Cuts the clip, without the silence around it, into frames of 24 kHz PCM16. */
function framesOf(question: RecordedQuestion): ArrayBuffer[] {
  const { samples, sampleRate } = readWav(readFileSync(question.path))
  const speech = createResampler(sampleRate, SAMPLE_RATE_HZ).push(Float32Array.from(samples, (value) => value / 32_768))
  const track = new Float32Array(speech.length + SAMPLE_RATE_HZ * 2)
  track.set(speech, SAMPLE_RATE_HZ / 2)
  const pcm = Int16Array.from(track, (value) => Math.max(-1, Math.min(1, value)) * 32_767)
  const frame = (SAMPLE_RATE_HZ * FRAME_MS) / 1_000
  return Array.from(
    { length: Math.ceil(pcm.length / frame) },
    (_, index) => pcm.slice(index * frame, (index + 1) * frame).buffer,
  )
}

async function inRealTime(frames: ArrayBuffer[], send: (frame: ArrayBuffer) => void): Promise<void> {
  const startedAtMs = performance.now()
  for (const [index, frame] of frames.entries()) {
    await delay(Math.max(0, startedAtMs + index * FRAME_MS - performance.now()))
    send(frame)
  }
}

function pick(assistantId: string): RecordedQuestion {
  const question = recordedQuestions().find((recorded) => recorded.assistantId === assistantId)
  if (!question) throw new Error(`No recording for ${assistantId}`)
  return question
}

const spokenBy = (history: RealtimeItem[], role: string) =>
  history.flatMap((item) =>
    item.type === 'message' && item.role === role
      ? item.content.map((part) => ('transcript' in part ? (part.transcript ?? '') : 'text' in part ? part.text : ''))
      : [],
  )

test('@openai/agents-realtime connects over ws:// and is answered by voice', async ({ server }) => {
  const question = pick('finance')
  const session = new RealtimeSession(new RealtimeAgent({ name: 'visitor' }), { transport: 'websocket' })
  const sound: number[] = []
  const errors: unknown[] = []
  let history: RealtimeItem[] = []
  session.on('audio', (event) => sound.push(event.data.byteLength))
  session.on('error', (error) => errors.push(error))
  session.on('history_updated', (items) => (history = items))

  await session.connect({
    apiKey: await grantCall(server.url, question.assistantId),
    url: `${server.url.replace('http', 'ws')}/v1/realtime?model=voxhall`,
  })
  await inRealTime(framesOf(question), (frame) => session.sendAudio(frame))
  await expect.poll(() => spokenBy(history, 'assistant').join(' '), { timeout: 30_000 }).toBe(question.answer)
  expect(spokenBy(history, 'user').join(' ')).not.toBe('')
  const seconds = sound.reduce((sum, bytes) => sum + bytes, 0) / 2 / SAMPLE_RATE_HZ
  expect(seconds).toBeGreaterThan(3)

  // A typed message in the same session, whose answer is interrupted.
  const before = sound.length
  session.sendMessage('What happens to what I say?')
  await expect.poll(() => sound.length, { timeout: 10_000 }).toBeGreaterThan(before)
  session.interrupt()
  await expect.poll(() => spokenBy(history, 'user').length).toBe(2)
  session.close()
  expect(errors).toEqual([])
})

/** Puts a TLS proxy in front of the server, as in production. */
async function behindTls(serverUrl: string): Promise<{ baseUrl: string; certificate: string; close: () => void }> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  const proxy = createTlsServer({ key, cert }, (outside) => {
    const inside = connect(Number(new URL(serverUrl).port), 'localhost')
    outside.pipe(inside).pipe(outside)
    for (const socket of [outside, inside]) socket.on('error', () => socket.destroy())
  })
  proxy.listen(0, 'localhost')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  return { baseUrl: `https://localhost:${port}/v1`, certificate: cert, close: () => void proxy.close() }
}

test(
  'the openai package, which requires wss:, connects through a TLS proxy',
  { tag: '@nightly' },
  async ({ server }) => {
    const question = pick('culinary')
    const tls = await behindTls(server.url)
    const client = new OpenAI({ apiKey: await grantCall(server.url, question.assistantId), baseURL: tls.baseUrl })
    const realtime = new OpenAIRealtimeWS({ model: 'gpt-realtime', options: { ca: tls.certificate } }, client)
    const errors: unknown[] = []
    realtime.on('error', (error) => errors.push(error))
    await new Promise((resolve) => realtime.on('session.created', resolve))

    const answered = new Promise<string>((resolve) =>
      realtime.on('response.output_audio_transcript.done', (event) => resolve(event.transcript)),
    )
    const heard = new Promise<string>((resolve) =>
      realtime.on('conversation.item.input_audio_transcription.completed', (event) => resolve(event.transcript)),
    )
    const append = (frame: ArrayBuffer) =>
      realtime.send({ type: 'input_audio_buffer.append', audio: Buffer.from(frame).toString('base64') })
    await inRealTime(framesOf(question), append)
    expect(await heard).not.toBe('')
    expect(await answered).toBe(question.answer)

    // Without turn detection: the client commits its audio and requests the response itself.
    realtime.send({ type: 'session.update', session: { type: 'realtime', audio: { input: { turn_detection: null } } } })
    const secondAnswer = new Promise<string>((resolve) =>
      realtime.on('response.output_audio_transcript.done', (event) => resolve(event.transcript)),
    )
    for (const frame of framesOf(question)) append(frame)
    realtime.send({ type: 'input_audio_buffer.commit' })
    realtime.send({ type: 'response.create' })
    expect(await secondAnswer).toContain(question.answer)
    expect(errors).toEqual([])
    realtime.close()
    tls.close()
  },
)
