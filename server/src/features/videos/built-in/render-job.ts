import { and, eq, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { VoiceId } from '#contract/voices.ts'
import type { Database, Transaction } from '../../../infra/db/client.ts'
import { sandboxDidTalks as talks } from '../../../infra/db/schema/talks-sandbox.ts'
import type { Job, Jobs } from '../../../infra/jobs/jobs.ts'
import type { Media } from '../../../infra/media/media.ts'
import { MediaError, VIDEO_MEDIA_TYPE } from '../../../infra/media/media-tasks.ts'
import type { FileStore } from '../../../infra/storage/file-store.ts'
import { SpeechTooLongError } from '../../../voice/tts/whole-speech.ts'
import type { DidImages } from './did-images.ts'
import { readSpeech, speechKey, tooLongForDid, type SpeechSource } from './did-speech.ts'
import { resultKey } from './did-talks.ts'

/** Says that there is something to render, not what: whoever takes it does all that waits. */
const renderTalks: Job<Record<string, never>> = {
  name: 'render-talks',
  data: z.strictObject({}),
  queue: { retryLimit: 5, retryDelay: 2, expireInSeconds: 900 },
}

/** Whoever renders says so this often; after a while of silence it is somebody else's turn. */
const BEAT_EVERY_MS = 5_000
const QUIET_MS = 30_000

/** A video whose making brought the process down this often is given up. */
const MAX_ATTEMPTS = 3
/** D-ID's name for what is nobody's fault but its own. */
const UNKNOWN = 'UnknownError'

export interface RenderQueue {
  /** Something will be there to render once `tx` is committed. */
  add(tx: Database | Transaction): Promise<void>
  /** It is committed. */
  begin(): void
  /** Takes up what was in hand when a process died. */
  resume(): Promise<void>
}

export interface RenderJobDeps {
  db: Database
  jobs: Jobs
  log: Logger
  store: FileStore
  media: Media
  images: DidImages
  speech: SpeechSource
  /** Told of each talk that is done or has failed. */
  onSettled: (talkId: string) => Promise<void>
  /** Only one process has this database: whatever is in hand at its start is in nobody's. */
  isSoleProcess: boolean
}

type Failure = { kind: string; description: string }

/**
 * Makes the videos, one after the other, each until it is done or cannot be. What waits is in the table; the job only sees
 * to it that somebody looks, also after a crash.
 */
export async function createRenderQueue(deps: RenderJobDeps): Promise<RenderQueue> {
  const { db, jobs, log, store, media, images, speech, onSettled, isSoleProcess } = deps

  async function render(talkId: string): Promise<void> {
    const now = new Date()
    const [talk] = await db
      .update(talks)
      .set({ status: 'started', attempts: sql`${talks.attempts} + 1`, startedAt: now, modifiedAt: now })
      .where(and(eq(talks.id, talkId), isFree()))
      .returning()
    // Done already, in somebody else's hands, or deleted meanwhile.
    if (!talk) return
    const beat = setInterval(() => {
      void db
        .update(talks)
        .set({ modifiedAt: new Date() })
        .where(and(eq(talks.id, talkId), eq(talks.status, 'started')))
        .catch(() => undefined)
    }, BEAT_EVERY_MS)
    try {
      if (talk.attempts > MAX_ATTEMPTS) throw new MediaError('failed', 'given up after several tries')
      const face = await images.faceOf(talk.imageId)
      const spoken =
        (await readSpeech(store, talkId)) ??
        (await speech.say({ text: talk.text ?? '', voiceId: talk.voiceId as VoiceId }))
      const { format, padMs } = talk
      const video = await media.run({ task: 'render-talk', face, speech: spoken, format, padMs })
      await store.put(resultKey(talkId), video.bytes, VIDEO_MEDIA_TYPE[format])
      if (!(await settle(talkId, { status: 'done', durationMs: video.durationMs }))) {
        // Deleted meanwhile, by somebody who found no video to delete yet.
        await store.delete(resultKey(talkId))
        log.info({ talkId }, 'a talking video was finished after its request was deleted')
        return
      }
      log.info({ talkId, videoMs: video.durationMs, cpuMs: video.cpuMs }, 'talking video made')
    } catch (error) {
      const failure = finalFailure(error, talk.attempts)
      if (!failure) {
        await db.update(talks).set({ status: 'created' }).where(eq(talks.id, talkId))
        throw error
      }
      if (failure.kind === UNKNOWN) log.error({ err: error, talkId }, 'a talking video could not be made')
      else log.warn({ ...failure, talkId }, 'a talking video was refused')
      if (!(await settle(talkId, { status: 'error', error: failure }))) return
    } finally {
      clearInterval(beat)
    }
    await onSettled(talkId)
  }

  /** Everything that waits, oldest first: a job that comes later may find nothing to do. */
  async function renderWaiting(): Promise<void> {
    for (;;) {
      const [waiting] = await db.select({ id: talks.id }).from(talks).where(isFree()).orderBy(talks.createdAt).limit(1)
      // Somebody else may have been quicker: then there is another one, or none.
      if (!waiting) return
      await render(waiting.id)
    }
  }

  /** Nobody's: new, or of a process that no longer says that it is at work. */
  function isFree() {
    const quiet = lt(talks.modifiedAt, new Date(Date.now() - QUIET_MS))
    return or(eq(talks.status, 'created'), and(eq(talks.status, 'started'), quiet))
  }

  /** False for a talk that is not there any more. */
  async function settle(
    talkId: string,
    outcome: { status: 'done'; durationMs: number } | { status: 'error'; error: Failure },
  ): Promise<boolean> {
    const rows = await db
      .update(talks)
      .set({ ...outcome, modifiedAt: new Date() })
      .where(eq(talks.id, talkId))
      .returning({ id: talks.id })
    await store.delete(speechKey(talkId))
    return rows.length > 0
  }

  await jobs.define(renderTalks)
  await jobs.work(renderTalks, () => renderWaiting())

  function begin(): void {
    // The job would do the same, some seconds later when the worker has just been busy.
    renderWaiting().catch((error: unknown) => log.warn({ err: error }, 'a talking video will be tried again'))
  }

  return {
    add: (tx) => jobs.send(tx, renderTalks, {}),
    begin,
    async resume() {
      if (isSoleProcess) await db.update(talks).set({ status: 'created' }).where(eq(talks.status, 'started'))
      const [free] = await db.select({ id: talks.id }).from(talks).where(isFree()).limit(1)
      if (!free) return
      await jobs.send(db, renderTalks, {})
      begin()
    },
  }
}

/** What no other try would change; undefined where one may. */
function finalFailure(error: unknown, attempts: number): Failure | undefined {
  if (error instanceof MediaError && error.kind === 'no-codecs') {
    return { kind: 'CodecsMissingError', description: 'this server has no video codecs' }
  }
  if (error instanceof MediaError && error.kind === 'undecodable') {
    return { kind: 'SourceError', description: 'the image could not be decoded' }
  }
  if (error instanceof SpeechTooLongError) {
    const { kind, message: description } = tooLongForDid(error)
    return { kind, description }
  }
  return attempts >= MAX_ATTEMPTS ? { kind: UNKNOWN, description: 'the video could not be made' } : undefined
}
