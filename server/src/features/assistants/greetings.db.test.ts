import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CATALOGUE } from '#contract/catalogue.ts'
import { greetingSchema, type Greeting } from '#contract/speech.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { createFliteSynthesiser, type FliteSynthesiser } from '../../voice/tts/flite-synthesiser.ts'
import { speakWhole } from '../../voice/tts/whole-speech.ts'

const WAV_HEADER_BYTES = 44
const BYTES_PER_MS = 48

let voice: FliteSynthesiser
let server: TestApp
let said: string[]
let isHoarse = false

beforeAll(async () => {
  said = []
  voice = await createFliteSynthesiser({ workers: 1, cacheMb: 1 })
  server = await createTestApp({
    say: async (request) => {
      said.push(request.text)
      if (isHoarse) throw new Error('hoarse')
      return speakWhole(voice, request)
    },
  })
})
afterAll(async () => {
  await server.close()
  await voice.close()
})

async function greetingOf(id: string): Promise<Greeting> {
  const response = await server.request('GET', `/api/assistants/${id}/greeting`)
  expect(response.status).toBe(200)
  return greetingSchema.parse(await response.json())
}

describe('a greeting', () => {
  it.each(CATALOGUE.map(({ id }) => id))('of %s has words, mouth shapes and audio that match', async (id) => {
    const { assistantId, text, durationMs, cues, words } = await greetingOf(id)
    expect(assistantId).toBe(id)
    expect(text).toBe(CATALOGUE.find((assistant) => assistant.id === id)?.greeting)
    expect(durationMs).toBeGreaterThanOrEqual(2_000)
    expect(durationMs).toBeLessThanOrEqual(4_200)

    expect(words.map((word) => word.text).join('')).toBe(text)
    const wordTimes = words.flatMap(({ startMs, endMs }) => [startMs, endMs])
    expect(wordTimes).toEqual(wordTimes.toSorted((a, b) => a - b))
    expect(wordTimes.at(-1)).toBeLessThanOrEqual(durationMs)

    const cueTimes = cues.map(({ atMs }) => atMs)
    expect(cueTimes).toEqual(cueTimes.toSorted((a, b) => a - b))
    expect(cueTimes.at(-1)).toBeLessThanOrEqual(durationMs)
    expect(cues.at(-1)?.viseme).toBe('sil')
    expect(new Set(cues.map(({ viseme }) => viseme)).size).toBeGreaterThan(4)

    const sound = await server.request('GET', `/api/assistants/${id}/greeting.wav`)
    expect(sound.headers.get('Content-Type')).toBe('audio/wav')
    const bytes = await sound.arrayBuffer()
    expect(sound.headers.get('Content-Length')).toBe(String(bytes.byteLength))
    expect(Math.round((bytes.byteLength - WAV_HEADER_BYTES) / BYTES_PER_MS)).toBe(durationMs)
  })

  it('says that the speaker is an AI, and differs between assistants', () => {
    for (const { name, greeting } of CATALOGUE) {
      expect(greeting).toContain(name)
      expect(greeting).toMatch(/\bAI\b/)
      expect(greeting.length).toBeLessThanOrEqual(60)
    }
    expect(new Set(CATALOGUE.map(({ greeting }) => greeting)).size).toBe(CATALOGUE.length)
  })

  it('is served in parts to players that request ranges', async () => {
    const whole = new Uint8Array(
      await (await server.request('GET', '/api/assistants/legal/greeting.wav')).arrayBuffer(),
    )
    const response = await server.request('GET', '/api/assistants/legal/greeting.wav', undefined, {
      Range: 'bytes=0-1',
    })
    expect(response.status).toBe(206)
    expect(response.headers.get('Content-Range')).toBe(`bytes 0-1/${whole.byteLength}`)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(whole.slice(0, 2))
  })

  it('is not sent again to a client that has it', async () => {
    for (const path of ['/api/assistants/legal/greeting', '/api/assistants/legal/greeting.wav']) {
      const etag = (await server.request('GET', path)).headers.get('ETag') ?? ''
      const again = await server.request('GET', path, undefined, { 'If-None-Match': etag })
      expect(again.status, path).toBe(304)
      expect(await again.text()).toBe('')
    }
  })

  it('exists for catalogue assistants only', async () => {
    for (const id of ['nobody', '__proto__', '..%2F..', 'x'.repeat(65)]) {
      const response = await server.request('GET', `/api/assistants/${id}/greeting.wav`)
      expect([400, 404], id).toContain(response.status)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
    }
    const response = await server.request('GET', '/api/assistants/nobody/greeting')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not-found' })
  })
})

it('each greeting is synthesised once, for any number of requests', () => {
  expect(said.toSorted()).toEqual(CATALOGUE.map(({ greeting }) => greeting).toSorted())
})

it('a greeting whose synthesis failed is tried again at the next request', async () => {
  const hoarse = await createTestApp({
    say: async (request) => {
      if (isHoarse) throw new Error('hoarse')
      return speakWhole(voice, request)
    },
  })
  try {
    isHoarse = true
    const refused = await hoarse.request('GET', '/api/assistants/legal/greeting')
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'unavailable', retryable: true })
    isHoarse = false
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => hoarse.request('GET', '/api/assistants/legal/greeting')),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  } finally {
    isHoarse = false
    await hoarse.close()
  }
})
