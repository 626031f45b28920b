import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { VOICE_IDS, type VoiceId } from '#contract/voices.ts'
import type { Database } from '../../../infra/db/client.ts'
import { sandboxDidTalks as talks } from '../../../infra/db/schema/talks-sandbox.ts'
import { VIDEO_FORMATS } from '../../../infra/media/media-tasks.ts'
import type { FileStore } from '../../../infra/storage/file-store.ts'
import { voiceOfDid } from '../../../vendors/d-id-voices.ts'
import { DidError, invalidBody, notFound } from './did-error.ts'
import type { DidImages } from './did-images.ts'
import { keepSpeech, type SpeechSource } from './did-speech.ts'
import type { RenderQueue } from './render-job.ts'

const USUAL_VOICE: VoiceId = 'willow'

/** D-ID refuses unknown providers; of those it knows, all are spoken by the voices here. */
const providerSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('microsoft'),
    voice_id: z.string(),
    voice_config: z.looseObject({}).optional(),
    language: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('elevenlabs'),
    voice_id: z.string().optional(),
    voice_config: z.looseObject({}).optional(),
    model_id: z.string().optional(),
    language: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('amazon'), voice_id: z.string(), language: z.string().optional() }),
  z.strictObject({ type: z.literal('google'), voice_id: z.string().optional() }),
  z.strictObject({
    type: z.literal('azure-openai'),
    voice_id: z.string(),
    voice_config: z.looseObject({}).optional(),
    language: z.string().optional(),
  }),
])

/** The part of `POST /talks` that is understood here; scripts that are sound files are not. */
export const talkRequestSchema = z.object({
  source_url: z.string().regex(/^(?:https|s3):\/\/.+\.(?:jpe?g|png)$/i, 'must be an address of a jpg, jpeg or png'),
  script: z.object({
    type: z.literal('text', { error: 'only scripts of the type text are spoken here' }),
    input: z.string().min(3).max(40_000),
    provider: providerSchema.optional(),
    ssml: z.literal(false, { error: 'ssml is not understood here' }).default(false),
    subtitles: z.literal(false, { error: 'there are no subtitles here' }).default(false),
  }),
  config: z
    .object({
      fluent: z.boolean().optional(),
      pad_audio: z.number().min(0).max(60).default(0),
      stitch: z.boolean().optional(),
      /** D-ID makes mp4 and mov; WebM is what is made here unless asked. */
      result_format: z.enum(VIDEO_FORMATS).default('webm'),
    })
    .default({ pad_audio: 0, result_format: 'webm' }),
  user_data: z.string().min(1).max(1_000).optional(),
  name: z.string().optional(),
  webhook: z.string().optional(),
})

export function resultKey(id: string): string {
  return `sandbox-d-id/results/${id}`
}

export interface DidTalksDeps {
  db: Database
  store: FileStore
  images: DidImages
  queue: RenderQueue
  speech: SpeechSource
  /** Where this counterpart answers, without a slash at the end. */
  address: string
}

export function createDidTalks({ db, store, images, queue, speech, address }: DidTalksDeps) {
  async function find(id: string) {
    const [row] = await db.select().from(talks).where(eq(talks.id, id))
    if (!row) throw notFound('talk')
    return row
  }

  return {
    /** `POST /talks`. A person's own key speaks at once and is not kept. */
    async create(body: unknown, elevenLabsKey: string | undefined): Promise<object> {
      const parsed = talkRequestSchema.safeParse(body)
      if (!parsed.success) throw invalidBody(parsed.error)
      const { source_url: sourceUrl, script, config, user_data: userData, webhook } = parsed.data
      const imageId = await images.findSource(sourceUrl)
      const id = `tlk_${randomBytes(18).toString('base64url')}`
      const voiceId = voiceOf(script.provider)
      if (script.provider?.type === 'elevenlabs' && elevenLabsKey !== undefined) {
        await keepSpeech(store, id, await speech.sayWithKey({ text: script.input, voiceId }, elevenLabsKey))
      }
      const now = new Date()
      await db.transaction(async (tx) => {
        await tx.insert(talks).values({
          id,
          status: 'created',
          imageId,
          text: script.input,
          voiceId,
          padMs: Math.round(config.pad_audio * 1_000),
          format: config.result_format,
          sourceUrl,
          userData: userData ?? null,
          webhook: webhook ?? null,
          createdAt: now,
          modifiedAt: now,
        })
        await queue.add(tx)
      })
      queue.begin()
      return { id, object: 'talk', created_by: 'voxhall', created_at: now.toISOString(), status: 'created' }
    },

    /** `GET /talks/{id}`. */
    async read(id: string): Promise<object> {
      const row = await find(id)
      return {
        id: row.id,
        object: 'talk',
        user_id: 'voxhall',
        created_by: 'voxhall',
        source_url: row.sourceUrl,
        created_at: row.createdAt.toISOString(),
        modified_at: row.modifiedAt.toISOString(),
        ...(row.startedAt ? { started_at: row.startedAt.toISOString() } : {}),
        status: row.status,
        ...(row.userData === null ? {} : { user_data: row.userData }),
        ...(row.webhook === null ? {} : { webhook: row.webhook }),
        ...(row.error ? { error: row.error } : {}),
        ...(row.status === 'done'
          ? { result_url: `${address}/results/${row.id}`, duration: (row.durationMs ?? 0) / 1_000 }
          : {}),
      }
    },

    /** `DELETE /talks/{id}`. */
    async delete(id: string): Promise<object> {
      const row = await find(id)
      if (row.status === 'started') throw new DidError(409, 'NotReadyError', 'talk is being processed')
      await db.delete(talks).where(eq(talks.id, id))
      await store.delete(resultKey(id))
      return { id, object: 'talk', deleted: true }
    },

    /** The finished video, for whoever knows its id. */
    async result(id: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; format: 'webm' | 'mp4' }> {
      const row = await find(id)
      const bytes = row.status === 'done' ? await store.get(resultKey(id)) : undefined
      if (!bytes) throw notFound('result')
      return { bytes, format: row.format }
    },
  }
}

function voiceOf(provider: z.infer<typeof providerSchema> | undefined): VoiceId {
  const name = provider?.voice_id ?? ''
  return voiceOfDid(name) ?? VOICE_IDS.find((id) => id === name) ?? USUAL_VOICE
}
