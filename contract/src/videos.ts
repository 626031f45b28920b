import { z } from 'zod'
import { VIDEO_CAUSES, VIDEO_PANELS, VIDEO_STATUSES } from './video-steps.ts'
import { fileIdSchema } from './files.ts'
import { photoFaceSchema } from './photo-face.ts'
import { SPOKEN_TEXT_MISSING, VIDEO_TEXT_MAX_LENGTH, VIDEO_TEXT_MIN_LENGTH } from './spoken-text-limits.ts'
import { VOICE_IDS } from './voices.ts'

/** Schemas for talking videos: the bodies of `/api/videos`. */

export const videoRequestSchema = z
  .strictObject({
    /** Either an assistant of the catalogue … */
    assistantId: z.string().min(1).max(64).optional(),
    /** … or an uploaded photo, with the position of its face. */
    photoId: fileIdSchema.optional(),
    photoFace: photoFaceSchema.nullish(),
    /** Without a text, a catalogue assistant says its greeting. Its first message is kept for calls. */
    text: z
      .string()
      .trim()
      .min(1, SPOKEN_TEXT_MISSING)
      .min(VIDEO_TEXT_MIN_LENGTH, `The text needs at least ${VIDEO_TEXT_MIN_LENGTH} characters.`)
      .max(VIDEO_TEXT_MAX_LENGTH, `The text may have at most ${VIDEO_TEXT_MAX_LENGTH} characters.`)
      .optional(),
    /** Without a voice, the assistant's own voice is used. */
    voiceId: z.enum(VOICE_IDS, 'There is no such voice.').optional(),
    /**
     * `elevenlabs`: speech is made on the account whose key is in `X-Speech-Key`. The key is used for this request
     * only.
     */
    provider: z.enum(['built-in', 'elevenlabs'], 'There is no such provider.').default('built-in'),
    panel: z.enum(VIDEO_PANELS).default('talk'),
    /** `mp4` is for browsers that cannot play WebM. */
    format: z.enum(['webm', 'mp4']).default('webm'),
  })
  .refine((request) => (request.assistantId === undefined) !== (request.photoId === undefined), {
    error: 'Name either an assistant or a photo.',
  })
  .refine((request) => request.photoId === undefined || request.text !== undefined, {
    path: ['text'],
    error: SPOKEN_TEXT_MISSING,
  })

export const videoSchema = z.object({
  id: z.string(),
  status: z.enum(VIDEO_STATUSES),
  /**
   * Set when the status is `done`. `url` needs no session; `downloadUrl` saves the video as a file. Both expire after
   * two days.
   */
  video: z.object({ url: z.string(), downloadUrl: z.string(), mediaType: z.string() }).nullable(),
  /** Set when the status is `error`: the wording of the specification, and the reason. */
  error: z.object({ cause: z.enum(VIDEO_CAUSES), text: z.string(), detail: z.string() }).nullable(),
  /** How long to wait before the next request while the video is being made; otherwise null. */
  askAgainMs: z.number().nullable(),
})

export type VideoRequest = z.infer<typeof videoRequestSchema>
export type Video = z.infer<typeof videoSchema>
