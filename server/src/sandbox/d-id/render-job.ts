import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { VoiceId } from '#contract/voices.ts'
import type { Database, Transaction } from '../../db/client.ts'
import { sandboxDidTalks as talks } from '../../db/schema/talks-sandbox.ts'
import type { Job, Jobs } from '../../jobs/jobs.ts'
import type { Media } from '../../media/media.ts'
import { MediaError, VIDEO_MEDIA_TYPE } from '../../media/media-tasks.ts'
import type { FileStore } from '../../storage/file-store.ts'
import { SpeechTooLongError } from '../../voice/tts/whole-speech.ts'
import type { DidImages } from './did-images.ts'
import { readSpeech, speechKey, type SpeechSource } from './did-speech.ts'
import { resultKey } from './did-talks.ts'

const renderTalk: Job<{ talkId: string }> = {
  name: 'render-talk',
  data: z.object({ talkId: z.string() }),
  queue: { retryLimit: 3, retryDelay: 2, expireInSeconds: 180 },
}

/** A video whose making brought the process down this often is given up. */
const MAX_ATTEMPTS = 3

export interface RenderQueue {
  add(tx: Database | Transaction, talkId: string): Promise<void>
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

/** Makes the videos, one after the other, each until it is done or cannot be. */
export async function createRenderQueue(deps: RenderJobDeps): Promise<RenderQueue> {
  const { db, jobs, log, store, media, images, speech, onSettled, isSoleProcess } = deps

  async function render(talkId: string): Promise<void> {
    const [talk] = await db
      .update(talks)
      .set({ status: 'started', attempts: sql`${talks.attempts} + 1`, startedAt: new Date(), modifiedAt: new Date() })
      .where(and(eq(talks.id, talkId), inArray(talks.status, ['created', 'started'])))
      .returning()
    // Done already, or deleted meanwhile.
    if (!talk) return
    try {
      if (talk.attempts > MAX_ATTEMPTS) throw new MediaError('failed', 'given up after several tries')
      const face = await images.faceOf(talk.imageId)
      const spoken =
        (await readSpeech(store, talkId)) ??
        (await speech.say({ text: talk.text ?? '', voiceId: talk.voiceId as VoiceId }))
      const { format, padMs } = talk
      const video = await media.run({ task: 'render-talk', face, speech: spoken, format, padMs })
      await store.put(resultKey(talkId), video.bytes, VIDEO_MEDIA_TYPE[format])
      await settle(talkId, { status: 'done', durationMs: video.durationMs })
      log.info({ talkId, videoMs: video.durationMs, cpuMs: video.cpuMs }, 'talking video made')
    } catch (error) {
      const failure = finalFailure(error, talk.attempts)
      if (!failure) throw error
      log.error({ err: error, talkId }, 'a talking video could not be made')
      await settle(talkId, { status: 'error', error: failure })
    }
    await onSettled(talkId)
  }

  async function settle(
    talkId: string,
    outcome: { status: 'done'; durationMs: number } | { status: 'error'; error: Failure },
  ): Promise<void> {
    await db
      .update(talks)
      .set({ ...outcome, modifiedAt: new Date() })
      .where(eq(talks.id, talkId))
    await store.delete(speechKey(talkId))
  }

  await jobs.define(renderTalk)
  await jobs.work(renderTalk, ({ talkId }) => render(talkId))

  return {
    add: (tx, talkId) => jobs.send(tx, renderTalk, { talkId }),
    async resume() {
      const inHand = inArray(talks.status, ['created', 'started'])
      // Of other processes, what takes longer than any video does is theirs no more.
      const longAgo = new Date(Date.now() - 180_000)
      const rows = await db
        .select({ id: talks.id })
        .from(talks)
        .where(isSoleProcess ? inHand : and(inHand, lt(talks.modifiedAt, longAgo)))
      for (const { id } of rows) await jobs.send(db, renderTalk, { talkId: id })
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
    return {
      kind: 'InvalidAudioDurationError',
      description: `said aloud, it takes more than ${error.limitSeconds} seconds`,
    }
  }
  return attempts >= MAX_ATTEMPTS ? { kind: 'UnknownError', description: 'the video could not be made' } : undefined
}
