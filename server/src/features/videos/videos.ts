import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { AssistantDefinition } from '#contract/assistant.ts'
import type { TalkingVideosEnv } from '../../config/videos-env.ts'
import type { Database } from '../../infra/db/client.ts'
import { createMedia } from '../../infra/media/media.ts'
import { createDid } from '../../vendors/d-id.ts'
import { createDidMaker } from '../../vendors/d-id-maker.ts'
import { createFiles, type FilesOptions } from '../files/files.ts'
import { createBuiltInMaker, type SpeechSource } from './built-in/built-in-maker.ts'
import { createVideoRoutes } from './routes.ts'
import { createVideoRequests, type VideoRequestsDeps } from './video-requests.ts'

/** A minute of speech takes half a minute to render on a slow machine. */
const VIDEO_TIMEOUT_MS = 150_000
/** For a maker that says nothing, when the server stops. */
const LAST_WORDS_MS = 3_000
/** Of the pictures of drawn portraits that D-ID gets. */
const PICTURE_WIDTH_PX = 800

export interface VideosOptions {
  env: TalkingVideosEnv
  db: Database
  log: Logger
  secret: string
  publicUrl: string
  files: ReturnType<typeof createFiles>
  speech: SpeechSource
  /** Of the catalogue. */
  findAssistant: (id: string) => AssistantDefinition | undefined
  isSoleProcess: boolean
  /** For tests, instead of the spec's intervals. */
  pollEveryMs?: VideoRequestsDeps['pollEveryMs']
}

/** Talking videos, made by D-ID where its key is configured, else by this server. */
export function createVideos(options: VideosOptions) {
  const { env, log, files, speech } = options
  const { library, media: pictures } = files
  const leaving = new AbortController()
  // Apart from the processes for pictures, so that no photo waits for a video.
  const media = createMedia({ timeoutMs: VIDEO_TIMEOUT_MS })
  const maker =
    env.DID_API_KEY === undefined
      ? createBuiltInMaker({ media, speech, library, log, signal: leaving.signal })
      : createDidMaker({
          did: createDid({ apiBase: env.DID_API_BASE, apiKey: env.DID_API_KEY, signal: leaving.signal }),
          async drawPortrait(personId) {
            return (await pictures.run({ task: 'draw-portrait', personId, widthPx: PICTURE_WIDTH_PX })).bytes
          },
          log,
          signal: leaving.signal,
        })
  const canMake = maker.path === 'd-id' || hasCodecs()
  const requests = createVideoRequests({ ...options, library, maker, canMake })

  return {
    routes: createVideoRoutes(requests),
    report: { path: canMake ? maker.path : ('none' as const) },
    /** Takes up what a process left unfinished when it ended. To be called once the server serves. */
    resume: () => requests.resume(),
    chores: [() => requests.clear()],
    async close(): Promise<void> {
      // What is under way may end. What takes longer is taken up again at the next start.
      const giveUp = setTimeout(() => leaving.abort(), LAST_WORDS_MS)
      await requests.close()
      clearTimeout(giveUp)
      await media.close()
    },
  }
}

export type TalkingVideosPart = ReturnType<typeof createTalkingVideos>

/** Files and videos together. */
export function createTalkingVideos(options: FilesOptions & Omit<VideosOptions, 'files'>) {
  const files = createFiles(options)
  const videos = createVideos({ ...options, files })
  return {
    library: files.library,
    routes: { files: files.routes, avatars: videos.routes },
    photos: files.photos,
    report: { files: files.report, videos: videos.report },
    async resume(): Promise<void> {
      await files.resume()
      await videos.resume()
    },
    chores: [...videos.chores, ...files.chores],
    async close(): Promise<void> {
      await videos.close()
      await files.close()
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
