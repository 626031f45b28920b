import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/test-server.ts'
import { testEnvironment } from '../config/env.ts'
import { createDid, type TalkingVideos, type TalkOrder, type TalkProgress } from './d-id.ts'
import { startVendorServer, type SeenRequest } from './testing/vendor-server.ts'
import { VendorError } from './vendor-error.ts'

// What the product relies on of whoever makes talking videos: the built-in maker always, D-ID's adapter against a server
// on this machine, and D-ID itself when its key is in the environment (a few seconds of video on that account).

interface Candidate {
  name: string
  create(): Promise<{ videos: TalkingVideos; close: () => Promise<void> }>
}

const { DID_API_KEY: liveKey, DID_API_BASE: liveBase } = testEnvironment()
const RATE_HZ = 24_000
const MP4 = Buffer.from('\0\0\0\x20ftypisomrest of it', 'latin1')

const CANDIDATES: Candidate[] = [
  {
    name: 'built in',
    async create() {
      const app = await createTestApp({
        say: async () => ({
          samples: new Float32Array(RATE_HZ / 2).fill(0.2),
          durationMs: 500,
          cues: [{ atMs: 0, viseme: 'aa' }],
          words: [],
        }),
      })
      const { sandbox } = app.videos
      if (!sandbox) throw new Error('this app makes its videos elsewhere')
      const { apiBase, apiKey, fetch } = sandbox
      return { videos: createDid({ apiBase, apiKey, fetch, isOwn: true }), close: () => app.close() }
    },
  },
  {
    name: 'D-ID, on this machine',
    async create() {
      const server = await startDidServer()
      return { videos: createDid({ apiBase: server.url, apiKey: 'user:password' }), close: () => server.close() }
    },
  },
  ...(liveKey === undefined
    ? []
    : [
        {
          name: 'D-ID itself',
          create: async () => ({
            videos: createDid({ apiBase: liveBase, apiKey: liveKey }),
            close: async () => undefined,
          }),
        },
      ]),
]

/** Keeps what it is given, needs a while for each talk, and refuses as D-ID does. */
async function startDidServer() {
  const images = new Set<string>()
  const asked = new Map<string, number>()
  const json = (status: number, body: object) => ({
    status,
    contentType: 'application/json',
    pieces: [JSON.stringify(body)],
  })
  const refused = (status: number, kind: string) => json(status, { kind, description: 'refused' })

  function answer({ method, path, headers, body }: SeenRequest) {
    if (path.startsWith('/result')) return { contentType: 'video/mp4', pieces: [MP4] }
    if (headers.authorization !== 'Basic user:password') return refused(401, 'AuthorizationError')
    if (path === '/images') {
      const url = `s3://images/img_${images.size}/portrait.jpg`
      images.add(url)
      return json(201, { url })
    }
    if (method === 'POST') {
      const order = JSON.parse(body.toString()) as { source_url: string; script: { input: string } }
      if (order.script.input.length < 3) return refused(400, 'ValidationError')
      if (!images.has(order.source_url)) return refused(400, 'BadRequestError')
      const id = `tlk_${asked.size}`
      asked.set(id, 0)
      return json(201, {
        id,
        object: 'talk',
        created_by: 'us',
        created_at: new Date().toISOString(),
        status: 'created',
      })
    }
    const id = path.split('/')[2] ?? ''
    const times = asked.get(id)
    if (times === undefined) return refused(404, 'NotFoundError')
    asked.set(id, times + 1)
    const status = ['created', 'started'][times] ?? 'done'
    return json(200, { id, status, ...(status === 'done' ? { result_url: `${server.url}/result/${id}.mp4` } : {}) })
  }
  const server = await startVendorServer({
    answer,
    refusals: { 'key-refused': {}, 'rate-limited': {}, failing: {} },
  })
  return server
}

function portrait(): Uint8Array<ArrayBuffer> {
  const canvas = createCanvas(400, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = '#cba'
  context.fillRect(0, 0, 400, 400)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

describe.each(CANDIDATES)('talking videos: $name', (candidate) => {
  let videos: TalkingVideos
  let close: () => Promise<void>
  let order: TalkOrder
  beforeAll(async () => {
    const made = await candidate.create()
    videos = made.videos
    close = () => made.close()
    const about = { personId: 'culinary' }
    const sourceUrl = await videos.uploadImage({ bytes: portrait(), mediaType: 'image/png', about })
    order = { sourceUrl, text: 'Hello there.', voiceId: 'willow', format: 'mp4', userData: 'contract' }
  })
  afterAll(() => close())

  async function settled(id: string): Promise<TalkProgress> {
    for (;;) {
      const progress = await videos.readTalk(id)
      if (progress.status !== 'pending') return progress
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }

  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('keeps a picture, makes a video of it, and hands it out', async () => {
    expect(order.sourceUrl).toMatch(/^(?:s3|https):\/\/\S+\.(?:png|jpe?g)$/)
    const id = await videos.createTalk(order)
    const progress = await settled(id)
    if (progress.status !== 'done') throw new Error(`it ended as ${JSON.stringify(progress)}`)
    const { bytes, mediaType } = await videos.download(progress.resultUrl)
    expect(mediaType).toBe('video/mp4')
    expect(Buffer.from(bytes.subarray(4, 8)).toString()).toBe('ftyp')
    // Asked again, it says the same.
    expect(await videos.readTalk(id)).toMatchObject({ status: 'done' })
  })

  it('takes the shortest text', async () => {
    expect(await videos.createTalk({ ...order, text: 'A' })).not.toBe('')
  })

  it('gives each order an id of its own', async () => {
    expect(await videos.createTalk(order)).not.toBe(await videos.createTalk(order))
  })

  it('refuses a picture that it does not have, and a talk that it does not know', async () => {
    const unknown = await failureOf(videos.createTalk({ ...order, sourceUrl: 's3://images/img_none/portrait.jpg' }))
    expect(unknown).toBeInstanceOf(VendorError)
    expect(unknown).toMatchObject({ kind: 'refused' })
    expect(await failureOf(videos.readTalk('tlk_none'))).toMatchObject({ kind: 'refused', status: 404 })
  })
})
