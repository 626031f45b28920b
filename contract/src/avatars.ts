import { z } from 'zod'
import { TALK_CAUSES, TALK_PANELS, TALK_STEPS } from './avatar-steps.ts'
import { fileIdSchema } from './files.ts'
import { photoFaceSchema } from './photo-face.ts'
import { SPOKEN_TEXT_MISSING, TALK_TEXT_MAX_LENGTH, TALK_TEXT_MIN_LENGTH } from './spoken-text-limits.ts'
import { VOICE_IDS } from './voices.ts'

/** Talking videos, as they travel under `/api/avatars/talks`. */

export const talkRequestSchema = z
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
      .min(TALK_TEXT_MIN_LENGTH, `The text needs at least ${TALK_TEXT_MIN_LENGTH} characters.`)
      .max(TALK_TEXT_MAX_LENGTH, `The text may have at most ${TALK_TEXT_MAX_LENGTH} characters.`)
      .optional(),
    /** Left out: the assistant's own. */
    voiceId: z.enum(VOICE_IDS, 'There is no such voice.').optional(),
    /** `elevenlabs`: on the account whose key comes in `X-Speech-Key`, which is used for this request alone. */
    provider: z.enum(['built-in', 'elevenlabs'], 'There is no such provider.').default('built-in'),
    panel: z.enum(TALK_PANELS).default('talk'),
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

export const talkSchema = z.object({
  id: z.string(),
  status: z.enum(TALK_STEPS),
  /** Once it is done. `url` needs no session, `downloadUrl` saves it as a file. Gone after two days. */
  video: z.object({ url: z.string(), downloadUrl: z.string(), mediaType: z.string() }).nullable(),
  /** Once it has failed: what to say, in the spec's words, and what lies behind it. */
  error: z.object({ cause: z.enum(TALK_CAUSES), text: z.string(), detail: z.string() }).nullable(),
  /** While it is being made: when to ask again. */
  askAgainMs: z.number().nullable(),
})

export type TalkRequest = z.infer<typeof talkRequestSchema>
export type Talk = z.infer<typeof talkSchema>
