import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sayResponseSchema } from '#contract/spoken-text.ts'
import { SPEECH_KEY_HEADER } from '#contract/spoken-text-limits.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { loggerOptions } from '../../infra/logger.ts'
import { startElevenLabsServer } from '../../vendors/testing/elevenlabs-server.ts'
import type { VendorServer } from '../../vendors/testing/vendor-server.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { elevenLabsVoice } from '../../vendors/voice-vendors.ts'
import { encodePcm16 } from '../../voice/audio/pcm16.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from '../../voice/tts/flite-synthesiser.ts'
import { speakWhole } from '../../voice/tts/whole-speech.ts'

const KEY = 'sk_3f9aSecretKeyOfAPerson'
/** The key of an account without credit. */
const EMPTY_KEY = 'sk_emptyAccount'

let flite: FliteSynthesiser
let vendor: VendorServer
let server: TestApp
let person: { Authorization: string }
let logged = ''
/** Timeout for the vendor; shortened by tests in which it never answers. */
let patienceMs = 10_000

beforeAll(async () => {
  flite = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
  vendor = await startElevenLabsServer({
    apiKey: KEY,
    retryAfterSeconds: 7,
    speak: async (text) => {
      const { samples, words } = await speakWhole(flite, { text, voiceId: 'ivy' })
      const characters = words.flatMap((word) =>
        [...word.text].map((character) => ({
          character,
          startSeconds: word.startMs / 1_000,
          endSeconds: word.endMs / 1_000,
        })),
      )
      return { pcm: encodePcm16(samples), characters }
    },
  })
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  server = await createTestApp({
    log: pino(loggerOptions('trace'), sink),
    rates: { speech: { burst: 1_000, refillMs: 1 } },
    async sayWithKey(request, apiKey, signal) {
      if (apiKey === EMPTY_KEY) throw new VendorError('elevenlabs', 'no-credit', { status: 401 })
      return speakWhole(
        elevenLabsVoice(
          { ELEVENLABS_BASE_URL: vendor.url, ELEVENLABS_MODEL: 'eleven_flash_v2_5', TTS_TIMEOUT_MS: patienceMs },
          apiKey,
        ),
        request,
        signal,
      )
    },
  })
  person = await server.signedUp('own-key@example.com')
})
afterAll(async () => {
  await server.close()
  await vendor.close()
  await flite.close()
})
beforeEach(() => vendor.behave('normal'))

function say(key: string | undefined, headers: Record<string, string> = person) {
  const body = { text: 'Good morning from the bakery.', voiceId: 'willow', provider: 'elevenlabs' }
  return server.request('POST', '/api/speech', body, {
    ...headers,
    ...(key === undefined ? {} : { [SPEECH_KEY_HEADER]: key }),
  })
}

it('synthesises a text with the given key, ignoring spaces around it', async () => {
  const response = await say(` ${KEY} `)
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { words, cues, durationMs } = sayResponseSchema.parse(await response.json())
  expect(words.map((word) => word.text).join('')).toBe('Good morning from the bakery.')
  expect(cues.length).toBeGreaterThan(5)
  expect(durationMs).toBeGreaterThan(1_000)
})

it.each([undefined, '', '   '])('refuses a request whose key is %j and asks for one', async (key) => {
  const response = await say(key)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ detail: 'Please provide your ElevenLabs API key' })
})

it.each(['sk_wrongSecretKey', 'two secret words', 'k'.repeat(300)])(
  'reports that the key %j was not accepted',
  async (key) => {
    const response = await say(key)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      code: 'speech-key-refused',
      title: 'Failed to generate talking video. Please try again.',
      detail: expect.stringContaining('did not accept the key'),
      retryable: false,
    })
  },
)

it('reports that the account has no credit left', async () => {
  const response = await say(EMPTY_KEY)
  expect(response.status).toBe(402)
  expect(await response.json()).toMatchObject({ code: 'speech-credit-used-up', retryable: false })
})

it.each([
  ['failing', 502, true],
  ['dropped', 502, true],
  ['hang', 502, true],
  ['malformed', 502, true],
  ['rate-limited', 502, true],
] as const)('explains the failure when ElevenLabs is %s', async (behaviour, status, retryable) => {
  vendor.behave(behaviour)
  patienceMs = behaviour === 'hang' ? 200 : 10_000
  const response = await say(KEY)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({
    code: 'speech-failed',
    title: 'Failed to generate talking video. Please try again.',
    retryable,
  })
  expect(response.headers.get('Retry-After')).toBe(behaviour === 'rate-limited' ? '7' : null)
})

it('refuses users who are not signed in', async () => {
  expect((await say(KEY, {})).status).toBe(401)
})

/** The rows of a query; both kinds of database return an object with rows. */
async function rowsOf(query: string): Promise<Record<string, unknown>[]> {
  const { rows } = (await server.db.execute(query)) as { rows: Record<string, unknown>[] }
  return rows
}

it('never stores the key in the log or the database', async () => {
  expect(logged).toContain('/api/speech')
  expect(logged).toContain('speech-failed')
  expect(logged).not.toContain(KEY)
  expect(logged).not.toMatch(/secret/i)
  const tables = "select table_name from information_schema.tables where table_schema = 'public'"
  for (const { table_name } of await rowsOf(tables)) {
    expect(JSON.stringify(await rowsOf(`select * from "${String(table_name)}"`))).not.toContain(KEY)
  }
})
