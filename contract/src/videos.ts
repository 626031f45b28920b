import { z } from 'zod'
import { VIDEO_CAUSES, VIDEO_PANELS, VIDEO_STATUSES } from './video-steps.ts'
import { fileIdSchema } from './files.ts'
import { photoFaceSchema } from './photo-face.ts'
import { SPOKEN_TEXT_MISSING, VIDEO_TEXT_MAX_LENGTH, VIDEO_TEXT_MIN_LENGTH } from './spoken-text-limits.ts'
import { VOICE_IDS } from './voices.ts'

/** Talking videos, as they travel under `/api/videos`. */

export const videoRequestSchema = z
  .strictObject({
    /** An assistant of the catalogue; */
    assistantId: z.string().min(1).max(64).optional(),
    /** or an own photo, and where in it the face is. */
    photoId: fileIdSchema.optional(),
    photoFace: photoFaceSchema.nullish(),
    /** Left out: an assistant of the catalogue says its greeting. Its first message stays for the call itself. */
    text: z
      .string()
      .trim()
      .min(1, SPOKEN_TEXT_MISSING)
      .min(VIDEO_TEXT_MIN_LENGTH, `The text needs at least ${VIDEO_TEXT_MIN_LENGTH} characters.`)
      .max(VIDEO_TEXT_MAX_LENGTH, `The text may have at most ${VIDEO_TEXT_MAX_LENGTH} characters.`)
      .optional(),
    /** Left out: the assistant's own. */
    voiceId: z.enum(VOICE_IDS, 'There is no such voice.').optional(),
    /** `elevenlabs`: on the account whose key comes in `X-Speech-Key`, which is used for this request alone. */
    provider: z.enum(['built-in', 'elevenlabs'], 'There is no such provider.').default('built-in'),
    panel: z.enum(VIDEO_PANELS).default('talk'),
    /** `mp4` for browsers that play no WebM. */
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
  /** Once it is done. `url` needs no session, `downloadUrl` saves it as a file. Gone after two days. */
  video: z.object({ url: z.string(), downloadUrl: z.string(), mediaType: z.string() }).nullable(),
  /** Once it has failed: what to say, in the spec's words, and what lies behind it. */
  error: z.object({ cause: z.enum(VIDEO_CAUSES), text: z.string(), detail: z.string() }).nullable(),
  /** While it is being made: when to ask again. */
  askAgainMs: z.number().nullable(),
})

export type VideoRequest = z.infer<typeof videoRequestSchema>
export type Video = z.infer<typeof videoSchema>
