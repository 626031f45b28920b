import { z } from 'zod'
import { VISEMES } from './visemes.ts'

/** Something said outside of a call, with all that a face and its captions need. Times count from the sound's start. */
export const speechTimingSchema = z.object({
  text: z.string(),
  durationMs: z.number(),
  /** In order; each shape lasts until the next one. The last one is `sil`. */
  cues: z.array(z.object({ atMs: z.number(), viseme: z.enum(VISEMES) })),
  /** In order and in the text's own spelling, each with the space that follows it: joined they are `text`. */
  words: z.array(z.object({ text: z.string(), startMs: z.number(), endMs: z.number() })),
})

/** The greeting of `catalogue.ts` as it sounds at `…/greeting.wav`. */
export const greetingSchema = speechTimingSchema.extend({ assistantId: z.string() })

export type Greeting = z.infer<typeof greetingSchema>
