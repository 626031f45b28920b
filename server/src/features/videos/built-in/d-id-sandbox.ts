import { createHash, timingSafeEqual } from 'node:crypto'
import { inArray, lt } from 'drizzle-orm'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { Database } from '../../../infra/db/client.ts'
import { sandboxDidImages, sandboxDidTalks } from '../../../infra/db/schema/talks-sandbox.ts'
import type { AppEnv } from '../../../infra/http/context.ts'
import { answerMedia } from '../../../infra/http/media.ts'
import type { Jobs } from '../../../infra/jobs/jobs.ts'
import type { Media } from '../../../infra/media/media.ts'
import { VIDEO_MEDIA_TYPE } from '../../../infra/media/media-tasks.ts'
import type { FileStore } from '../../../infra/storage/file-store.ts'
import { DidError, notFound } from './did-error.ts'
import { createDidImages, imageIdOf, imageKey, MAX_IMAGE_BYTES } from './did-images.ts'
import { asDidError, speechKey, type SpeechSource } from './did-speech.ts'
import { createDidTalks, resultKey } from './did-talks.ts'
import { createRenderQueue } from './render-job.ts'

export const DID_SANDBOX_PATH = '/sandbox/d-id'
const KEPT_MS = 48 * 3_600_000
const CLEARED_AT_ONCE = 100

export interface DidSandboxOptions {
  db: Database
  jobs: Jobs
  log: Logger
  store: FileStore
  media: Media
  speech: SpeechSource
  publicUrl: string
  /** The one key that is let in. */
  apiKey: string
  /** This server, for its own webhooks: without a socket. */
  ownServer: (request: Request) => Promise<Response>
  isSoleProcess: boolean
}

export interface DidSandbox {
  /** Answers under `/sandbox/d-id`. */
  readonly api: Hono<AppEnv>
  /** For our own client: calls that never leave the process. */
  readonly fetch: typeof fetch
  readonly apiBase: string
  readonly apiKey: string
  /** Takes up what a process left unfinished when it died. Harmless to repeat. */
  resume(): Promise<void>
  /** Deletes pictures at once, by the addresses that they were given here, and all that was made of them. */
  forget(sourceUrls: readonly string[]): Promise<void>
  /** Deletes what is older than D-ID would keep it. */
  clear(): Promise<void>
}

/** A maker of talking videos that speaks D-ID's wire, keeps its state in our database and really makes them. */
export async function createDidSandbox(options: DidSandboxOptions): Promise<DidSandbox> {
  const { db, store, log, publicUrl, apiKey, ownServer } = options
  const address = `${publicUrl}${DID_SANDBOX_PATH}`
  const images = createDidImages({ db, store })
  const queue = await createRenderQueue({ ...options, images, onSettled: tell })
  const talks = createDidTalks({ db, store, images, queue, speech: options.speech, address })

  /** As D-ID, which sends the talk as it is. Only this server is called: no request of a stranger leads elsewhere. */
  async function tell(talkId: string): Promise<void> {
    const talk = await talks.read(talkId)
    if (!('webhook' in talk) || typeof talk.webhook !== 'string' || !talk.webhook.startsWith(`${publicUrl}/`)) return
    const headers = { 'Content-Type': 'application/json' }
    await ownServer(new Request(talk.webhook, { method: 'POST', body: JSON.stringify(talk), headers })).catch(
      (error: unknown) => log.warn({ err: error, talkId }, 'a webhook of a talking video failed'),
    )
  }

  async function deleteBytesOfTalks(ids: readonly string[]): Promise<void> {
    for (const id of ids) await Promise.all([store.delete(resultKey(id)), store.delete(speechKey(id))])
  }

  /** Bytes before rows: what fails half-way is found again. */
  async function deleteTalks(ids: readonly string[]): Promise<void> {
    await deleteBytesOfTalks(ids)
    await db.delete(sandboxDidTalks).where(inArray(sandboxDidTalks.id, [...ids]))
  }

  async function deleteImages(ids: readonly string[]): Promise<void> {
    for (const id of ids) await store.delete(imageKey(id))
    await db.delete(sandboxDidImages).where(inArray(sandboxDidImages.id, [...ids]))
  }

  const api = new Hono<AppEnv>().basePath(DID_SANDBOX_PATH)
  api.onError((error, c) => {
    const told = asDidError(error)
    if (told instanceof DidError) return c.json(told.toJSON(), told.status)
    log.error({ err: error }, 'the maker of talking videos met a fault')
    return c.json({ kind: 'UnknownError', description: 'something went wrong' }, 500)
  })
  api.get('/results/:id', async (c) => {
    const { bytes, format } = await talks.result(c.req.param('id'))
    return answerMedia(c, { body: bytes, mediaType: VIDEO_MEDIA_TYPE[format], etag: `"${c.req.param('id')}"` })
  })
  api.use(async (c, next) => {
    if (!isKey(c.req.header('Authorization'), apiKey)) {
      throw new DidError(401, 'AuthorizationError', 'user unauthenticated')
    }
    await next()
  })
  // Nobody's body is read before they are known.
  api.use(bodyLimit({ maxSize: MAX_IMAGE_BYTES + 64 * 1024, onError: refuseSize }))
  api.post('/images', async (c) => {
    const form = await c.req.formData().catch(() => new FormData())
    return c.json(await images.add(form), 201)
  })
  api.delete('/images/:id', async (c) => {
    await images.delete(c.req.param('id'))
    return c.json({ id: c.req.param('id') })
  })
  api.post('/talks', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined)
    return c.json(await talks.create(body, externalKey(c.req.header('x-api-key-external'))), 201)
  })
  api.get('/talks/:id', async (c) => c.json(await talks.read(c.req.param('id'))))
  api.delete('/talks/:id', async (c) => c.json(await talks.delete(c.req.param('id'))))
  api.all('*', () => {
    throw notFound('route')
  })

  return {
    api,
    apiBase: address,
    apiKey,
    fetch: async (input, init) => api.fetch(new Request(input, init)),
    resume: () => queue.resume(),
    async forget(sourceUrls) {
      const imageIds = sourceUrls.flatMap((sourceUrl) => imageIdOf(sourceUrl) ?? [])
      const ofImages = db
        .select({ id: sandboxDidTalks.id })
        .from(sandboxDidTalks)
        .where(inArray(sandboxDidTalks.imageId, imageIds))
      const talkIds = (await ofImages).map(({ id }) => id)
      await deleteTalks(talkIds)
      // Of a video that was finished just before its row was gone.
      await deleteBytesOfTalks(talkIds)
      await deleteImages(imageIds)
    },
    async clear() {
      const before = new Date(Date.now() - KEPT_MS)
      for (;;) {
        const old = await db
          .select({ id: sandboxDidTalks.id })
          .from(sandboxDidTalks)
          .where(lt(sandboxDidTalks.createdAt, before))
          .limit(CLEARED_AT_ONCE)
        if (old.length === 0) break
        await deleteTalks(old.map(({ id }) => id))
      }
      for (;;) {
        const old = await db
          .select({ id: sandboxDidImages.id })
          .from(sandboxDidImages)
          .where(lt(sandboxDidImages.createdAt, before))
          .limit(CLEARED_AT_ONCE)
        if (old.length === 0) break
        await deleteImages(old.map(({ id }) => id))
      }
    },
  }
}

function refuseSize(): never {
  throw new DidError(400, 'InvalidFileSizeError', 'the body is larger than 10 MB')
}

/** D-ID shows its key as `user:password` and takes it as it is; what RFC 7617 makes of it, it takes as well. */
function isKey(header: string | undefined, apiKey: string): boolean {
  const given = /^Basic (\S+)$/.exec(header ?? '')?.[1]
  if (given === undefined) return false
  return [given, Buffer.from(given, 'base64').toString()].some((text) => timingSafeEqual(digest(text), digest(apiKey)))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** `{"elevenlabs":"KEY"}` */
function externalKey(header: string | undefined): string | undefined {
  try {
    const keys: unknown = JSON.parse(header ?? '')
    if (typeof keys !== 'object' || keys === null || !('elevenlabs' in keys)) return undefined
    return typeof keys.elevenlabs === 'string' ? keys.elevenlabs : undefined
  } catch {
    return undefined
  }
}
