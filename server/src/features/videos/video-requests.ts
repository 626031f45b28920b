import { createHash, createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { AssistantDefinition } from '#contract/assistant.ts'
import { describeVideoError, VIDEO_POLLING, type VideoPanel } from '#contract/video-steps.ts'
import type { Video, VideoRequest } from '#contract/videos.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { AppError } from '#contract/errors.ts'
import { fileUrl } from '#contract/files.ts'
import { findPerson } from '#portrait/people.ts'
import { USUAL_FACE } from '#portrait/photo/measure-face.ts'
import type { Database } from '../../infra/db/client.ts'
import type { Owner } from '../../infra/http/session.ts'
import { startWatch } from '../../infra/jobs/watch.ts'
import { VIDEO_MEDIA_TYPE, type TalkingFace } from '../../infra/media/media-tasks.ts'
import type { VideoMaker } from '../../infra/media/video-maker.ts'
import type { FileLibrary } from '../../infra/storage/file-library.ts'
import { isSameSecret } from '../../infra/secrets.ts'
import { createVideoRunner, type VideoRunnerDeps } from './video-runner.ts'
import { isOver, VIDEO_STATUS } from './video-state.ts'
import { createVideoStore, type VideoCounts, type VideoRecord, type VideoSubject } from './video-store.ts'

export interface VideoRequestsDeps {
  db: Database
  library: FileLibrary
  maker: VideoMaker
  /** False without codecs, so that every request fails at once. */
  canMake: boolean
  findAssistant: (id: string) => AssistantDefinition | undefined
  secret: string
  publicUrl: string
  log: Logger
  /** True if no other process uses the database, so that all videos unfinished at the start are left over. */
  isSoleProcess: boolean
  pollEveryMs?: VideoRunnerDeps['pollEveryMs']
}

export const VIDEO_WEBHOOK_PATH = '/api/webhooks/d-id'
const RUNNING_EACH = 3
const A_DAY_EACH = 100
const DAY_MS = 24 * 3_600_000
const KEPT_MS = 2 * DAY_MS
/** Longer for the video of a catalogue assistant's greeting, because it is requested again and again. */
const SHARED_KEPT_MS = 30 * DAY_MS
const SWEEP_EVERY_MS = 15_000
/** Processes confirm their videos at each sweep. A video that was not confirmed for this time is left over. */
const LEFT_AFTER_MS = 60_000
/** How often a page may poll for a video of the built-in maker, which is faster than D-ID (spec section 9). */
const ASK_BUILT_IN_AGAIN_MS = 500
const USUAL_VOICE = 'willow'

export type VideoRequests = ReturnType<typeof createVideoRequests>

/**
 * Talking videos of the catalogue's assistants and of people's own photos: checks requests, and reports each video's
 * state.
 */
export function createVideoRequests(deps: VideoRequestsDeps) {
  const { db, library, maker, canMake, findAssistant, secret, publicUrl, log } = deps
  const store = createVideoStore(db)
  const tokenOf = (videoId: string): string =>
    createHmac('sha256', secret).update(`video webhook ${videoId}`).digest('base64url')
  const runner = createVideoRunner({
    store,
    maker,
    log,
    pollEveryMs: deps.pollEveryMs,
    readFace,
    // D-ID calls only https addresses.
    webhookUrlOf: (id) =>
      publicUrl.startsWith('https://') ? `${publicUrl}${VIDEO_WEBHOOK_PATH}/${id}?token=${tokenOf(id)}` : undefined,
    keep({ owner, sameAs }, kind, bytes, mediaType) {
      const isShared = kind === 'video' && sameAs !== null
      const expiresAt = new Date(Date.now() + (isShared ? SHARED_KEPT_MS : KEPT_MS))
      return library.add({ kind, owner: isShared ? 'shared' : owner, bytes, mediaType, expiresAt })
    },
    discard: (fileId) => library.letGo(fileId),
  })
  const sweep = startWatch({
    everyMs: SWEEP_EVERY_MS,
    look: () => runner.resume(LEFT_AFTER_MS),
    onFault: (error) => log.error({ err: error }, 'unfinished videos could not be looked up'),
  })

  async function readFace({ assistantId, photoId, photoFace }: VideoSubject): Promise<TalkingFace | undefined> {
    if (assistantId !== null) return { kind: 'portrait', personId: assistantId }
    const photo = photoId === null ? undefined : await library.find(photoId)
    const picture = photo && (await library.read(photo))
    return picture && { kind: 'photo', picture, face: photoFace ?? USUAL_FACE }
  }

  async function subjectOf(owner: Owner, request: VideoRequest): Promise<VideoSubject> {
    const { photoFace = null, panel } = request
    const isOwnVoice = request.provider === 'elevenlabs'
    // D-ID makes MP4 only.
    const format = maker.path === 'd-id' ? 'mp4' : request.format
    if (request.photoId !== undefined) {
      if (!(await library.isOwn(request.photoId, owner))) {
        throw new AppError('not-found', { detail: 'That photo is no longer here. Please choose it again.' })
      }
      const { photoId, text = '', voiceId = USUAL_VOICE } = request
      return { assistantId: null, photoId, photoFace, text, voiceId, isOwnVoice, format, panel, sameAs: null }
    }
    const assistant = findAssistant(request.assistantId ?? '')
    if (!assistant || !findPerson(assistant.id)) throw new AppError('assistant-unavailable')
    const { id: assistantId, firstMessage } = assistant
    const text = request.text ?? CATALOGUE.find(({ id }) => id === assistantId)?.greeting ?? firstMessage
    const voiceId = request.voiceId ?? assistant.voiceId
    const isSharable = request.text === undefined && !isOwnVoice
    const sameAs = isSharable ? digest([maker.path, assistantId, voiceId, format, text].join('\n')) : null
    return { assistantId, photoId: null, photoFace: null, text, voiceId, isOwnVoice, format, panel, sameAs }
  }

  function refuseTooMany({ running, recent }: VideoCounts): void {
    if (running >= RUNNING_EACH) throw new AppError('too-many-videos', { retryAfterSeconds: 10 })
    if (recent >= A_DAY_EACH) {
      const detail = `${A_DAY_EACH} videos is the limit for one day. Please come back tomorrow.`
      throw new AppError('rate-limited', { detail, retryAfterSeconds: 3_600 })
    }
  }

  function askAgainMs(panel: VideoPanel): number {
    return maker.path === 'd-id' ? VIDEO_POLLING[panel].everyMs : ASK_BUILT_IN_AGAIN_MS
  }

  function answerOf({ id, state, panel, format }: VideoRecord): Video {
    const url = state.step === 'done' ? fileUrl(state.fileId) : undefined
    return {
      id,
      status: VIDEO_STATUS[state.step],
      video: url ? { url, downloadUrl: `${url}?download=1`, mediaType: VIDEO_MEDIA_TYPE[format] } : null,
      error: state.step === 'failed' ? { cause: state.cause, ...describeVideoError(state.cause, panel) } : null,
      askAgainMs: isOver(state) ? null : askAgainMs(panel),
    }
  }

  return {
    async create(owner: Owner, request: VideoRequest, elevenLabsKey?: string): Promise<Video> {
      const subject = await subjectOf(owner, request)
      if (!canMake) return answerOf(await store.add(owner, subject, { step: 'failed', cause: 'no-codecs' }))
      const fileId = subject.sameAs === null ? undefined : await store.findSame(subject.sameAs)
      if (fileId !== undefined) return answerOf(await store.add(owner, subject, { step: 'done', fileId }))
      const since = new Date(Date.now() - DAY_MS)
      const video = await store.addChecked(owner, subject, { since, check: refuseTooMany })
      runner.start(video, elevenLabsKey)
      return answerOf(video)
    },

    /** @throws AppError `not-found`, also for another person's video, and for one whose file has expired */
    async read(owner: Owner, id: string): Promise<Video> {
      const video = await store.findOwn(id, owner)
      if (!video) throw new AppError('not-found')
      // An expired file may not have been cleared yet.
      if (video.state.step === 'done' && !(await library.find(video.state.fileId))) throw new AppError('not-found')
      return answerOf(video)
    },

    /** Handles a request to D-ID's webhook. Its body is not trusted, so the server asks D-ID. @throws AppError `not-found` */
    async nudge(videoId: string, token: string): Promise<void> {
      if (!isSameSecret(token, tokenOf(videoId))) throw new AppError('not-found')
      await runner.nudge(videoId)
    },

    /** Continues videos that an ended process left unfinished. */
    resume: () => runner.resume(deps.isSoleProcess ? 0 : LEFT_AFTER_MS),
    clear: () => store.deleteBefore(new Date(Date.now() - KEPT_MS)),
    async close() {
      sweep.close()
      await runner.close()
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
