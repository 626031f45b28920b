import { createCanvas } from '@napi-rs/canvas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Video } from '#contract/videos.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { USUAL_FACE } from '#portrait/photo/measure-face.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { files } from '../../infra/db/schema/files.ts'
import { videos } from '../../infra/db/schema/videos.ts'
import { watch } from '../../infra/media/video-testing.ts'
import { SpeechTooLongError } from '../../voice/tts/whole-speech.ts'
import { VendorError } from '../../vendors/vendor-error.ts'

const RATE = 24_000
const DAY_MS = 24 * 3_600_000
const said: string[] = []
/** How many further attempts to speak fail. */
let hiccups = 0
/** Resolve it to let the voice say texts that begin with "Hold on". */
let held = Promise.withResolvers<void>()
let server: TestApp
let owner: { Authorization: string }
let other: { Authorization: string }

/** Renders nothing: encoding takes half a second. Tests about pictures, sound or stored speech render all the same. */
function renderNothing() {
  const rendered = { bytes: new Uint8Array(1), durationMs: 40, cpuMs: 1 }
  return vi.spyOn(server.videos.media, 'run').mockResolvedValue(rendered)
}
const renderReally = () => vi.spyOn(server.videos.media, 'run').mockRestore()

/** A stand-in for a voice: half a second of a tone for a greeting, and next to nothing for other texts. */
async function tone({ text }: { text: string }) {
  if (text === 'Too long.') throw new SpeechTooLongError()
  if (hiccups > 0) {
    hiccups -= 1
    throw new Error('the voice is away for a moment')
  }
  if (text.startsWith('Hold on')) await held.promise
  said.push(text)
  const durationMs = CATALOGUE.some(({ greeting }) => greeting === text) ? 500 : 40
  const samples = Float32Array.from(
    { length: (RATE * durationMs) / 1_000 },
    (_, index) => 0.4 * Math.sin((index * 2 * Math.PI * 220) / RATE),
  )
  const cues = [
    { atMs: 0, viseme: 'PP' as const },
    { atMs: 0.16 * durationMs, viseme: 'aa' as const },
    { atMs: durationMs, viseme: 'sil' as const },
  ]
  return { samples, durationMs, cues, words: [] }
}

beforeAll(async () => {
  server = await createTestApp({
    rates: { video: { burst: 1_000, refillMs: 1 } },
    say: tone,
    async sayWithKey(line, apiKey) {
      if (apiKey === 'empty-key') throw new VendorError('ElevenLabs', 'no-credit', { status: 401 })
      if (apiKey !== 'good-key') throw new VendorError('ElevenLabs', 'key-refused', { status: 401 })
      return tone(line)
    },
  })
  owner = await server.signedUp('owner@example.com')
  other = await server.signedUp('other@example.com')
})
afterAll(() => server.close())
beforeEach(() => void renderNothing())

async function ask(body: object, headers: Record<string, string> = owner) {
  const response = await server.request('POST', '/api/videos', body, headers)
  return { status: response.status, body: (await response.json()) as Video & { detail?: string } }
}

async function read(id: string, headers: Record<string, string> = owner) {
  const response = await server.request('GET', `/api/videos/${id}`, undefined, headers)
  return { status: response.status, video: (await response.json()) as Video }
}

async function untilOver(id: string, headers: Record<string, string> = owner): Promise<Video> {
  for (;;) {
    const { video } = await read(id, headers)
    if (video.askAgainMs === null) return video
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function photo(headers: Record<string, string> = owner): Promise<string> {
  const canvas = createCanvas(300, 300)
  const context = canvas.getContext('2d')
  context.fillStyle = '#c98'
  context.fillRect(0, 0, 300, 300)
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(canvas.toBuffer('image/jpeg'))], { type: 'image/jpeg' }), 'a.jpg')
  const response = await server.app.request('/api/files/photos', { method: 'POST', headers, body: form })
  return ((await response.json()) as { id: string }).id
}

const fileOf = ({ video }: Video) => video?.url.replace('/files/', '') ?? ''

async function daysKept(done: Video): Promise<number> {
  const [file] = await server.db
    .select()
    .from(files)
    .where(eq(files.id, fileOf(done)))
  return Math.round(((file?.expiresAt?.getTime() ?? 0) - Date.now()) / DAY_MS)
}

it('a catalogue assistant says its greeting in a video, which is made once for all users', async () => {
  renderReally()
  const { status, body } = await ask({ assistantId: 'culinary' })
  expect(status).toBe(202)
  expect(body).toMatchObject({ status: 'create', video: null, error: null, askAgainMs: 500 })
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

  renderNothing()
  const times = said.length
  const again = await ask({ assistantId: 'culinary' }, other)
  expect(again.body).toMatchObject({ status: 'done', video: done.video })
  expect(said).toHaveLength(times)
  for (const change of [{ format: 'mp4' }, { voiceId: 'oak' }]) {
    const changed = await ask({ assistantId: 'culinary', ...change }, other)
    expect(changed.body.status).toBe('create')
    await untilOver(changed.body.id, other)
  }
  expect(await daysKept(done)).toBe(30)
  const soon = new Date(Date.now() + 3_500_000)
  await server.db
    .update(files)
    .set({ expiresAt: soon })
    .where(eq(files.id, fileOf(done)))
  expect((await ask({ assistantId: 'culinary' }, other)).body.status).toBe('create')
})

it("a user's photo says the user's text in a video that only the user can see, for two days", async () => {
  renderReally()
  const photoId = await photo()
  const request = { photoId, text: 'Welcome to our little shop.', voiceId: 'oak', panel: 'test', format: 'mp4' }
  const { body } = await ask(request)
  const done = await untilOver(body.id)
  expect(done.video?.mediaType).toBe('video/mp4')
  expect(said.at(-1)).toBe('Welcome to our little shop.')
  expect((await read(body.id, other)).status).toBe(404)
  expect((await ask({ photoId, text: 'Not mine.' }, other)).status).toBe(404)
  expect(await daysKept(done)).toBe(2)
  const past = new Date(Date.now() - 1)
  await server.db
    .update(files)
    .set({ expiresAt: past })
    .where(eq(files.id, fileOf(done)))
  expect((await read(body.id)).status).toBe(404)
})

it('a team member without an account can have their own photo speak by the face they marked, and watch the video', async () => {
  const render = renderNothing()
  const team = await server.asTeam()
  const photoFace = { ...USUAL_FACE, mouth: { left: { x: 0.3, y: 0.8 }, right: { x: 0.5, y: 0.8 } } }
  const { status, body } = await ask({ photoId: await photo(team), photoFace, text: 'Hello, team.' }, team)
  expect(status).toBe(202)
  const done = await untilOver(body.id, team)
  const face: unknown = expect.objectContaining({ kind: 'photo', face: photoFace })
  expect(render).toHaveBeenLastCalledWith(expect.objectContaining({ face }), expect.anything())
  expect((await server.app.request(done.video?.url ?? '')).status).toBe(200)
})

it("a user's own ElevenLabs key is used once and never stored", async () => {
  const request = { assistantId: 'finance', text: 'With my own voice.', provider: 'elevenlabs', panel: 'test' }
  const { body } = await ask(request, { ...owner, 'X-Speech-Key': 'good-key' })
  expect((await untilOver(body.id)).status).toBe('done')
  // The key is never stored, and the speech is deleted once the video is done.
  expect(JSON.stringify(await server.db.select().from(videos))).not.toContain('good-key')
  await server.files.library.clear()
  expect(await server.db.$count(files, eq(files.kind, 'speech'))).toBe(0)
  const refused = await ask(request, { ...owner, 'X-Speech-Key': 'bad-key' })
  expect(await untilOver(refused.body.id)).toMatchObject({
    status: 'error',
    error: { cause: 'key-refused', text: 'Failed to generate talking video. Please try again.' },
  })
  const empty = await ask(request, { ...owner, 'X-Speech-Key': 'empty-key' })
  expect((await untilOver(empty.body.id)).error?.cause).toBe('no-credit')
  expect((await ask(request)).body.detail).toBe('Please provide your ElevenLabs API key')
})

it("a greeting said on a user's own ElevenLabs account is given to nobody else", async () => {
  const request = { assistantId: 'finance', provider: 'elevenlabs' }
  const { body } = await ask(request, { ...owner, 'X-Speech-Key': 'good-key' })
  const mine = await untilOver(body.id)
  expect(mine.status).toBe('done')
  const theirs = await untilOver((await ask({ assistantId: 'finance' }, other)).body.id, other)
  expect(theirs.status).toBe('done')
  expect(theirs.video?.url).not.toBe(mine.video?.url)
})

it.each([
  [{ assistantId: 'culinary', text: '   ' }, 'Please enter some text to speak'],
  [{ assistantId: 'culinary', text: 'x'.repeat(501) }, 'at most 500'],
  [{ assistantId: 'culinary', photoId: 'a'.repeat(32) }, 'either an assistant or a photo'],
  [{ photoId: 'a'.repeat(32) }, 'Please enter some text to speak'],
  [{}, 'either an assistant or a photo'],
])('%j is refused with a reason', async (request, words) => {
  const { status, body } = await ask(request)
  expect(status).toBe(400)
  expect(body.detail).toContain(words)
})

it('a user can have three videos made at a time', async () => {
  held = Promise.withResolvers()
  const busy = await server.signedUp('busy@example.com')
  const started = await Promise.all(
    ['Hold on.', 'Hold on, please.', 'Hold on a moment.'].map((text) => ask({ assistantId: 'legal', text }, busy)),
  )
  expect((await ask({ assistantId: 'legal', text: 'Four.' }, busy)).status).toBe(429)
  expect((await ask({ assistantId: 'legal', text: 'Mine.' }, other)).status).toBe(202)
  held.resolve()
  for (const { body } of started) expect((await untilOver(body.id, busy)).status).toBe('done')
})

it('a user can have a hundred videos made in a day', async () => {
  const keen = await server.signedUp('keen@example.com')
  const [user] = await server.db.select().from(users).where(eq(users.email, 'keen@example.com'))
  const now = new Date()
  const made = {
    userId: user?.id,
    text: 'Again.',
    voiceId: 'oak',
    format: 'webm',
    panel: 'talk',
    step: 'failed',
  } as const
  const rows = Array.from({ length: 100 }, (_, at) => ({ ...made, id: `keen-${at}`, createdAt: now, updatedAt: now }))
  await server.db.insert(videos).values(rows)
  const request = { assistantId: 'legal', text: 'Once more.' }
  const refused = await ask(request, keen)
  expect([refused.status, refused.body.detail]).toEqual([429, expect.stringContaining('come back tomorrow')])
  const createdAt = new Date(Date.now() - DAY_MS)
  await server.db.update(videos).set({ createdAt }).where(eq(videos.id, 'keen-0'))
  expect((await ask(request, keen)).status).toBe(202)
})

/** Leaves a video as a process would that dies while working on it. */
async function leftAs(id: string, state: Partial<typeof videos.$inferInsert>): Promise<void> {
  await server.db
    .update(videos)
    .set({ fileId: null, attempts: 1, ...state })
    .where(eq(videos.id, id))
}

it.each(['queued', 'rendering'] as const)('a video that was %s when its process died is resumed', async (step) => {
  const { body } = await ask({ assistantId: 'legal', text: 'Left in the middle.' })
  const done = await untilOver(body.id)
  await leftAs(body.id, { step })
  await server.videos.resume()
  const again = await untilOver(body.id)
  expect(again.status).toBe('done')
  expect(again.video?.url).not.toBe(done.video?.url)
})

it('a video that this process is working on is not resumed', async () => {
  held = Promise.withResolvers()
  const { body } = await ask({ assistantId: 'legal', text: 'Hold on.' })
  const row = async () => (await server.db.select().from(videos).where(eq(videos.id, body.id)))[0]
  await expect.poll(async () => (await row())?.step).toBe('rendering')
  const longAgo = new Date(0)
  await server.db.update(videos).set({ updatedAt: longAgo }).where(eq(videos.id, body.id))
  await server.videos.resume()
  // Other processes see that this one is working on it.
  expect((await row())?.updatedAt).not.toEqual(longAgo)
  held.resolve()
  await untilOver(body.id)
  expect((await row())?.attempts).toBe(1)
})

it('a video whose process died three times is given up', async () => {
  const { body } = await ask({ assistantId: 'legal', text: 'A poisoned one.' })
  await untilOver(body.id)
  await leftAs(body.id, { step: 'rendering', attempts: 3 })
  await server.videos.resume()
  expect(await untilOver(body.id)).toMatchObject({
    error: { cause: 'rendering-failed', text: 'Avatar creation failed. Please try again.' },
  })
})

describe('a text said with the user’s own key, after a restart', () => {
  const request = { assistantId: 'finance', provider: 'elevenlabs', panel: 'test' }

  async function spoken(text: string): Promise<string> {
    const { body } = await ask({ ...request, text }, { ...owner, 'X-Speech-Key': 'good-key' })
    expect((await untilOver(body.id)).status).toBe('done')
    return body.id
  }

  it('is rendered from the stored speech, without saying it again', async () => {
    const id = await spoken('Said once.')
    renderReally()
    const speech = (await server.db.select().from(files).where(eq(files.kind, 'speech'))).at(-1)
    const later = new Date(Date.now() + 60_000)
    await server.db
      .update(files)
      .set({ expiresAt: later })
      .where(eq(files.id, speech?.id ?? ''))
    await leftAs(id, { step: 'rendering', speechId: speech?.id ?? null })
    const times = said.length
    await server.videos.resume()
    expect((await untilOver(id)).status).toBe('done')
    expect(said).toHaveLength(times)
    expect((await server.app.request(`/files/${speech?.id}`)).status).toBe(404)
  })

  it('fails with a reason if the key was lost before it was used', async () => {
    const id = await spoken('Never said.')
    await leftAs(id, { step: 'queued' })
    await server.videos.resume()
    expect(await untilOver(id)).toMatchObject({ status: 'error', error: { cause: 'key-lost' } })
  })
})

it('a text that takes too long to say fails with its own reason', async () => {
  const { body } = await ask({ assistantId: 'legal', text: 'Too long.' })
  expect(await untilOver(body.id)).toMatchObject({ status: 'error', error: { cause: 'too-long' } })
})

it('a failed attempt is repeated', async () => {
  hiccups = 2
  const { body } = await ask({ assistantId: 'legal', text: 'Third time lucky.' })
  expect((await untilOver(body.id)).status).toBe('done')
  expect(hiccups).toBe(0)
})

it('a webhook without its token is refused and changes nothing', async () => {
  const { body } = await ask({ assistantId: 'legal', text: 'Who calls?' })
  await untilOver(body.id)
  expect((await server.request('POST', `/api/webhooks/d-id/${body.id}?token=wrong`, { status: 'error' })).status).toBe(
    404,
  )
  expect((await read(body.id)).video.status).toBe('done')
})
