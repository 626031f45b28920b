import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { AssistantDefinition } from '#contract/assistant.ts'
import type { Database } from '../../infra/db/client.ts'
import { createAvatarRoutes } from './routes.ts'
import { createTalks } from './talks.ts'
import { createFileRoutes } from '../files/routes.ts'
import type { Jobs } from '../../infra/jobs/jobs.ts'
import { createMedia } from '../../infra/media/media.ts'
import { createDidSandbox } from './built-in/d-id-sandbox.ts'
import type { SpeechSource } from './built-in/did-speech.ts'
import { createDiskStore } from '../../infra/storage/disk-store.ts'
import { createFileLibrary } from '../../infra/storage/file-library.ts'
import type { FileStore } from '../../infra/storage/file-store.ts'
import { createS3Store } from '../../infra/storage/s3-store.ts'
import type { TalkingVideosEnv } from '../../config/videos-env.ts'
import { createDid } from '../../vendors/d-id.ts'

/** A picture of 40 megapixels takes two seconds on a slow machine; a minute of speech half a minute. */
const PHOTO_TIMEOUT_MS = 10_000
/** A second picture is read beside one that takes its time. */
const PHOTO_PROCESSES = 2
const VIDEO_TIMEOUT_MS = 150_000
/** For a maker of videos that says nothing, when the server stops. */
const LAST_WORDS_MS = 3_000
const SWEEP_EVERY_MS = 15_000
/** A write takes seconds; a draft that is older belongs to a process that died, where several share the folder. */
const DRAFT_AGE_MS = 10 * 60_000
const longAgo = () => new Date(Date.now() - DRAFT_AGE_MS)

export interface TalkingVideosOptions {
  env: TalkingVideosEnv & { DATA_DIR: string }
  db: Database
  jobs: Jobs
  log: Logger
  secret: string
  publicUrl: string
  speech: SpeechSource
  /** Of the catalogue. */
  findAssistant: (id: string) => AssistantDefinition | undefined
  /** This server, for its own webhooks: without a socket. */
  ownServer: (request: Request) => Promise<Response>
  isSoleProcess: boolean
  /** For tests. */
  store?: FileStore
}

export type TalkingVideosPart = Awaited<ReturnType<typeof createTalkingVideos>>

/** Files, and the videos made of them: by D-ID where there is a key, else by the built-in counterpart. */
export async function createTalkingVideos(options: TalkingVideosOptions) {
  const { env, db, log, secret, publicUrl, findAssistant, isSoleProcess } = options
  const { store, storePath } = openStore(options)
  const createdAt = new Date()
  const library = createFileLibrary({ db, store })
  // Apart from each other, so that no photo waits for a video.
  const photoMedia = createMedia({ timeoutMs: PHOTO_TIMEOUT_MS, processes: PHOTO_PROCESSES })
  const videoMedia = createMedia({ timeoutMs: VIDEO_TIMEOUT_MS })

  const sandbox =
    env.DID_API_KEY === undefined
      ? await createDidSandbox({
          ...options,
          store,
          media: videoMedia,
          // The same on every process that shares the database, and nobody else's.
          apiKey: `sandbox:${createHmac('sha256', secret).update('talking videos').digest('hex')}`,
        })
      : undefined
  const leaving = new AbortController()
  const videos = sandbox
    ? createDid({ apiBase: sandbox.apiBase, apiKey: sandbox.apiKey, fetch: sandbox.fetch, isOwn: true })
    : createDid({ apiBase: env.DID_API_BASE, apiKey: env.DID_API_KEY ?? '', signal: leaving.signal })
  const path = sandbox ? 'built-in' : 'd-id'
  const canMake = path === 'd-id' || hasCodecs()
  const talks = createTalks({
    db,
    library,
    media: photoMedia,
    videos,
    path,
    canMake,
    findAssistant,
    secret,
    publicUrl,
    log,
    isSoleProcess,
  })

  // What another process left when it died; alone, there is none.
  const sweep = isSoleProcess
    ? undefined
    : setInterval(() => {
        sandbox
          ?.resume()
          .catch((error: unknown) => log.error({ err: error }, 'unfinished videos could not be looked up'))
      }, SWEEP_EVERY_MS)
  sweep?.unref()

  return {
    library,
    talks,
    sandbox,
    routes: { files: createFileRoutes({ library, media: photoMedia }), avatars: createAvatarRoutes(talks) },
    /** For the studio: a photo that an assistant shows is kept as long as it does. */
    photos: {
      isOf: (photoId: string, userId: string) => library.keepPhoto(db, photoId, userId),
      remove: (photoId: string) => library.letGo(db, photoId),
    },
    /**
     * For an account that is about to go. The function that comes back, called once it is gone, deletes its pictures and
     * videos, and what the built-in maker was given and made of them. D-ID deletes its own copies by itself.
     */
    async prepareLeaving(userId: string): Promise<() => Promise<void>> {
      const sources = await talks.sourcesOf(userId)
      return async () => {
        await sandbox?.forget(sources)
        await library.clear()
      }
    },
    report: {
      files: { path: storePath },
      videos: { path: canMake ? path : 'none' } as const,
    },
    /** Takes up what a process left unfinished when it died. To be called once it serves. */
    async resume(): Promise<void> {
      await store.clearDrafts(isSoleProcess ? createdAt : longAgo())
      await sandbox?.resume()
      await talks.resume()
    },
    chores: [
      () => talks.clear(),
      () => sandbox?.clear() ?? Promise.resolve(),
      () => library.clear(),
      () => store.clearDrafts(longAgo()),
    ],
    async close(): Promise<void> {
      clearInterval(sweep)
      // What is under way may end. What hangs is taken up again at the next start.
      const giveUp = setTimeout(() => leaving.abort(), LAST_WORDS_MS)
      await talks.close()
      clearTimeout(giveUp)
      await Promise.all([photoMedia.close(), videoMedia.close()])
    },
  }
}

function openStore({ env, store }: TalkingVideosOptions): { store: FileStore; storePath: 'disk' | 's3' } {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env
  if (store) return { store, storePath: 'disk' }
  if (!bucket || !accessKeyId || !secretAccessKey) {
    return { store: createDiskStore(join(env.DATA_DIR, 'files')), storePath: 'disk' }
  }
  const region = env.S3_REGION
  const endpoint = env.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`
  return { store: createS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey }), storePath: 's3' }
}

/** Whether the optional package and its part for this machine are there; without loading either. */
function hasCodecs(): boolean {
  const { resolve } = createRequire(import.meta.url)
  const machine = `@napi-rs/webcodecs-${process.platform}-${process.arch}`
  return ['', '-gnu', '-musl', '-msvc'].some((suffix) => {
    try {
      resolve(`${machine}${suffix}`)
      return true
    } catch {
      return false
    }
  })
}
