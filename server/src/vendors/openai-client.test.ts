import OpenAI, { toFile } from 'openai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import { encodeWav } from '../voice/audio/wav.ts'
import { metronomeSynthesiser } from '../voice/testing/scripted-parts.ts'
import { createOpenAiBrain } from './openai-brain.ts'
import { createOpenAiRecogniser } from './openai-recogniser.ts'
import { createOpenAiSynthesiser } from './openai-synthesiser.ts'
import { startOpenAiServer } from './testing/openai-server.ts'
import type { SeenRequest, VendorServer } from './testing/vendor-server.ts'

// Compares our requests with those of OpenAI's own client, and has that client read the answers of our test server.

const ENDPOINT = { apiKey: 'k', model: 'm', timeoutMs: 5_000 }
const NEVER = new AbortController().signal
const MESSAGES = [
  { role: 'system', content: 'You are Nina.' },
  { role: 'user', content: 'How much is a loaf?' },
] as const
const SOUND = new Float32Array(8_000).fill(0.1)

let server: VendorServer
let client: OpenAI
beforeEach(async () => {
  server = await startOpenAiServer({ apiKey: 'k', speak: () => Buffer.alloc(48_000, 17) })
  client = new OpenAI({ baseURL: server.url, apiKey: 'k', maxRetries: 0 })
})
afterEach(() => server.close())

/**
 * The parts of a request to compare: method, path, authorization and body, without the headers that each client adds. A
 * form is given as its fields.
 */
async function saidBy({ method, path, headers, body }: SeenRequest) {
  const type = headers['content-type'] ?? ''
  const said = { method, path, authorization: headers.authorization, type: type.split(';', 1)[0] }
  if (!type.startsWith('multipart/')) return { ...said, body: JSON.parse(body.toString()) as unknown }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const fields = await Promise.all(
    [...form].map(async ([name, value]) => [
      name,
      value instanceof File
        ? [value.name, value.type, Buffer.from(await value.arrayBuffer()).toString('base64')]
        : value,
    ]),
  )
  return { ...said, body: Object.fromEntries(fields) as unknown }
}

async function bothSaid(): Promise<unknown[]> {
  expect(server.requests).toHaveLength(2)
  return Promise.all(server.requests.map(saidBy))
}

it('OpenAI’s client asks for an answer as we do, and reads the same text', async () => {
  const brain = createOpenAiBrain({ endpoint: { ...ENDPOINT, baseUrl: server.url }, promptFor: () => [...MESSAGES] })
  const assistant = {
    id: 'x',
    name: 'Nina',
    voiceId: 'oak',
    firstMessage: '',
    systemPrompt: '',
    scope: '',
    knowledge: [],
  }
  let ours = ''
  for await (const piece of brain.reply({ assistant: { ...assistant, voiceId: 'oak' }, history: [], text: '?' }, NEVER))
    ours += piece
  let theirs = ''
  const stream = await client.chat.completions.create({ model: 'm', messages: [...MESSAGES], stream: true })
  for await (const chunk of stream) theirs += chunk.choices[0]?.delta.content ?? ''
  const [we, they] = await bothSaid()
  expect(we).toEqual(they)
  expect(ours).toBe(theirs)
})

it('OpenAI’s client sends speech as we do, and reads the same text', async () => {
  const recogniser = createOpenAiRecogniser({ endpoint: { ...ENDPOINT, baseUrl: server.url }, language: 'en' })
  const hearing = recogniser.open({ id: 'none', patterns: [] })
  hearing.write(SOUND)
  const ours = await hearing.finish()
  const file = await toFile(encodeWav(SOUND, 16_000), 'speech.wav', { type: 'audio/wav' })
  const stream = await client.audio.transcriptions.create({
    file,
    model: 'm',
    response_format: 'json',
    language: 'en',
    stream: true,
  })
  let theirs = ''
  for await (const event of stream) if (event.type === 'transcript.text.done') theirs = event.text
  const [we, they] = await bothSaid()
  expect(we).toEqual(they)
  expect(ours.text).toBe(theirs)
})

it('OpenAI’s client asks for speech as we do, and gets the same audio', async () => {
  const voices = Object.fromEntries(VOICE_IDS.map((id) => [id, 'coral'])) as Record<VoiceId, string>
  const endpoint = { ...ENDPOINT, baseUrl: server.url }
  const voice = createOpenAiSynthesiser({ endpoint, voices, format: 'pcm', builtIn: metronomeSynthesiser() })
  for await (const _ of voice.speak({ text: 'Hello there.', voiceId: 'oak' })) void _
  const sound = await client.audio.speech.create({
    model: 'm',
    input: 'Hello there.',
    voice: 'coral',
    response_format: 'pcm',
  })
  expect((await sound.arrayBuffer()).byteLength).toBe(48_000)
  const [we, they] = await bothSaid()
  expect(we).toEqual(they)
})

it('OpenAI’s client lists the same models', async () => {
  const names: string[] = []
  for await (const { id } of client.models.list()) names.push(id)
  expect(names).toEqual(['house-model'])
})
