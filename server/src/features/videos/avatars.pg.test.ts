import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Talk } from '#contract/avatars.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { createTestApp, TEST_TEAM_CODE, type TestApp } from '../../../test/test-server.ts'
import { sandboxDidTalks } from '../../infra/db/schema/talks-sandbox.ts'
import { talks } from '../../infra/db/schema/talks.ts'
import { watch } from '../../infra/media/video-testing.ts'
import { VendorError } from '../../vendors/vendor-error.ts'

const RATE = 24_000
const said: string[] = []
let server: TestApp
let owner: { Authorization: string }
let other: { Authorization: string }

/** Half a second of a tone, whatever the words. */
async function tone({ text }: { text: string }) {
  said.push(text)
  const samples = Float32Array.from(
    { length: RATE / 2 },
    (_, index) => 0.4 * Math.sin((index * 2 * Math.PI * 220) / RATE),
  )
  const cues = [
    { atMs: 0, viseme: 'PP' as const },
    { atMs: 80, viseme: 'aa' as const },
    { atMs: 500, viseme: 'sil' as const },
  ]
  return { samples, durationMs: 500, cues, words: [] }
}

beforeAll(async () => {
  server = await createTestApp({
    rates: { talk: { burst: 1_000, refillMs: 1 } },
    say: tone,
    async sayWithKey(line, apiKey) {
      if (apiKey !== 'good-key') throw new VendorError('ElevenLabs', 'key-refused', { status: 401 })
      return tone(line)
    },
  })
  owner = await server.signedUp('owner@example.com')
  other = await server.signedUp('other@example.com')
})
afterAll(() => server.close())

async function ask(body: object, headers: Record<string, string> = owner) {
  const response = await server.request('POST', '/api/avatars/talks', body, headers)
  return { status: response.status, body: (await response.json()) as Talk & { detail?: string } }
}

async function read(id: string, headers: Record<string, string> = owner) {
  const response = await server.request('GET', `/api/avatars/talks/${id}`, undefined, headers)
  return { status: response.status, talk: (await response.json()) as Talk }
}

async function untilOver(id: string, headers: Record<string, string> = owner): Promise<Talk> {
  for (;;) {
    const { talk } = await read(id, headers)
    if (talk.askAgainMs === null) return talk
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function photo(headers = owner): Promise<string> {
  const canvas = createCanvas(300, 300)
  const context = canvas.getContext('2d')
  context.fillStyle = '#c98'
  context.fillRect(0, 0, 300, 300)
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(canvas.toBuffer('image/jpeg'))], { type: 'image/jpeg' }), 'a.jpg')
  const response = await server.app.request('/api/files/photos', { method: 'POST', headers, body: form })
  return ((await response.json()) as { id: string }).id
}

it('an assistant of the catalogue says its greeting in a video, which is made once for all', async () => {
  const { status, body } = await ask({ assistantId: 'culinary' })
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'upload', video: null, error: null, askAgainMs: 500 })
  const done = await untilOver(body.id)
  expect(said).toEqual([CATALOGUE.find(({ id }) => id === 'culinary')?.greeting])
  expect(done).toMatchObject({ status: 'done', error: null, video: { mediaType: 'video/webm' } })
  const response = await server.app.request(done.video?.url ?? '')
  expect(response.headers.get('content-type')).toBe('video/webm')
  const video = await watch(new Uint8Array(await response.arrayBuffer()))
  expect(video.frames.length).toBeGreaterThan(20)
  expect(Math.max(...video.sound)).toBeGreaterThan(0.2)
  const saved = await server.app.request(done.video?.downloadUrl ?? '')
  expect(saved.headers.get('content-disposition')).toContain('voxhall-video.webm')

  const times = said.length
  const again = await ask({ assistantId: 'culinary' }, other)
  expect(again.body).toMatchObject({ status: 'done', video: done.video })
  expect(said).toHaveLength(times)
})

it("a person's own photo says a person's own words, for that person alone", async () => {
  const photoId = await photo()
  const request = { photoId, text: 'Welcome to our little shop.', voiceId: 'oak', panel: 'test', format: 'mp4' }
  const { body } = await ask(request)
  const done = await untilOver(body.id)
  expect(done.video?.mediaType).toBe('video/mp4')
  expect(said.at(-1)).toBe('Welcome to our little shop.')
  expect((await read(body.id, other)).status).toBe(404)
  expect((await ask({ photoId, text: 'Not mine.' }, other)).status).toBe(404)
})

it('a team member without an account may do the same', async () => {
  const entered = await server.request('POST', '/api/team/access', { code: TEST_TEAM_CODE })
  const team = { 'Voxhall-Team': ((await entered.json()) as { token: string }).token }
  const { status, body } = await ask({ assistantId: 'legal', text: 'Hello, team.' }, team)
  expect(status).toBe(202)
  expect((await untilOver(body.id, team)).status).toBe('done')
})

it("a person's own ElevenLabs key speaks once and is kept nowhere", async () => {
  const request = { assistantId: 'finance', text: 'With my own voice.', provider: 'elevenlabs', panel: 'test' }
  const { body } = await ask(request, { ...owner, 'X-Speech-Key': 'good-key' })
  expect((await untilOver(body.id)).status).toBe('done')
  for (const rows of [await server.db.select().from(talks), await server.db.select().from(sandboxDidTalks)]) {
    expect(JSON.stringify(rows)).not.toContain('good-key')
  }
  const refused = await ask(request, { ...owner, 'X-Speech-Key': 'bad-key' })
  expect(await untilOver(refused.body.id)).toMatchObject({
    status: 'error',
    error: { cause: 'key-refused', text: 'Failed to generate talking video. Please try again.' },
  })
  expect((await ask(request)).body.detail).toBe('Please provide your ElevenLabs API key')
})

it.each([
  [{ assistantId: 'culinary', text: '   ' }, 'Please enter some text to speak'],
  [{ assistantId: 'culinary', text: 'x'.repeat(501) }, 'at most 500'],
  [{ assistantId: 'culinary', photoId: 'a'.repeat(32) }, 'either an assistant or a photo'],
  [{ photoId: 'a'.repeat(32) }, 'Please enter some text to speak'],
  [{}, 'either an assistant or a photo'],
])('%j is refused with words', async (request, words) => {
  const { status, body } = await ask(request)
  expect(status).toBe(400)
  expect(body.detail).toContain(words)
})

it('nobody has more than three made at once', async () => {
  const busy = await server.signedUp('busy@example.com')
  const started = await Promise.all(
    ['One more.', 'Two more.', 'Three more.'].map((text) => ask({ assistantId: 'legal', text }, busy)),
  )
  expect((await ask({ assistantId: 'legal', text: 'Four.' }, busy)).status).toBe(429)
  for (const { body } of started) expect((await untilOver(body.id, busy)).status).toBe('done')
})

it('a video whose process died is taken up and finished', async () => {
  const { body } = await ask({ assistantId: 'legal', text: 'Left in the middle.' })
  const done = await untilOver(body.id)
  // As a process leaves it that dies while it polls, and while it renders.
  await server.db.update(talks).set({ step: 'poll', videoId: null, polls: 2 }).where(eq(talks.id, body.id))
  const inHand = eq(sandboxDidTalks.userData, body.id)
  await server.db.update(sandboxDidTalks).set({ status: 'started', attempts: 1 }).where(inHand)
  await server.videos.resume()
  const again = await untilOver(body.id)
  expect(again.status).toBe('done')
  expect(again.video?.url).not.toBe(done.video?.url)
})

it('a webhook needs its token, and says nothing that is believed', async () => {
  const { body } = await ask({ assistantId: 'legal', text: 'Who calls?' })
  await untilOver(body.id)
  expect((await server.request('POST', `/api/webhooks/d-id/${body.id}?token=wrong`, { status: 'error' })).status).toBe(
    404,
  )
  expect((await read(body.id)).talk.status).toBe('done')
})

it('fifteen requests at once are three videos, and the others wait their turn', async () => {
  const eager = await server.signedUp('eager@example.com')
  const asked = await Promise.all(
    Array.from({ length: 15 }, (_, at) => ask({ assistantId: 'finance', text: `Number ${at}.` }, eager)),
  )
  const accepted = asked.filter(({ status }) => status === 202)
  expect(accepted).toHaveLength(3)
  expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([202, 429]))
  for (const { body } of accepted) await untilOver(body.id, eager)
})
