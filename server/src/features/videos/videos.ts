import { createHmac } from 'node:crypto'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import { createAvatarRoutes } from './routes.ts'
import { createTalks } from './talks.ts'
import type { Jobs } from '../../infra/jobs/jobs.ts'
import { createMedia } from '../../infra/media/media.ts'
import { createDidSandbox } from './built-in/d-id-sandbox.ts'
import type { SpeechSource } from './built-in/did-speech.ts'
import type { TalkingVideosEnv } from '../../config/videos-env.ts'
import { createDid } from '../../vendors/d-id.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Files } from '../files/files.ts'

/** A minute of speech takes half a minute on a slow machine. */
const VIDEO_TIMEOUT_MS = 150_000
/** For a maker of videos that says nothing, when the server stops. */
const LAST_WORDS_MS = 3_000
const SWEEP_EVERY_MS = 15_000

export interface VideosDeps {
  config: Pick<TalkingVideosEnv, 'DID_API_KEY' | 'DID_API_BASE'>
  db: Database
  jobs: Jobs
  log: Logger
  secret: string
  publicUrl: string
  speech: SpeechSource
  assistants: Pick<Assistants, 'all'>
  files: Pick<Files, 'library' | 'media' | 'store'>
  /** This server, for its own webhooks: without a socket. */
  ownServer: (request: Request) => Promise<Response>
  isSoleProcess: boolean
}

export type Videos = Awaited<ReturnType<typeof createVideos>>

/** Talking videos: made by D-ID where there is a key, else by the built-in counterpart. */
export async function createVideos(options: VideosDeps) {
  const { config: env, db, log, secret, publicUrl, assistants, files, isSoleProcess } = options
  const { library, store } = files
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
  const path = sandbox ? ('built-in' as const) : ('d-id' as const)
  const canMake = path === 'd-id' || hasCodecs()
  const talks = createTalks({
    db,
    library,
    media: files.media,
    videos,
    path,
    canMake,
    findAssistant: (id) => assistants.all().find((definition) => definition.id === id),
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
    talks,
    sandbox,
    routes: createAvatarRoutes(talks),
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
    /** Which maker is live, for `/api/health`. */
    path: canMake ? path : ('none' as const),
    /** Takes up what a process left unfinished when it died. To be called once it serves. */
    async resume(): Promise<void> {
      await sandbox?.resume()
      await talks.resume()
    },
    chores: [() => talks.clear(), () => sandbox?.clear() ?? Promise.resolve()],
    async close(): Promise<void> {
      clearInterval(sweep)
      // What is under way may end. What hangs is taken up again at the next start.
      const giveUp = setTimeout(() => leaving.abort(), LAST_WORDS_MS)
      await talks.close()
      clearTimeout(giveUp)
      await videoMedia.close()
    },
  }
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
