import { createCanvas } from '@napi-rs/canvas'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEnvironment } from '../config/env.ts'
import { createBuiltInMaker } from '../features/videos/built-in/built-in-maker.ts'
import { createMedia } from '../infra/media/media.ts'
import type { TalkingFace } from '../infra/media/media-tasks.ts'
import type { VideoDesk, VideoEvent, VideoMaker, VideoOrder } from '../infra/media/video-maker.ts'
import { createDidMaker } from './d-id-maker.ts'
import { createDid } from './d-id.ts'
import { json, startVendorServer, type SeenRequest } from './testing/vendor-server.ts'

// What the server expects of every video maker. Runs against the built-in one, against D-ID's with a scripted server on
// this machine, and, if its key is in the environment, against D-ID itself (which spends a few seconds of video on that
// account).

const { DID_API_KEY: liveKey, DID_API_BASE: liveBase } = testEnvironment()
const RATE_HZ = 24_000
const MP4 = Buffer.from('\0\0\0\x20ftypisomrest of it', 'latin1')
const USUAL: VideoOrder = { id: 'video_1', text: 'Hello there.', voiceId: 'willow', format: 'mp4' }
const PHOTO_FACE = {
  eyes: { left: { x: 0.42, y: 0.4 }, right: { x: 0.58, y: 0.4 } },
  mouth: { left: { x: 0.45, y: 0.56 }, right: { x: 0.55, y: 0.56 } },
}
const log = pino({ level: 'silent' })

interface Candidate {
  maker: VideoMaker
  close: () => Promise<void>
}

async function createBuiltIn(): Promise<Candidate> {
  const media = createMedia({ timeoutMs: 60_000 })
  const samples = new Float32Array(RATE_HZ / 20).fill(0.2)
  const said = { samples, cues: [{ atMs: 0, viseme: 'aa' as const }], words: [], durationMs: 50 }
  const speech = { say: async () => said, sayWithKey: async () => said }
  const library = { find: async () => undefined, read: async () => undefined }
  const maker = createBuiltInMaker({ media, speech, library, log, signal: new AbortController().signal })
  return { maker, close: () => media.close() }
}

function createAtDid(apiBase: string, apiKey: string): VideoMaker {
  return createDidMaker({ did: createDid({ apiBase, apiKey }), drawPortrait: async () => picture('image/png'), log })
}

/**
 * A simulated D-ID that stores pictures, finishes a talk at the third poll, and refuses requests as the real one does.
 */
async function createScripted(): Promise<Candidate> {
  const images = new Set<string>()
  const looks = new Map<string, number>()
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
      const id = `tlk_${looks.size}`
      looks.set(id, 0)
      return json(201, { id, status: 'created' })
    }
    const id = path.split('/')[2] ?? ''
    const times = looks.get(id)
    if (times === undefined) return refused(404, 'NotFoundError')
    looks.set(id, times + 1)
    const status = ['created', 'started'][times] ?? 'done'
    return json(200, { id, status, result_url: status === 'done' ? `${server.url}/result/${id}.mp4` : undefined })
  }
  const server = await startVendorServer({ answer })
  return { maker: createAtDid(server.url, 'user:password'), close: () => server.close() }
}

function picture(type: 'image/png' | 'image/jpeg'): Uint8Array {
  const canvas = createCanvas(400, 400)
  const context = canvas.getContext('2d')
  context.fillStyle = '#cba'
  context.fillRect(0, 0, 400, 400)
  return type === 'image/png' ? canvas.toBuffer(type) : canvas.toBuffer(type)
}

const CANDIDATES: [string, number, () => Promise<Candidate>][] = [
  ['built in', 0, createBuiltIn],
  ['D-ID, scripted', 0, createScripted],
]
if (liveKey !== undefined) {
  const live = async () => ({ maker: createAtDid(liveBase, liveKey), close: async () => {} })
  CANDIDATES.push(['D-ID itself', 2_000, live])
}

describe.each(CANDIDATES)('makers of talking videos: %s', (_, lookEveryMs, create) => {
  let candidate: Candidate
  beforeAll(async () => {
    candidate = await create()
  })
  afterAll(() => candidate.close())

  /** Orders a video and returns all events and the start of the stored file. */
  async function made(
    face: TalkingFace | undefined,
    order: Partial<VideoOrder> = {},
    changes: Partial<VideoDesk> = {},
  ) {
    const kept: Uint8Array[] = []
    const desk: VideoDesk = {
      readFace: async () => face,
      keep: async (_kind, bytes, mediaType) => `${mediaType} ${kept.push(bytes)}`,
      waitForLook: () => new Promise((resolve) => setTimeout(resolve, lookEveryMs)),
      webhookUrl: undefined,
      ...changes,
    }
    const events: VideoEvent[] = []
    for await (const event of candidate.maker.make({ ...USUAL, ...order }, desk)) events.push(event)
    return { events, start: Buffer.from(kept[0]?.subarray(4, 8) ?? []).toString() }
  }

  it.each<[string, TalkingFace]>([
    ['a drawn portrait', { kind: 'portrait', personId: 'culinary' }],
    ['a photo', { kind: 'photo', picture: picture('image/jpeg'), face: PHOTO_FACE }],
  ])('makes a video of %s and reports each step', async (_kind, face) => {
    const { events, start } = await made(face)
    expect(events[0]?.type).toBe(candidate.maker.path === 'd-id' ? 'submitted' : 'rendering')
    expect(events.at(-1)).toEqual({ type: 'finished', fileId: 'video/mp4 1' })
    expect(start).toBe('ftyp')
  })

  it('accepts the shortest text', async () => {
    const { events } = await made({ kind: 'portrait', personId: 'culinary' }, { text: 'A' })
    expect(events.at(-1)?.type).toBe('finished')
  })

  it('reports that the photo is missing', async () => {
    expect((await made(undefined)).events.at(-1)).toEqual({ type: 'failed', cause: 'upload-failed' })
  })

  it('stops when the request is deleted meanwhile', async () => {
    const { events } = await made({ kind: 'portrait', personId: 'culinary' }, {}, { keep: async () => undefined })
    expect(['rendering', 'polled']).toContain(events.at(-1)?.type)
  })
})
