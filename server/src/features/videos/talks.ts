import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Logger } from 'pino'
import { describeTalkError, TALK_POLLING, type TalkPanel } from '#contract/avatar-steps.ts'
import type { Talk, TalkRequest } from '#contract/avatars.ts'
import { CATALOGUE } from '#contract/catalogue.ts'
import { AppError } from '#contract/errors.ts'
import { fileUrl } from '#contract/files.ts'
import { findPerson } from '#portrait/people.ts'
import type { AssistantDefinition } from '#contract/assistant.ts'
import type { Database } from '../../infra/db/client.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { Media } from '../../infra/media/media.ts'
import { VIDEO_MEDIA_TYPE } from '../../infra/media/media-tasks.ts'
import type { FileLibrary } from '../../infra/storage/file-library.ts'
import type { DidPicture, TalkingVideos } from '../../vendors/d-id.ts'
import { createTalkDriver } from './talk-driver.ts'
import { createTalkStore, type TalkCounts, type TalkRecord, type TalkSubject } from './talk-store.ts'

export interface TalksDeps {
  db: Database
  library: FileLibrary
  media: Media
  videos: TalkingVideos
  /** Names the path, since another one makes other videos. */
  path: 'd-id' | 'built-in'
  /** False without codecs: nothing is tried then. */
  canMake: boolean
  /** Of the catalogue. */
  findAssistant: (id: string) => AssistantDefinition | undefined
  secret: string
  publicUrl: string
  log: Logger
  /** Only one process has this database: whatever is in hand at its start is in nobody's. */
  isSoleProcess: boolean
}

export const TALK_WEBHOOK_PATH = '/api/webhooks/d-id'
const RUNNING_EACH = 3
const A_DAY_EACH = 100
const DAY_MS = 24 * 3_600_000
const KEPT_MS = 2 * DAY_MS
/** A catalogue assistant's greeting, asked for again and again. */
const SHARED_KEPT_MS = 30 * DAY_MS
const SWEEP_EVERY_MS = 15_000
/** Whoever moves a talk does so more often. */
const LEFT_AFTER_MS = 60_000
const PICTURE_WIDTH_PX = 800
/** Our own maker is as quick as the machine, so it may be asked more often than D-ID (spec section 9). */
const ASK_OURS_AGAIN_MS = 500
const USUAL_VOICE = 'willow'

export type Talks = ReturnType<typeof createTalks>

/** Talking videos of the catalogue's assistants and of people's own photos. */
export function createTalks(deps: TalksDeps) {
  const { db, library, media, videos, path, canMake, findAssistant, secret, publicUrl, log } = deps
  const store = createTalkStore(db)
  const tokenOf = (talkId: string): string =>
    createHmac('sha256', secret).update(`talk webhook ${talkId}`).digest('base64url')
  const driver = createTalkDriver({
    store,
    videos,
    log,
    pictureOf,
    // D-ID calls https addresses alone.
    webhookFor: (talkId) =>
      path === 'built-in' || publicUrl.startsWith('https://')
        ? `${publicUrl}${TALK_WEBHOOK_PATH}/${talkId}?token=${tokenOf(talkId)}`
        : undefined,
    keepVideo: ({ owner, sameAs }, { bytes, mediaType }) =>
      library.add({
        kind: 'video',
        owner: sameAs === null ? owner : 'everybody',
        bytes,
        mediaType,
        expiresAt: new Date(Date.now() + (sameAs === null ? KEPT_MS : SHARED_KEPT_MS)),
      }),
  })
  const sweep = setInterval(() => {
    driver
      .resume(LEFT_AFTER_MS)
      .catch((error: unknown) => log.error({ err: error }, 'unfinished videos could not be looked up'))
  }, SWEEP_EVERY_MS)
  sweep.unref()

  async function pictureOf({ assistantId, photoId, photoFace }: TalkSubject): Promise<DidPicture | undefined> {
    if (assistantId !== null) {
      const { bytes } = await media.run({ task: 'draw-portrait', personId: assistantId, widthPx: PICTURE_WIDTH_PX })
      return { bytes: new Uint8Array(bytes), mediaType: 'image/png', about: { personId: assistantId } }
    }
    const photo = photoId === null ? undefined : await library.find(photoId)
    const bytes = photo && (await library.read(photo))
    if (!bytes) return undefined
    return { bytes, mediaType: 'image/jpeg', ...(photoFace ? { about: { face: photoFace } } : {}) }
  }

  async function subjectOf(owner: Owner, request: TalkRequest): Promise<TalkSubject> {
    const { photoFace = null, panel } = request
    // D-ID makes MP4 only.
    const format = path === 'd-id' ? 'mp4' : request.format
    if (request.photoId !== undefined) {
      if (!(await library.isOwn(request.photoId, owner))) {
        throw new AppError('not-found', { detail: 'That photo is no longer here. Please choose it again.' })
      }
      const { photoId, text = '', voiceId = USUAL_VOICE } = request
      return { assistantId: null, photoId, photoFace, text, voiceId, format, panel, sameAs: null }
    }
    const assistant = findAssistant(request.assistantId ?? '')
    if (!assistant || !findPerson(assistant.id)) throw new AppError('assistant-unavailable')
    const text = request.text ?? CATALOGUE.find(({ id }) => id === assistant.id)?.greeting ?? assistant.firstMessage
    const voiceId = request.voiceId ?? assistant.voiceId
    const isOurs = request.text === undefined && request.provider === 'built-in'
    const sameAs = isOurs ? digest([path, assistant.id, voiceId, format, text].join('\n')) : null
    return { assistantId: assistant.id, photoId: null, photoFace: null, text, voiceId, format, panel, sameAs }
  }

  function refuseTooMany({ running, recent }: TalkCounts): void {
    if (running >= RUNNING_EACH) throw new AppError('too-many-talks', { retryAfterSeconds: 10 })
    if (recent >= A_DAY_EACH) {
      const detail = `${A_DAY_EACH} videos is the limit for one day. Please come back tomorrow.`
      throw new AppError('rate-limited', { detail, retryAfterSeconds: 3_600 })
    }
  }

  function askAgainMs(panel: TalkPanel): number {
    return path === 'd-id' ? TALK_POLLING[panel].everyMs : ASK_OURS_AGAIN_MS
  }

  function answerOf({ id, state, panel, format }: TalkRecord): Talk {
    const isDone = state.step === 'done' && state.videoId !== ''
    const url = isDone ? fileUrl(state.videoId) : ''
    return {
      id,
      status: state.step,
      video: isDone ? { url, downloadUrl: `${url}?download=1`, mediaType: VIDEO_MEDIA_TYPE[format] } : null,
      error: state.step === 'error' ? { cause: state.cause, ...describeTalkError(state.cause, panel) } : null,
      askAgainMs: state.step === 'done' || state.step === 'error' ? null : askAgainMs(panel),
    }
  }

  return {
    async create(owner: Owner, request: TalkRequest, elevenLabsKey?: string): Promise<Talk> {
      const subject = await subjectOf(owner, request)
      if (!canMake) return answerOf(await store.add(owner, subject, { step: 'error', cause: 'no-codecs' }))
      const made = subject.sameAs === null ? undefined : await store.findSame(subject.sameAs)
      if (made !== undefined) return answerOf(await store.add(owner, subject, { step: 'done', videoId: made }))
      const since = new Date(Date.now() - DAY_MS)
      const talk = await store.addChecked(owner, subject, { since, check: refuseTooMany })
      driver.start(talk, elevenLabsKey)
      return answerOf(talk)
    },

    /** @throws AppError `not-found` for another person's as for none */
    async read(owner: Owner, id: string): Promise<Talk> {
      const talk = await store.findOwn(id, owner)
      if (!talk || (talk.state.step === 'done' && talk.state.videoId === '')) throw new AppError('not-found')
      return answerOf(talk)
    },

    sourcesOf: (userId: string) => store.sourcesOf(userId),

    /** What the maker's webhook says is not believed, only looked after. */
    async nudge(talkId: string, token: string): Promise<void> {
      const [given, own] = [token, tokenOf(talkId)].map((text) => createHash('sha256').update(text).digest())
      if (!given || !own || !timingSafeEqual(given, own)) throw new AppError('not-found')
      await driver.nudge(talkId)
    },

    /** Takes up what a process left unfinished when it died. */
    resume: () => driver.resume(deps.isSoleProcess ? 0 : LEFT_AFTER_MS),
    clear: () => store.deleteBefore(new Date(Date.now() - KEPT_MS)),
    async close() {
      clearInterval(sweep)
      await driver.close()
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
