import { afterAll, beforeAll, expect, it } from 'vitest'
import { sayResponseSchema } from '#contract/spoken-text.ts'
import { SPOKEN_TEXT_MAX_LENGTH } from '#contract/spoken-text-limits.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from '../../voice/tts/flite-synthesiser.ts'
import { speakWhole } from '../../voice/tts/whole-speech.ts'

let voice: FliteSynthesiser
let server: TestApp
let person: { Authorization: string }
let isHoarse = false
/** Texts that wait for `held`. */
let waiting = 0
let held: Promise<void> | undefined

beforeAll(async () => {
  voice = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
  server = await createTestApp({
    rates: { speech: { burst: 12, refillMs: 3_600_000 } },
    say: async (request) => {
      if (isHoarse) throw new Error('hoarse')
      waiting += 1
      await held
      return speakWhole(voice, request)
    },
  })
  person = await server.signedUp('speaker@example.com')
})
afterAll(async () => {
  await server.close()
  await voice.close()
})

const say = (body: unknown, headers: Record<string, string> = person) =>
  server.request('POST', '/api/speech', body, headers)

it('returns the words in order, mouth shapes that end closed, and audio of the same length', async () => {
  const response = await say({ text: '  Good morning from the bakery. ', voiceId: 'oak' })
  expect(response.status).toBe(200)
  const { text, durationMs, cues, words, wav } = sayResponseSchema.parse(await response.json())
  expect(text).toBe('Good morning from the bakery.')
  expect(words.map((word) => word.text).join('')).toBe(text)
  expect(cues.at(-1)?.viseme).toBe('sil')
  const file = Buffer.from(wav, 'base64')
  expect(file.toString('latin1', 0, 4)).toBe('RIFF')
  expect((file.length - 44) / 48).toBeCloseTo(durationMs, -1)
  expect(durationMs).toBeGreaterThan(1_000)
})

it('refuses texts that are empty, too long or without speakable words', async () => {
  for (const [text, detail] of [
    ['   ', 'Please enter some text to speak'],
    ['a'.repeat(SPOKEN_TEXT_MAX_LENGTH + 1), 'at most 300 characters'],
    ['$999999.99 '.repeat(27), 'more than 60 seconds'],
  ] as const) {
    const response = await say({ text, voiceId: 'oak' })
    expect(response.status).toBe(400)
    expect(JSON.stringify(await response.json())).toContain(detail)
  }
  const silent = await say({ text: '🙂 …', voiceId: 'oak' })
  expect(silent.status).toBe(400)
  expect(await silent.json()).toMatchObject({ code: 'bad-request', detail: expect.stringContaining('English words') })
  expect((await say({ text: 'Hello', voiceId: 'nobody' })).status).toBe(400)
})

it('refuses users who are not signed in', async () => {
  const response = await say({ text: 'Hello', voiceId: 'oak' }, {})
  expect(response.status).toBe(401)
})

it('answers 503 and retryable while the voice is unavailable', async () => {
  isHoarse = true
  const response = await say({ text: 'Hello', voiceId: 'oak' })
  isHoarse = false
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'unavailable', retryable: true })
})

it('prepares three texts of a person at a time', async () => {
  const gate = Promise.withResolvers<void>()
  held = gate.promise
  waiting = 0
  const asked = [1, 2, 3].map(() => say({ text: 'Hello', voiceId: 'oak' }))
  await expect.poll(() => waiting).toBe(3)
  const fourth = await say({ text: 'Hello', voiceId: 'oak' })
  expect(fourth.status).toBe(429)
  expect(await fourth.json()).toMatchObject({ detail: expect.stringContaining('Your other texts') as string })
  gate.resolve()
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 200, 200])
})

it('limits the number of texts in a row', async () => {
  const statuses: number[] = []
  for (let text = 0; text < 12; text += 1) statuses.push((await say({ text: '', voiceId: 'oak' })).status)
  expect(statuses.at(-1)).toBe(429)
})
