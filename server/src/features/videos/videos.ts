import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import type { TalkingVideosEnv } from '../../config/videos-env.ts'
import type { Database } from '../../infra/db/client.ts'
import { createMedia } from '../../infra/media/media.ts'
import { createDid } from '../../vendors/d-id.ts'
import { createDidMaker } from '../../vendors/d-id-maker.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { Files } from '../files/files.ts'
import type { SpeechDeps } from '../speech/speech.ts'
import { createBuiltInMaker } from './built-in/built-in-maker.ts'
import { createVideoRoutes } from './routes.ts'
import { createVideoRequests, type VideoRequestsDeps } from './video-requests.ts'

/** Generous: a minute of speech takes half a minute to render on a slow machine. */
const VIDEO_TIMEOUT_MS = 150_000
/** How long a shutdown waits for running videos before it aborts them. */
const LAST_WORDS_MS = 3_000
/** Width of the portraits that are drawn for D-ID. */
const PICTURE_WIDTH_PX = 800

export interface VideosDeps {
  config: Pick<TalkingVideosEnv, 'DID_API_KEY' | 'DID_API_BASE'>
  db: Database
  log: Logger
  secret: string
  publicUrl: string
  speech: SpeechDeps
  assistants: Pick<Assistants, 'all'>
  files: Pick<Files, 'library' | 'media'>
  isSoleProcess: boolean
  /** Replaces the polling intervals of the spec. */
  pollEveryMs?: VideoRequestsDeps['pollEveryMs']
}

/** Talking videos: made by D-ID if its key is configured, otherwise by this server. */
export function createVideos(deps: VideosDeps) {
  const { config, log, files, speech, assistants } = deps
  const { library, media: pictures } = files
  const leaving = new AbortController()
  const { signal } = leaving
  const media = createMedia({ timeoutMs: VIDEO_TIMEOUT_MS })
  const maker =
    config.DID_API_KEY === undefined
      ? createBuiltInMaker({ media, speech, library, log, signal })
      : createDidMaker({
          did: createDid({ apiBase: config.DID_API_BASE, apiKey: config.DID_API_KEY, signal }),
          async drawPortrait(personId) {
            return (await pictures.run({ task: 'draw-portrait', personId, widthPx: PICTURE_WIDTH_PX })).bytes
          },
          log,
          signal,
        })
  const canMake = maker.path === 'd-id' || hasCodecs()
  const requests = createVideoRequests({
    ...deps,
    library,
    maker,
    canMake,
    findAssistant: (id) => assistants.all().find((definition) => definition.id === id),
  })

  return {
    routes: createVideoRoutes(requests),
    /** Renders the videos, unless D-ID makes them. */
    media,
    path: canMake ? maker.path : ('none' as const),
    /** Continues videos that an ended process left unfinished. To be called once the server listens. */
    resume: () => requests.resume(),
    chores: [() => requests.clear()],
    async close(): Promise<void> {
      // Short jobs may finish; longer ones are continued at the next start.
      const giveUp = setTimeout(() => leaving.abort(), LAST_WORDS_MS)
      await requests.close()
      clearTimeout(giveUp)
      await media.close()
    },
  }
}

/** Whether the optional package and its binary for this platform are installed, found out without loading either. */
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
