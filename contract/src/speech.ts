import { z } from 'zod'
import { VISEMES } from './visemes.ts'

/** Speech outside of a call, with everything that a face and captions need. Times count from the start of the audio. */
export const speechTimingSchema = z.object({
  text: z.string(),
  durationMs: z.number(),
  /** Visemes in order of time; each lasts until the next one. The last one is `sil`. */
  cues: z.array(z.object({ atMs: z.number(), viseme: z.enum(VISEMES) })),
  /** In order and as spelled in the text, each with the space after it, so that the joined words equal `text`. */
  words: z.array(z.object({ text: z.string(), startMs: z.number(), endMs: z.number() })),
})

/** An assistant's greeting from `catalogue.ts`, as spoken in `…/greeting.wav`. */
export const greetingSchema = speechTimingSchema.extend({ assistantId: z.string() })

export type Greeting = z.infer<typeof greetingSchema>
