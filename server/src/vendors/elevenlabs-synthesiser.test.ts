import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { encodePcm16 } from '../voice/audio/pcm16.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from '../voice/tts/flite-synthesiser.ts'
import { speakWhole, type WholeSpeech } from '../voice/tts/whole-speech.ts'
import { recordedSpending } from '../voice/testing/scripted-parts.ts'
import { createElevenLabsSynthesiser } from './elevenlabs-synthesiser.ts'
import { chooseVoices } from './elevenlabs-voices.ts'
import {
  startElevenLabsServer,
  type ElevenLabsServerOptions,
  type SpokenForServer,
} from './testing/elevenlabs-server.ts'
import { json, patienceFor, startVendorServer, type VendorServer } from './testing/vendor-server.ts'

const TEXT = 'Hello, this is Bob from the “Mill Lane” bakery. We open at 7:30, maybe a bit before.'
const KEY = 'xi-secret-key'

let flite: FliteSynthesiser
let truth: WholeSpeech
let server: VendorServer | undefined

beforeAll(async () => {
  flite = await createFliteSynthesiser({ workers: 1, cacheMb: 8 })
  truth = await speakWhole(flite, { text: TEXT, voiceId: 'ivy' })
})
afterAll(() => flite.close())
afterEach(() => server?.close())

/** Speech with a time for each character: an equal share of its word. */
function spoken(): SpokenForServer {
  const characters = truth.words.flatMap(({ text, startMs, endMs }) =>
    [...text].map((character, index, all) => ({
      character,
      startSeconds: (startMs + ((endMs - startMs) * index) / all.length) / 1_000,
      endSeconds: (startMs + ((endMs - startMs) * (index + 1)) / all.length) / 1_000,
    })),
  )
  return { pcm: encodePcm16(truth.samples), characters }
}

async function voiceOf(
  options: Partial<ElevenLabsServerOptions> = {},
  given: { apiKey?: string; timeoutMs?: number } = {},
) {
  server = await startElevenLabsServer({ apiKey: KEY, speak: spoken, ...options })
  const endpoint = { baseUrl: server.url, apiKey: KEY, timeoutMs: 10_000, ...given }
  const synthesiser = createElevenLabsSynthesiser({
    endpoint,
    model: 'eleven_flash_v2_5',
    voiceOf: chooseVoices(endpoint, { willow: 'named-voice' }),
  })
  return { server, synthesiser }
}

const request = { text: TEXT, voiceId: 'willow' } as const

describe('a voice of ElevenLabs', () => {
  it('is requested with the key in a header and the model in the body, and charged to the call', async () => {
    const { server: asked, synthesiser } = await voiceOf()
    const spending = recordedSpending()
    await speakWhole(synthesiser, { ...request, spending })
    expect(spending.charged).toEqual({ speech: TEXT.length })
    const [seen] = asked.requests
    expect(seen?.path).toBe('/v1/text-to-speech/named-voice/stream/with-timestamps?output_format=pcm_24000')
    expect(seen?.headers['xi-api-key']).toBe(KEY)
    expect(JSON.parse(seen?.body.toString() ?? '')).toEqual({ text: TEXT, model_id: 'eleven_flash_v2_5' })
  })

  it.each(['of-speech', 'of-piece'] as const)(
    'turns character times (%s) into words and mouth shapes',
    async (times) => {
      const { synthesiser } = await voiceOf({ times })
      const speech = await speakWhole(synthesiser, request)
      expect(speech.words.map((word) => word.text).join('')).toBe(TEXT)
      const errors = truth.words.map((word, index) => Math.abs((speech.words[index]?.startMs ?? 0) - word.startMs))
      expect(errors.toSorted((a, b) => a - b)[Math.floor(errors.length / 2)]).toBeLessThan(5)
      expect(Math.max(...errors)).toBeLessThan(20)

      const lips = (cues: WholeSpeech['cues']) => cues.filter(({ viseme }) => viseme === 'PP').map(({ atMs }) => atMs)
      const met = lips(truth.cues).filter((ms) => lips(speech.cues).some((own) => Math.abs(own - ms) < 120))
      expect(met.length / lips(truth.cues).length).toBeGreaterThan(0.7)
      expect(speech.cues.at(-1)?.viseme).toBe('sil')
      expect(speech.samples.length).toBeGreaterThanOrEqual(truth.samples.length)
    },
  )

  it('says all words even without any times', async () => {
    const { synthesiser } = await voiceOf({ times: 'none' })
    const speech = await speakWhole(synthesiser, request)
    expect(speech.words.map((word) => word.text).join('')).toBe(TEXT)
  })

  it('chooses stock voices of matching gender from the account’s list, which is read only once', async () => {
    const { server: asked, synthesiser } = await voiceOf()
    for (const voiceId of ['hazel', 'ivy', 'oak', 'birch'] as const) {
      await speakWhole(synthesiser, { text: 'Hello.', voiceId })
    }
    const paths = asked.requests.map(({ path }) => path.split('/')[3]?.split('?')[0])
    expect(paths).toEqual([undefined, 'zoe', 'amy', 'bob', 'bob'])
  })

  it('speaks with a key that may not list voices', async () => {
    const { synthesiser } = await voiceOf({ mayNotListVoices: true })
    const speech = await speakWhole(synthesiser, { text: TEXT, voiceId: 'oak' })
    expect(speech.durationMs).toBeGreaterThan(1_000)
  })

  it.each([
    ['key-refused', { kind: 'key-refused', vendorCode: 'invalid_api_key' }],
    ['rate-limited', { kind: 'rate-limited', vendorCode: 'concurrent_limit_exceeded', retryAfterMs: 2_000 }],
    ['failing', { kind: 'failing' }],
    ['dropped', { kind: 'unreachable' }],
    ['half', { kind: 'unreachable' }],
    ['hang', { kind: 'timed-out' }],
    ['stalled', { kind: 'timed-out' }],
    ['malformed', { kind: 'unreadable' }],
  ] as const)('reports the kind of failure when the server is %s', async (behaviour, error) => {
    const { server: asked, synthesiser } = await voiceOf(
      { retryAfterSeconds: 2 },
      { timeoutMs: patienceFor(behaviour) },
    )
    asked.behave(behaviour)
    await expect(speakWhole(synthesiser, request)).rejects.toMatchObject({ name: 'VendorError', ...error })
  })

  it.each([
    [{ detail: { status: 'quota_exceeded', message: 'This request exceeds your quota of 0.' } }, 401, 'no-credit'],
    [{ detail: { code: 'insufficient_credits', status: 'payment_required' } }, 402, 'no-credit'],
    [{ detail: [{ loc: ['body', 'text'], msg: 'too long', type: 'value_error' }] }, 422, 'refused'],
    [{ detail: 'Not Found' }, 404, 'refused'],
    ['a page', 503, 'failing'],
  ])('reads the refusal %j with %i as %s', async (body, status, kind) => {
    server = await startVendorServer({ answer: () => json(status, body) })
    const endpoint = { baseUrl: server.url, apiKey: KEY, timeoutMs: 10_000 }
    const own = createElevenLabsSynthesiser({ endpoint, model: 'm', voiceOf: async () => 'v' })
    await expect(speakWhole(own, request)).rejects.toMatchObject({ kind, status })
  })

  it('notices audio that was cut short even though the connection was closed properly', async () => {
    const { synthesiser } = await voiceOf({
      speak: () => ({ pcm: spoken().pcm.subarray(0, 48_000), characters: spoken().characters }),
    })
    await expect(speakWhole(synthesiser, request)).rejects.toMatchObject({
      kind: 'unreachable',
      vendorCode: 'broken-off',
    })
  })

  it('never repeats the key in an error', async () => {
    const { synthesiser } = await voiceOf({ apiKey: 'another' })
    const error: unknown = await speakWhole(synthesiser, request).catch((failure: unknown) => failure)
    expect(`${String(error)}${JSON.stringify(error)}`).not.toContain('secret')
  })
})
