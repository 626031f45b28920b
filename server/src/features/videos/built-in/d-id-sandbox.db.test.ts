import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/test-server.ts'
import { captureLog, WARN } from '../../../infra/logger-testing.ts'
import { watch } from '../../../infra/media/video-testing.ts'
import { SpeechTooLongError } from '../../../voice/tts/whole-speech.ts'

const RATE = 24_000
const { log, lines, entries } = captureLog('warn')
let server: TestApp
let key: string

beforeAll(async () => {
  server = await createTestApp({
    log,
    sayWithKey: async () => Promise.reject(new SpeechTooLongError()),
    async say({ text }) {
      if (text === 'Too long.') throw new SpeechTooLongError()
      return {
        samples: new Float32Array(RATE / 4).fill(0.2),
        durationMs: 250,
        cues: [{ atMs: 0, viseme: 'aa' as const }],
        words: [],
      }
    },
  })
  key = server.videos.sandbox?.apiKey ?? ''
})
afterAll(() => server.close())

/** As a client of D-ID's would, over the same app that a socket leads to. */
async function call(method: string, path: string, body?: unknown, authorization = `Basic ${key}`) {
  const isForm = body instanceof FormData
  const response = await server.app.request(`/sandbox/d-id${path}`, {
    method,
    headers: {
      Authorization: authorization,
      ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

function imageForm(type = 'image/png', size = 200): FormData {
  const canvas = createCanvas(size, size)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ca9'
  context.fillRect(0, 0, size, size)
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(canvas.toBuffer('image/png'))], { type }), 'face.png')
  return form
}

const script = {
  type: 'text',
  input: 'Making videos is easy',
  provider: { type: 'microsoft', voice_id: 'en-US-JennyNeural' },
}

it('makes a video of any picture, as any client of D-ID asks for it', async () => {
  const image = await call('POST', '/images', imageForm())
  expect(image).toMatchObject({ status: 201, body: { url: expect.stringMatching(/^s3:\/\/.+\.jpg$/) as string } })
  const order = { source_url: image.body['url'], script, config: { fluent: false, pad_audio: 0, result_format: 'mp4' } }
  const created = await call('POST', '/talks', order)
  expect(created).toMatchObject({ status: 201, body: { object: 'talk', status: 'created' } })
  const path = `/talks/${String(created.body['id'])}`
  let talk = await call('GET', path)
  const seen = new Set<unknown>()
  while (talk.body['status'] !== 'done') {
    seen.add(talk.body['status'])
    expect(['created', 'started']).toContain(talk.body['status'])
    expect(talk.body['result_url']).toBeUndefined()
    await new Promise((resolve) => setTimeout(resolve, 20))
    talk = await call('GET', path)
  }
  expect(seen.size).toBeGreaterThan(0)
  // The result is a signed address of a store's with D-ID: it needs no key.
  const result = await server.app.request(String(talk.body['result_url']).replace(/^https?:\/\/[^/]+/, ''))
  expect(result.headers.get('content-type')).toBe('video/mp4')
  expect((await watch(new Uint8Array(await result.arrayBuffer()))).mimeType).toContain('avc1')
  expect((await call('DELETE', path)).status).toBe(200)
  expect((await call('GET', path)).body).toMatchObject({ kind: 'NotFoundError' })
})

it('tells of a text that is too long in one line without a stack', async () => {
  const image = await call('POST', '/images', imageForm())
  lines.length = 0
  const order = { source_url: image.body['url'], script: { ...script, input: 'Too long.' } }
  const { body } = await call('POST', '/talks', order)
  const path = `/talks/${String(body['id'])}`
  await expect.poll(async () => (await call('GET', path)).body['status']).toBe('error')
  expect((await call('GET', path)).body['error']).toMatchObject({ kind: 'InvalidAudioDurationError' })
  await expect
    .poll(() => entries().map(({ level, kind }) => [level, kind]))
    .toEqual([[WARN, 'InvalidAudioDurationError']])
  expect(lines.join('')).not.toContain('    at ')
})

it('refuses a text that is too long on somebody’s own key at once: each try costs them', async () => {
  const image = await call('POST', '/images', imageForm())
  const own = { ...script, provider: { type: 'elevenlabs' } }
  const response = await server.app.request('/sandbox/d-id/talks', {
    method: 'POST',
    headers: { Authorization: `Basic ${key}`, 'x-api-key-external': '{"elevenlabs":"theirs"}' },
    body: JSON.stringify({ source_url: image.body['url'], script: own }),
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ kind: 'InvalidAudioDurationError' })
})

it.each<[string, string]>([
  ['the key as it is', ''],
  ['as RFC 7617 has it', 'base64'],
])('lets %s in', async (_, form) => {
  const given = form === 'base64' ? Buffer.from(key).toString('base64') : key
  expect((await call('GET', '/talks/none', undefined, `Basic ${given}`)).status).toBe(404)
})

it.each<[string, string, string, () => unknown, string | undefined, number, string]>([
  ['no key', 'GET', '/talks/x', () => undefined, '', 401, 'AuthorizationError'],
  ['another key', 'POST', '/talks', () => ({}), 'Basic bm90:this', 401, 'AuthorizationError'],
  ['an unknown talk', 'GET', '/talks/tlk_none', () => undefined, undefined, 404, 'NotFoundError'],
  ['an unknown image', 'DELETE', '/images/img_none', () => undefined, undefined, 404, 'NotFoundError'],
  ['an unknown address', 'GET', '/agents', () => undefined, undefined, 404, 'NotFoundError'],
  ['no image', 'POST', '/images', () => new FormData(), undefined, 400, 'ValidationError'],
  ['another kind of file', 'POST', '/images', () => imageForm('image/gif'), undefined, 415, 'UnsupportedMimeTypeError'],
  [
    'a dot of a picture',
    'POST',
    '/images',
    () => imageForm('image/png', 8),
    undefined,
    400,
    'InvalidImageResolutionError',
  ],
  ['no script', 'POST', '/talks', () => ({ source_url: 's3://a/b.jpg' }), undefined, 400, 'ValidationError'],
  [
    'a picture elsewhere',
    'POST',
    '/talks',
    () => ({ source_url: 'https://e.com/b.jpg', script }),
    undefined,
    400,
    'BadRequestError',
  ],
  [
    'a page for a picture',
    'POST',
    '/talks',
    () => ({ source_url: 'file:///etc/passwd', script }),
    undefined,
    400,
    'ValidationError',
  ],
  [
    'an unknown field of a provider',
    'POST',
    '/talks',
    () => ({
      source_url: 's3://a/b.jpg',
      script: { ...script, provider: { type: 'microsoft', voice_id: 'x', speed: 2 } },
    }),
    undefined,
    400,
    'ValidationError',
  ],
])('%s is refused as D-ID does', async (_, method, path, body, authorization, status, kind) => {
  const refused = await call(method, path, body(), authorization)
  expect(refused).toMatchObject({ status, body: { kind, description: expect.any(String) as string } })
})
