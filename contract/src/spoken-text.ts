import { z } from 'zod'
import { speechTimingSchema } from './speech.ts'
import { SPOKEN_TEXT_MAX_LENGTH, SPOKEN_TEXT_MISSING } from './spoken-text-limits.ts'
import { VOICE_IDS } from './voices.ts'

/** Speaks a person's own text in a chosen voice: `POST /api/speech`. */

export const sayRequestSchema = z.object({
  text: z
    .string()
    .trim()
    .min(1, SPOKEN_TEXT_MISSING)
    .max(SPOKEN_TEXT_MAX_LENGTH, `The text may have at most ${SPOKEN_TEXT_MAX_LENGTH} characters.`),
  voiceId: z.enum(VOICE_IDS, 'There is no such voice.'),
  /**
   * `built-in`: the synthesiser that calls use. `elevenlabs`: the ElevenLabs account whose key is in `X-Speech-Key`.
   */
  provider: z.enum(['built-in', 'elevenlabs'], 'There is no such provider.').default('built-in'),
})

export const sayResponseSchema = speechTimingSchema.extend({
  /** A WAV file (24 kHz, 16 bit, mono) in base64. */
  wav: z.base64(),
})
