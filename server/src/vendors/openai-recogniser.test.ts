import { afterEach, expect, it } from 'vitest'
import type { Recogniser } from '../voice/ports.ts'
import { createOpenAiRecogniser } from './openai-recogniser.ts'
import { startOpenAiServer, type OpenAiServerOptions } from './testing/openai-server.ts'
import { patienceFor, type VendorServer } from './testing/vendor-server.ts'

const GRAMMAR = { id: 'none', patterns: [] }
const ONE_SECOND = new Float32Array(16_000).fill(0.1)

let server: VendorServer | undefined
afterEach(() => server?.close())

async function ears(options: OpenAiServerOptions = {}, timeoutMs = 10_000) {
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

it('sends all that was said, as a file that anybody can read', async () => {
  let wav: Buffer = Buffer.alloc(0)
  const { recogniser } = await ears({
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
  'reads the transcripts of servers that answer in the manner %s',
  async (transcripts) => {
    const { recogniser } = await ears({ transcripts, hear: () => 'What is rye bread?' })
    expect(await hear(recogniser)).toEqual({ text: 'What is rye bread?', understood: true, isUnfinished: false })
  },
)

it('asks a server that knows no streams only once for one', async () => {
  const { server: asked, recogniser } = await ears({ transcripts: 'refuses-streams' })
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
])('takes %j for what it is: no words', async (text) => {
  const { recogniser } = await ears({ hear: () => text, transcripts: 'whole' })
  expect(await hear(recogniser)).toEqual({ text: '', understood: false, isUnfinished: false })
})

it('does not ask about a click', async () => {
  const { server: asked, recogniser } = await ears()
  expect(await hear(recogniser, ONE_SECOND.subarray(0, 1_600))).toEqual({ text: '', understood: false })
  expect(asked.requests).toEqual([])
})

it('leaves the line when the utterance is given up', async () => {
  const { server: asked, recogniser } = await ears()
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
] as const)('says what went wrong when the server is %s', async (behaviour, kind) => {
  const { server: asked, recogniser } = await ears({}, patienceFor(behaviour))
  asked.behave(behaviour)
  await expect(hear(recogniser)).rejects.toMatchObject({ name: 'VendorError', kind })
})

it('waits for a slow server', async () => {
  const { server: asked, recogniser } = await ears({ hear: () => 'a b c d e f' })
  asked.behave('slow')
  expect((await hear(recogniser)).text).toBe('a b c d e f')
})
