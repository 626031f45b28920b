import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { assistantDefinitionSchema } from '#contract/assistant.ts'
import { VOICE_IDS } from '#contract/voices.ts'
import { vendorDescriptionsFolder } from '../config/env.ts'
import { VAPI_MODEL } from '../config/vendor-models.ts'
import type { BrainTurn } from '../voice/brain/brain.ts'
import { metronomeSynthesiser } from '../voice/testing/scripted-parts.ts'
import { createDid, type TalkOrder } from './d-id.ts'
import { createElevenLabsSynthesiser } from './elevenlabs-synthesiser.ts'
import { chooseVoices } from './elevenlabs-voices.ts'
import { createOpenAiBrain } from './openai-brain.ts'
import { checkOpenAi } from './openai-endpoint.ts'
import { createOpenAiRecogniser } from './openai-recogniser.ts'
import { createOpenAiSynthesiser } from './openai-synthesiser.ts'
import { readApiDescription, type ApiDescription } from './testing/api-description.ts'
import { startElevenLabsServer } from './testing/elevenlabs-server.ts'
import { startOpenAiServer } from './testing/openai-server.ts'
import {
  json,
  startVendorServer,
  type SeenRequest,
  type VendorAnswer,
  type VendorServer,
} from './testing/vendor-server.ts'
import { createVapiApi } from './vapi-api.ts'
import { vapiAssistantBody } from './vapi-assistant.ts'

// Checks every request that an adapter can make against descriptions of the vendors' APIs: our own summaries of them,
// and the published documents as well if VENDOR_DESCRIPTIONS names a folder of them (see README).

type Vendor = 'openai' | 'elevenlabs' | 'd-id' | 'vapi'
const BASES: Record<Vendor, string> = { openai: '/v1', elevenlabs: '', 'd-id': '', vapi: '' }
const BAKER = assistantDefinitionSchema.parse({
  id: 'baker', name: 'Nina', voiceId: 'willow', firstMessage: 'Hello, I am Nina.', systemPrompt: 'Be warm.', scope: 'bread',
  knowledge: [{ id: 'price', question: 'What does a loaf cost?', answer: 'Four dollars.' }],
}) // oxfmt-ignore

const published = vendorDescriptionsFolder()
const READINGS = [
  { name: 'our own reading', folder: new URL('./testing/descriptions', import.meta.url).pathname },
  ...(published === undefined ? [] : [{ name: 'the published document', folder: published }]),
]

let server: VendorServer
afterEach(() => server.close())

/** The faults of all requests since the server started. */
async function faults(description: ApiDescription): Promise<string[]> {
  const found = await Promise.all(server.requests.map((request) => description.faultsOfRequest(request)))
  return [...new Set(found.flat())]
}

function faultsOfAnswers(description: ApiDescription): string[] {
  return server.answers.flatMap(({ request, answer }) => description.faultsOfAnswer(request, answer))
}

function paths(): string[] {
  const all = server.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)
  return [...new Set(all)].toSorted()
}

const NEVER = new AbortController().signal

async function drain(things: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of things) void _
}

function hear(recogniser: ReturnType<typeof createOpenAiRecogniser>): Promise<{ text: string }> {
  const stream = recogniser.open({ id: 'none', patterns: [] })
  stream.write(new Float32Array(8_000).fill(0.1))
  return stream.finish()
}

describe.each(READINGS)('by $name', ({ folder }) => {
  function descriptionOf(vendor: Vendor): ApiDescription {
    return readApiDescription(readFileSync(join(folder, `${vendor}.json`), 'utf8'), { base: BASES[vendor] })
  }

  /** Answers each request with the description's own example. */
  async function serveExamples(description: ApiDescription, pathOf: (request: SeenRequest) => [string, number]) {
    server = await startVendorServer({
      answer(request): VendorAnswer {
        const [path, status] = pathOf(request)
        const example = description.example(request.method, path, status)
        return json(status, example)
      },
    })
    return server.url
  }

  describe('OpenAI', () => {
    const description = descriptionOf('openai')
    const turn: BrainTurn = { assistant: BAKER, history: [{ role: 'assistant', content: 'Hello.' }], text: 'How much?' }
    const brainOf = (baseUrl: string, extra: { model?: string; extraBody?: Record<string, unknown> } = {}) =>
      createOpenAiBrain({
        endpoint: { baseUrl, apiKey: 'k', timeoutMs: 5_000, model: extra.model },
        extraBody: extra.extraBody,
        promptFor: ({ text }) => [
          { role: 'system', content: 'You are Nina.' },
          { role: 'assistant', content: 'Hello.' },
          { role: 'user', content: text },
        ],
      })

    it('gets requests for answers, recognition and speech as described, and our test server answers as described', async () => {
      server = await startOpenAiServer({ apiKey: 'k', speak: () => Buffer.alloc(48_000, 17) })
      const endpoint = { baseUrl: server.url, apiKey: 'k', timeoutMs: 5_000, model: 'm' }
      await checkOpenAi(endpoint)
      await drain(brainOf(server.url).reply(turn, NEVER))
      await drain(brainOf(server.url, { model: 'm', extraBody: { reasoning_effort: 'low' } }).reply(turn, NEVER))
      await drain(brainOf(server.url, { model: 'm', extraBody: { temperature: 0.4 } }).reply(turn, NEVER))
      await hear(createOpenAiRecogniser({ endpoint, language: 'en' }))
      await hear(createOpenAiRecogniser({ endpoint, language: undefined }))
      for (const format of ['pcm', 'wav'] as const) {
        const voices = Object.fromEntries(VOICE_IDS.map((id) => [id, 'coral'])) as Record<
          (typeof VOICE_IDS)[number],
          string
        >
        const voice = createOpenAiSynthesiser({ endpoint, voices, format, builtIn: metronomeSynthesiser() })
        await drain(voice.speak({ text: ' Hello there. ', voiceId: 'oak' })).catch((error: unknown) => {
          // This test server always answers with PCM, so reading it as WAV fails; only the request matters here.
          if (format === 'pcm') throw error
        })
      }
      expect(paths()).toEqual([
        'GET /v1/models',
        'POST /v1/audio/speech',
        'POST /v1/audio/transcriptions',
        'POST /v1/chat/completions',
      ])
      expect(await faults(description)).toEqual([])
      // The test server's content type for speech differs from the document's, as with other compatible servers.
      const told = server.answers.filter(({ request }) => request.path !== '/v1/audio/speech')
      expect(told.flatMap(({ request, answer }) => description.faultsOfAnswer(request, answer))).toEqual([])
    })

    it('gets requests as described even if it refuses to stream transcripts', async () => {
      server = await startOpenAiServer({ apiKey: 'k', transcripts: 'refuses-streams' })
      const endpoint = { baseUrl: server.url, apiKey: 'k', timeoutMs: 5_000, model: 'm' }
      await hear(createOpenAiRecogniser({ endpoint, language: 'en' }))
      expect(server.requests).toHaveLength(2)
      expect(await faults(description)).toEqual([])
    })

    it('sends example answers that our adapters understand', async () => {
      const url = await serveExamples(description, ({ path }) => [path, 200])
      let said = ''
      for await (const piece of brainOf(url).reply(turn, NEVER)) said += piece
      expect(said).toMatch(/^Hello! .*\?$/)
      expect(JSON.parse(server.requests.at(-1)?.body.toString() ?? '')).toMatchObject({
        model: expect.stringContaining('model'),
      })
      const endpoint = { baseUrl: url, apiKey: 'k', timeoutMs: 5_000, model: 'm' }
      expect((await hear(createOpenAiRecogniser({ endpoint, language: 'en' }))).text).toMatch(/wildest/)
    })
  })

  describe('ElevenLabs', () => {
    const description = descriptionOf('elevenlabs')
    const voiceOf = (baseUrl: string) => {
      const endpoint = { baseUrl, apiKey: 'k', timeoutMs: 5_000 }
      return createElevenLabsSynthesiser({
        endpoint,
        model: 'eleven_flash_v2_5',
        voiceOf: chooseVoices(endpoint, { oak: 'named' }),
      })
    }

    it('gets requests for voices and speech as described, and our test server answers as described', async () => {
      const characters = ['H', 'i', '.'].map((character, index) => ({
        character,
        startSeconds: index / 10,
        endSeconds: (index + 1) / 10,
      }))
      server = await startElevenLabsServer({ apiKey: 'k', speak: () => ({ pcm: Buffer.alloc(14_400), characters }) })
      const voice = voiceOf(server.url)
      await drain(voice.speak({ text: 'Hi.', voiceId: 'oak' }))
      await drain(voice.speak({ text: 'Hi.', voiceId: 'willow' }))
      expect(paths()).toEqual([
        'GET /v1/voices',
        'POST /v1/text-to-speech/amy/stream/with-timestamps',
        'POST /v1/text-to-speech/named/stream/with-timestamps',
      ])
      expect(await faults(description)).toEqual([])
      expect(faultsOfAnswers(description)).toEqual([])
    })

    it('sends example answers that our adapters understand', async () => {
      const speech = '/v1/text-to-speech/{voice_id}/stream/with-timestamps'
      const url = await serveExamples(description, ({ method }) => [method === 'GET' ? '/v1/voices' : speech, 200])
      const words: string[] = []
      for await (const chunk of voiceOf(url).speak({ text: 'He', voiceId: 'willow' })) {
        words.push(...chunk.words.map(({ text }) => text))
      }
      expect(words.join('')).toBe('He')
      expect(await faults(description)).toEqual([])
    })
  })

  describe('D-ID', () => {
    const description = descriptionOf('d-id')
    const ORDER: TalkOrder = {
      sourceUrl: 's3://images/img_1/portrait.jpg',
      text: 'Hello there.',
      voiceId: 'willow',
      userData: 'talk_1',
    }
    const exampleOf = ({ method, path }: SeenRequest): [string, number] =>
      path === '/images' ? ['/images', 201] : method === 'POST' ? ['/talks', 201] : ['/talks/{id}', 200]

    it('gets pictures and orders as described, and its example answers are understood', async () => {
      const url = await serveExamples(description, exampleOf)
      const did = createDid({ apiBase: url, apiKey: 'user:password' })
      for (const mediaType of ['image/jpeg', 'image/png'] as const) {
        // The published example answer lacks the `url` that its own schema requires.
        await did.uploadImage({ bytes: new Uint8Array([1]), mediaType }).catch(() => undefined)
      }
      for (const voiceId of VOICE_IDS) expect(await did.createTalk({ ...ORDER, voiceId })).toMatch(/^tlk_/)
      await did.createTalk({ ...ORDER, elevenLabsKey: 'theirs' })
      await did.createTalk({ ...ORDER, webhook: 'https://voxhall.example/api/webhooks/d-id' })
      // D-ID refuses texts as short as these.
      for (const text of ['Hi', 'A']) await did.createTalk({ ...ORDER, text })
      await did.readTalk('tlk_1').catch(() => undefined)
      expect(paths()).toEqual(['GET /talks/tlk_1', 'POST /images', 'POST /talks'])
      expect(await faults(description)).toEqual([])
    })
  })

  describe('Vapi', () => {
    const description = descriptionOf('vapi')
    const ID = '7f6d2a1e-0c1b-4f3a-9f57-3c1f6a1d0b11'

    it('gets requests for assistants and calls as described', async () => {
      const own = readFileSync(new URL('./testing/descriptions/vapi.json', import.meta.url), 'utf8')
      // The published document has no examples of these answers.
      const answers = readApiDescription(own)
      const url = await serveExamples(answers, ({ method, path }) =>
        path.startsWith('/call/')
          ? ['/call/{id}', 200]
          : method === 'PATCH'
            ? ['/assistant/{id}', 200]
            : ['/assistant', method === 'GET' ? 200 : 201],
      )
      const api = createVapiApi({ privateKey: 'p', baseUrl: url })
      const webhook = { url: 'https://voxhall.example/api/webhooks/vapi', secretHeader: 'x-vapi-secret', secret: 's' }
      for (const given of [webhook, undefined]) {
        for (const voiceId of VOICE_IDS) {
          const body = vapiAssistantBody({
            assistant: { ...BAKER, voiceId }, prompt: 'You are Nina.', model: VAPI_MODEL, voices: {}, webhook: given, maxDurationSeconds: 1_800,
          }) // oxfmt-ignore
          expect(await api.createAssistant(body)).toMatchObject({ id: expect.any(String) })
          await api.updateAssistant(ID, body)
        }
      }
      expect(await api.listAssistants()).toHaveLength(1)
      expect(await api.findCall(ID)).toMatchObject({ status: 'ended' })
      expect(await faults(description)).toEqual([])
      expect(faultsOfAnswers(description)).toEqual([])
    })
  })

  it('finds the faults of requests and answers that differ from the description', async () => {
    const description = descriptionOf('d-id')
    server = await startVendorServer({ answer: () => json(200, {}) })
    const send = (path: string, headers: Record<string, string>, body?: object) =>
      fetch(`${server.url}${path}`, { method: 'POST', headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    const usual = { 'content-type': 'application/json', authorization: 'Basic k' }
    const script = { type: 'text', input: 'Hello' }
    await send('/talks', usual, { script })
    expect(await faults(description)).toEqual([])
    const wrong: [string, Record<string, string>, object?][] = [
      ['/talk', usual, { script }],
      ['/talks?wait=1', usual, { script }],
      ['/talks', { ...usual, 'x-own': '1' }, { script }],
      ['/talks', { ...usual, authorization: 'k' }, { script }],
      ['/talks', { authorization: 'Basic k' }, { script }],
      ['/talks', usual],
      ['/talks', usual, { script, face: 1 }],
      ['/talks', usual, { script: { ...script, subtitles: 'false' } }],
      ['/talks', usual, { script, config: { result_format: 'webm' } }],
      ['/talks', usual, {}],
    ]
    for (const [path, headers, body] of wrong) {
      server.requests.length = 0
      await send(path, headers, body)
      expect(await faults(description), `${path} ${JSON.stringify(headers)} ${JSON.stringify(body)}`).not.toEqual([])
    }
    expect(faultsOfAnswers(description).join(' ')).toMatch(/answers no 200/)
  })
})
