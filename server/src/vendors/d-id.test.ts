import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { causeOfDidError, createDid, type Did, type TalkOrder } from './d-id.ts'
import { startVendorServer, type Behaviour, type SeenRequest, type VendorServer } from './testing/vendor-server.ts'

/** Example answers and errors from D-ID's published API description (spec v4.2.1, as copied by tryAGI/DId). */
const IMAGE = {
  id: 'img_T8bWXDYGmeMyO0QjAGrSm',
  url: 's3://d-id-images-prod/auth0|65/img_T8bWXDYGmeMyO0QjAGrSm/portrait.jpg',
}
const CREATED = {
  id: 'tlk_fUMHArUqIZv2RrhEAl_jm',
  object: 'talk',
  created_by: 'google-oauth2|12345678',
  created_at: '2026-04-01T09:18:34.762Z',
  status: 'created',
}
const TALK = {
  ...CREATED,
  user_id: 'google-oauth2|12345678',
  source_url: IMAGE.url,
  modified_at: '2026-04-01T09:18:40.210Z',
  user: { email: 'somebody@example.com', plan: 'deid-pro' },
}
const WEBM = Buffer.from('\x1aE\xdf\xa3rest of it', 'latin1')
const MP4 = Buffer.from('\0\0\0\x20ftypisomrest of it', 'latin1')

let server: VendorServer
let did: Did
/** If it returns an answer, that replaces the server's usual one. */
let reply: ((request: SeenRequest) => { status: number; body: unknown } | undefined) | undefined
let video: Uint8Array

beforeEach(async () => {
  reply = undefined
  video = MP4
  server = await startVendorServer({
    answer(request) {
      const told = reply?.(request) ?? usual(request)
      return told instanceof Uint8Array
        ? { contentType: 'video/mp4', pieces: [told] }
        : { status: told.status, contentType: 'application/json', pieces: inTwo(JSON.stringify(told.body)) }
    },
    refusals: {
      'key-refused': { kind: 'AuthorizationError', description: 'user unauthenticated' },
      'rate-limited': { message: 'Too many requests' },
      failing: { message: 'Endpoint request timed out' },
    },
  })
  did = createDid({ apiBase: `${server.url}/`, apiKey: 'dXNlcg==:PASSWORD' })
})
afterEach(() => server.close())

function inTwo(text: string): string[] {
  return [text.slice(0, 20), text.slice(20)]
}

function usual({ method, path }: SeenRequest) {
  if (path === '/images') return { status: 201, body: IMAGE }
  if (path === '/talks' && method === 'POST') return { status: 201, body: CREATED }
  if (path.startsWith('/talks/'))
    return { status: 200, body: { ...TALK, status: 'started', pending_url: 's3://pending' } }
  if (path.startsWith('/result.mp4')) return video
  return { status: 404, body: { kind: 'NotFoundError', description: 'not found' } }
}

const ORDER: TalkOrder = {
  sourceUrl: IMAGE.url,
  text: 'Making videos is easy with D-ID',
  voiceId: 'willow',
  userData: 'talk_1',
}

const picture = () => ({ bytes: new Uint8Array([1, 2, 3]), mediaType: 'image/jpeg' as const })

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'no failure',
    (error: unknown) => error,
  )
}

describe('requests', () => {
  it('uploads a picture as the form field “image”, with the key unchanged', async () => {
    expect(await did.uploadImage(picture())).toBe(IMAGE.url)
    const [request] = server.requests
    expect(request?.headers.authorization).toBe('Basic dXNlcg==:PASSWORD')
    expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    const body = request?.body.toString('latin1') ?? ''
    expect(body).toContain('name="image"; filename="portrait.jpg"')
    expect(body).toContain('Content-Type: image/jpeg')
  })

  it('orders a talk as described', async () => {
    expect(await did.createTalk({ ...ORDER, webhook: 'https://voxhall.example/hook' })).toBe(CREATED.id)
    const [request] = server.requests
    expect(request?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(request?.body.toString() ?? '')).toEqual({
      source_url: IMAGE.url,
      script: {
        type: 'text',
        input: 'Making videos is easy with D-ID',
        provider: { type: 'microsoft', voice_id: 'en-US-JennyNeural' },
        ssml: false,
        subtitles: false,
      },
      config: { fluent: true, pad_audio: 0, result_format: 'mp4' },
      user_data: 'talk_1',
      webhook: 'https://voxhall.example/hook',
    })
  })

  it("sends a user's own key in its header, without a voice of our account", async () => {
    await did.createTalk({ ...ORDER, elevenLabsKey: 'their-key' })
    const [request] = server.requests
    expect(request?.headers['x-api-key-external']).toBe('{"elevenlabs":"their-key"}')
    const { script } = JSON.parse(request?.body.toString() ?? '') as { script: { provider: object } }
    expect(script.provider).toEqual({ type: 'elevenlabs' })
  })

  it.each([
    ['video/mp4', MP4],
    ['video/webm', WEBM],
  ])('fetches a finished %s without the key', async (mediaType, bytes) => {
    video = bytes
    const result = await did.download(`${server.url}/result.mp4?X-Amz-Signature=abc`)
    expect(result).toEqual({ bytes: new Uint8Array(bytes), mediaType })
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  it.each([
    'http://d-id-talks.example/result.mp4',
    'http://127.0.0.1:1/result.mp4',
    'http://169.254.169.254/latest/meta-data',
    'ftp://d-id-talks.example/result.mp4',
    'file:///etc/passwd',
    's3://d-id-talks/result.mp4',
    '/result.mp4',
  ])('does not fetch a video from %s: only https or D-ID’s own host', async (address) => {
    const asked: unknown[] = []
    const careful = createDid({
      apiBase: server.url,
      apiKey: 'k',
      fetch: async (given) => {
        asked.push(given)
        return new Response(MP4)
      },
    })
    expect(await failureOf(careful.download(address))).toMatchObject({
      kind: 'unreadable',
      vendorCode: 'ResultAddressRefused',
    })
    expect(asked).toEqual([])
    expect(await careful.download('https://d-id-talks.example/result.mp4')).toMatchObject({ mediaType: 'video/mp4' })
  })

  it('follows no redirects when fetching a video', async () => {
    const led = createDid({
      apiBase: server.url,
      apiKey: 'k',
      fetch: async (given, init) => {
        expect(init?.redirect).toBe('error')
        return fetch(given, init)
      },
    })
    expect(await led.download(`${server.url}/result.mp4`)).toMatchObject({ mediaType: 'video/mp4' })
  })

  it('refuses a file that is no video', async () => {
    video = Buffer.from('<html><script>')
    expect(await failureOf(did.download(`${server.url}/result.mp4`))).toMatchObject({ kind: 'unreadable' })
  })
})

it.each<[object, object]>([
  [{ status: 'created' }, { status: 'pending' }],
  [{ status: 'started', pending_url: 's3://x' }, { status: 'pending' }],
  [{ status: 'something new' }, { status: 'pending' }],
  [
    { status: 'done', result_url: 'https://d-id-talks.example/a.mp4?Expires=1' },
    { status: 'done', resultUrl: 'https://d-id-talks.example/a.mp4?Expires=1' },
  ],
  [{ status: 'error' }, { status: 'failed', cause: 'rendering-failed' }],
  [
    { status: 'error', error: 'text' },
    { status: 'failed', cause: 'rendering-failed' },
  ],
  [
    { status: 'error', error: { kind: 'FaceError', description: 'face not detected' } },
    { status: 'failed', cause: 'no-face' },
  ],
  [{ status: 'rejected' }, { status: 'failed', cause: 'rejected' }],
])('a talk with the state %j is read as %j', async (told, progress) => {
  reply = () => ({ status: 200, body: { ...TALK, ...told } })
  expect(await did.readTalk(TALK.id)).toEqual(progress)
})

it.each<[number, object, string, string | undefined]>([
  [400, { kind: 'BadRequestError', description: 'invalid actor url' }, 'refused', undefined],
  [
    400,
    { kind: 'ValidationError', description: 'x', details: { 'body.script': { message: 'required' } } },
    'refused',
    undefined,
  ],
  [401, { kind: 'AuthorizationError', description: 'user unauthenticated' }, 'key-refused', undefined],
  [402, { kind: 'InsufficientCreditsError', description: 'not enough credits' }, 'no-credit', 'no-credit'],
  [403, { kind: 'PermissionError', description: 'user has no permission for stitch' }, 'refused', undefined],
  [403, { message: 'Invalid key=value pair (missing equal-sign) in Authorization header' }, 'refused', undefined],
  [451, { kind: 'TextModerationError', description: 'text moderation' }, 'refused', 'rejected'],
  [451, { kind: 'CelebrityRecognizedError', description: 'celebrity' }, 'refused', 'rejected'],
  [500, { kind: 'UnknownError', description: 'unknown' }, 'failing', undefined],
  [504, { message: 'Endpoint request timed out' }, 'failing', undefined],
])('the refusal %i %j is classified', async (status, body, kind, cause) => {
  reply = () => ({ status, body })
  const error = await failureOf(did.createTalk(ORDER))
  expect(error).toMatchObject({ kind, status })
  expect(causeOfDidError(error, { hasOwnKey: false })).toBe(cause)
  expect(String(error)).not.toContain('PASSWORD')
})

it('a refusal of a user’s own key is reported as such', async () => {
  server.behave('key-refused')
  const error = await failureOf(did.createTalk({ ...ORDER, elevenLabsKey: 'theirs' }))
  expect(causeOfDidError(error, { hasOwnKey: true })).toBe('key-refused')
})

it.each<[Behaviour, string]>([
  ['half', 'unreachable'],
  ['dropped', 'unreachable'],
  ['rate-limited', 'rate-limited'],
  ['failing', 'failing'],
  ['malformed', 'unreadable'],
])('a server that is %s fails as %s', async (behaviour, kind) => {
  server.behave(behaviour)
  expect(await failureOf(did.createTalk(ORDER))).toMatchObject({ kind })
})

it('waits for a slow answer', async () => {
  server.behave('slow')
  expect(await did.createTalk(ORDER)).toBe(CREATED.id)
})

it('an answer in another format is unreadable', async () => {
  reply = () => ({ status: 200, body: { hello: 'there' } })
  expect(await failureOf(did.uploadImage(picture()))).toMatchObject({ kind: 'unreadable' })
  expect(await failureOf(did.readTalk('tlk_1'))).toMatchObject({ kind: 'unreadable' })
})

it('a hanging request is aborted when our server stops', async () => {
  const leaving = new AbortController()
  const stopping = createDid({ apiBase: server.url, apiKey: 'k', signal: leaving.signal })
  server.behave('hang')
  const failure = failureOf(stopping.createTalk(ORDER))
  await expect.poll(() => server.requests.length).toBe(1)
  leaving.abort()
  expect(await failure).toMatchObject({ name: 'AbortError' })
})
