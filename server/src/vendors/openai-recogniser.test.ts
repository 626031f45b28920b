import { afterEach, expect, it } from 'vitest'
import { voiceEnvSchema } from '../config/voice-env.ts'
import type { Recogniser } from '../voice/ports.ts'
import { recordedSpending } from '../voice/testing/scripted-parts.ts'
import { createOpenAiRecogniser } from './openai-recogniser.ts'
import { startOpenAiServer, type OpenAiServerOptions } from './testing/openai-server.ts'
import { patienceFor, type VendorServer } from './testing/vendor-server.ts'
import { voiceVendorsOf } from './voice-vendors.ts'

const GRAMMAR = { id: 'none', patterns: [] }
const ONE_SECOND = new Float32Array(16_000).fill(0.1)

let server: VendorServer | undefined
afterEach(() => server?.close())

async function startRecogniser(options: OpenAiServerOptions = {}, timeoutMs = 10_000) {
  server = await startOpenAiServer(options)
  const recogniser = createOpenAiRecogniser({
    endpoint: { baseUrl: server.url, apiKey: 'sk-secret', model: 'whisper-1', timeoutMs },
    language: 'en',
  })
  return { server, recogniser }
}

function hear(recogniser: Recogniser, samples = ONE_SECOND) {
  const stream = recogniser.open(GRAMMAR)
  for (let at = 0; at < samples.length; at += 320) stream.write(samples.subarray(at, at + 320))
  return stream.finish()
}

it('sends the whole utterance as a valid WAV file', async () => {
  let wav: Buffer = Buffer.alloc(0)
  const { recogniser } = await startRecogniser({
    hear: (file) => {
      wav = file
      return 'How late are you open?'
    },
  })
  expect(await hear(recogniser)).toEqual({ text: 'How late are you open?', understood: true, isUnfinished: false })
  expect(wav.toString('latin1', 0, 4)).toBe('RIFF')
  expect(wav.readUInt32LE(24)).toBe(16_000)
  expect(wav.length).toBe(44 + 2 * 16_000)
})

it.each(['openai', 'vllm', 'segments', 'whole', 'refuses-streams'] as const)(
  'reads transcripts in the format %s',
  async (transcripts) => {
    const { recogniser } = await startRecogniser({ transcripts, hear: () => 'What is rye bread?' })
    expect(await hear(recogniser)).toEqual({ text: 'What is rye bread?', understood: true, isUnfinished: false })
  },
)

it('asks only once for a stream if the server refuses it', async () => {
  const { server: asked, recogniser } = await startRecogniser({ transcripts: 'refuses-streams' })
  await hear(recogniser)
  await hear(recogniser)
  expect(asked.requests.length).toBe(3)
})

it.each([
  '',
  ' ',
  '[BLANK_AUDIO]',
  '(soft music)',
  '♪♪',
  'Thanks for watching!',
  'you',
  '...',
  '[Music] Thank you for watching.',
])('treats %j as no words', async (text) => {
  const { recogniser } = await startRecogniser({ hear: () => text, transcripts: 'whole' })
  expect(await hear(recogniser)).toEqual({ text: '', understood: false, isUnfinished: false })
})

it.each([
  ['de', 'de'],
  ['auto', null],
])('with STT_LANGUAGE=%s the server is told the language %s', async (STT_LANGUAGE, language) => {
  server = await startOpenAiServer()
  const env = voiceEnvSchema.parse({ STT_BASE_URL: server.url, STT_MODEL: 'm', STT_LANGUAGE })
  const vendor = voiceVendorsOf(env).recogniser?.(() => undefined)
  if (!vendor) throw new Error('no vendor is configured')
  await hear(vendor.part)
  const { headers, body } = server.requests[0] ?? { headers: {}, body: Buffer.alloc(0) }
  const sent = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  expect((await sent.formData()).get('language')).toBe(language)
})

it('sends at most twenty seconds of one utterance', async () => {
  const lengths: number[] = []
  const { recogniser } = await startRecogniser({ hear: (wav) => `${lengths.push(wav.length)}` })
  await hear(recogniser, new Float32Array(25 * 16_000).fill(0.1))
  expect(lengths).toEqual([44 + 2 * 20 * 16_000])
})

it('charges the call for the request and the length of the sound', async () => {
  const { recogniser } = await startRecogniser()
  const spending = recordedSpending()
  const stream = recogniser.open(GRAMMAR, { spending })
  stream.write(ONE_SECOND)
  await stream.finish()
  expect(spending.charged).toEqual({ hearingRequest: 1, hearing: 1_000 })
})

it('sends no request for a click', async () => {
  const { server: asked, recogniser } = await startRecogniser()
  expect(await hear(recogniser, ONE_SECOND.subarray(0, 1_600))).toEqual({ text: '', understood: false })
  expect(asked.requests).toEqual([])
})

it('closes the request when the utterance is given up', async () => {
  const { server: asked, recogniser } = await startRecogniser()
  asked.behave('hang')
  const stream = recogniser.open(GRAMMAR)
  stream.write(ONE_SECOND)
  const result = stream.finish()
  await expect.poll(() => asked.requests.length).toBe(1)
  stream.cancel()
  await expect(result).rejects.toThrow('given up')
  await expect.poll(() => asked.left()).toBe(1)
})

it.each([
  ['key-refused', 'key-refused'],
  ['rate-limited', 'rate-limited'],
  ['failing', 'failing'],
  ['dropped', 'unreachable'],
  ['half', 'unreachable'],
  ['hang', 'timed-out'],
  ['stalled', 'timed-out'],
  ['malformed', 'unreadable'],
] as const)('reports the kind of failure when the server is %s', async (behaviour, kind) => {
  const { server: asked, recogniser } = await startRecogniser({}, patienceFor(behaviour))
  asked.behave(behaviour)
  await expect(hear(recogniser)).rejects.toMatchObject({ name: 'VendorError', kind })
})

it('waits for a slow server', async () => {
  const { server: asked, recogniser } = await startRecogniser({ hear: () => 'a b c d e f' })
  asked.behave('slow')
  expect((await hear(recogniser)).text).toBe('a b c d e f')
})
