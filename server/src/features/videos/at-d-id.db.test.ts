import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Video } from '#contract/videos.ts'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { captureLog, WARN } from '../../infra/logger-testing.ts'
import { json, startVendorServer, type SeenRequest, type VendorServer } from '../../vendors/testing/vendor-server.ts'

const MP4 = Buffer.from('\0\0\0\x20ftypisomrest of it', 'latin1')
const { log, lines, entries } = captureLog('warn')
let vendor: VendorServer
let server: TestApp
let owner: { Authorization: string }
let answers: (request: SeenRequest) => { status: number; body: object } | undefined

/** Starts a stand-in for D-ID and configures the server to use it. */
beforeAll(async () => {
  vendor = await startVendorServer({
    answer(request) {
      if (request.path === '/result.mp4') return { contentType: 'video/mp4', pieces: [MP4] }
      const { status, body } = answers(request) ?? usual(request)
      return json(status, body)
    },
  })
  server = await createTestApp({
    log,
    env: { DID_API_KEY: 'user:password', DID_API_BASE: vendor.url, PUBLIC_URL: 'https://voxhall.test' },
    pollVideosEveryMs: () => 20,
  })
  owner = await server.signedUp('owner@example.com')
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})
beforeEach(() => {
  withoutDrawing(server)
})

/** Drawing a portrait starts a process and takes seconds. */
function withoutDrawing({ files }: TestApp) {
  const portrait = { bytes: new Uint8Array(1), widthPx: 1, heightPx: 1 }
  vi.spyOn(files.media, 'run').mockResolvedValue(portrait)
}

function usual({ method, path }: SeenRequest): { status: number; body: object } {
  if (path === '/images') return { status: 201, body: { url: 's3://d-id/portrait.png', id: 'img_1' } }
  if (method === 'POST') return { status: 201, body: { id: `tlk_${vendor.requests.length}`, status: 'created' } }
  return { status: 200, body: { id: 'tlk', status: 'done', result_url: `${vendor.url}/result.mp4` } }
}

async function outcome(own: typeof answers, more: object = {}, speechKey?: string): Promise<Video> {
  lines.length = 0
  answers = own
  const request = { assistantId: 'culinary', text: 'Hello there.', panel: 'test', ...more }
  const headers = speechKey === undefined ? owner : { ...owner, 'X-Speech-Key': speechKey }
  const response = await server.request('POST', '/api/videos', request, headers)
  let video = (await response.json()) as Video
  while (video.askAgainMs !== null) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    const read = await server.request('GET', `/api/videos/${video.id}`, undefined, owner)
    video = (await read.json()) as Video
  }
  return video
}

it('a video made by D-ID is copied to our storage', async () => {
  // The portrait is drawn in this test alone.
  vi.spyOn(server.files.media, 'run').mockRestore()
  let looks = 0
  const video = await outcome(({ path }) =>
    path.startsWith('/talks/') && looks++ === 0 ? { status: 200, body: { id: 'tlk', status: 'started' } } : undefined,
  )
  expect(video).toMatchObject({ status: 'done', video: { mediaType: 'video/mp4' } })
  const upload = vendor.requests.find(({ path }) => path === '/images')
  expect(upload?.body.includes('PNG')).toBe(true)
  const response = await server.app.request(video.video?.url ?? '')
  expect(Buffer.from(await response.arrayBuffer())).toEqual(MP4)
  expect(looks).toBe(2)
})

it('D-ID can report at the address that it was given', async () => {
  await outcome(() => undefined)
  const order = vendor.requests.findLast(({ path }) => path === '/talks')
  const { webhook } = JSON.parse(order?.body.toString() ?? '{}') as { webhook: string }
  const { origin, pathname, search } = new URL(webhook)
  expect(origin).toBe('https://voxhall.test')
  expect((await server.request('POST', `${pathname}${search}`)).status).toBe(204)
})

it.each<[string, typeof answers, string]>([
  [
    'an account without credit',
    () => ({ status: 402, body: { kind: 'InsufficientCreditsError', description: 'x' } }),
    'no-credit',
  ],
  [
    'a key that is refused',
    () => ({ status: 401, body: { kind: 'AuthorizationError', description: 'x' } }),
    'upload-failed',
  ],
  [
    'an order that is refused',
    ({ path }) =>
      path === '/talks' ? { status: 400, body: { kind: 'BadRequestError', description: 'x' } } : undefined,
    'talk-failed',
  ],
  [
    'a face that is not found',
    ({ path }) =>
      path.startsWith('/talks/')
        ? { status: 200, body: { id: 't', status: 'error', error: { kind: 'FaceError' } } }
        : undefined,
    'no-face',
  ],
  [
    'a rendering that fails for no reason given',
    ({ path }) => (path.startsWith('/talks/') ? { status: 200, body: { id: 't', status: 'error' } } : undefined),
    'rendering-failed',
  ],
  [
    'a video that D-ID no longer knows',
    ({ path }) => (path.startsWith('/talks/') ? { status: 404, body: { kind: 'NotFoundError' } } : undefined),
    'rendering-failed',
  ],
  [
    'moderation',
    ({ path }) => (path.startsWith('/talks/') ? { status: 200, body: { id: 't', status: 'rejected' } } : undefined),
    'rejected',
  ],
])(
  '%s is reported in the words of the specification',
  async (_, own, cause) => {
    const sent = vendor.requests.length
    expect(await outcome(own)).toMatchObject({
      status: 'error',
      video: null,
      error: { cause, text: 'Failed to generate talking video. Please try again.' },
    })
    // Nothing is broken on our side, so a warning with the reason is enough.
    for (const { level, reason } of entries()) expect([level, reason]).toEqual([WARN, expect.stringMatching(/^D-ID: /)])
    expect(lines.join('')).not.toContain('    at ')
    // A refusal is final.
    const paths = vendor.requests.slice(sent).map(({ path }) => path)
    expect(paths).toEqual([...new Set(paths)])
  },
  30_000,
)

it('D-ID is given no address to report at that it would refuse', async () => {
  const local = await createTestApp({ env: { DID_API_KEY: 'user:password', DID_API_BASE: vendor.url } })
  onTestFinished(() => local.close())
  withoutDrawing(local)
  answers = () => undefined
  const headers = await local.signedUp('local@example.com')
  const sent = vendor.requests.length
  await local.request('POST', '/api/videos', { assistantId: 'culinary', text: 'Hello there.' }, headers)
  const order = () => vendor.requests.slice(sent).find(({ path }) => path === '/talks')
  await expect.poll(order).toBeDefined()
  expect(JSON.parse(order()?.body.toString() ?? '')).not.toHaveProperty('webhook')
})

describe('with the user’s own ElevenLabs key', () => {
  const own = { provider: 'elevenlabs' }
  const refused = { status: 401, body: { kind: 'AuthorizationError', description: 'x' } }

  it('D-ID speaks with that key', async () => {
    expect(await outcome(() => undefined, own, 'their-key')).toMatchObject({ status: 'done' })
    const order = vendor.requests.findLast(({ path }) => path === '/talks')
    expect(order?.headers['x-api-key-external']).toBe('{"elevenlabs":"their-key"}')
  })

  it('the user learns if this key was refused, and is not blamed for ours', async () => {
    const video = await outcome(({ path }) => (path === '/talks' ? refused : undefined), own, 'bad-key')
    expect(video.error?.cause).toBe('key-refused')
    const uploadRefused = await outcome(({ path }) => (path === '/images' ? refused : undefined), own, 'good-key')
    expect(uploadRefused.error?.cause).toBe('upload-failed')
  })
})

it('D-ID is asked again after a short failure', async () => {
  let failures = 0
  const video = await outcome(({ path }) =>
    path === '/images' && failures++ < 2 ? { status: 503, body: {} } : undefined,
  )
  expect(video.status).toBe('done')
  expect(failures).toBe(3)
})

it('a video is asked about again after a short failure', async () => {
  let looks = 0
  const video = await outcome(({ path }) =>
    path.startsWith('/talks/') && looks++ === 0 ? { status: 503, body: {} } : undefined,
  )
  expect(video.status).toBe('done')
})

it.each([
  { panel: 'talk', askAgainMs: 10_000 },
  { panel: 'test', askAgainMs: 2_000 },
])('the page is told to ask as often as the specification says: %j', async ({ panel, askAgainMs }) => {
  answers = ({ path }) =>
    path.startsWith('/talks/') ? { status: 200, body: { id: 't', status: 'started' } } : undefined
  const request = { assistantId: 'culinary', text: `Hello to the ${panel} panel.`, panel }
  const response = await server.request('POST', '/api/videos', request, owner)
  expect(await response.json()).toMatchObject({ askAgainMs })
})
