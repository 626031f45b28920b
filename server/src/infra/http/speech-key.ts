import type { Context } from 'hono'
import { AppError } from '#contract/errors.ts'
import { SPEECH_KEY_HEADER, SPEECH_KEY_MISSING } from '#contract/spoken-text-limits.ts'

/** What an HTTP header can carry; a longer or other text can't be a key. */
const POSSIBLE_KEY = /^[\x21-\x7e]{1,200}$/

/** A person's own ElevenLabs key, used for this request only. @throws AppError `bad-request`, `speech-key-refused` */
export function speechKeyOf(c: Context): string {
  const key = c.req.header(SPEECH_KEY_HEADER)?.trim() ?? ''
  if (key === '') throw new AppError('bad-request', { detail: SPEECH_KEY_MISSING })
  if (!POSSIBLE_KEY.test(key)) throw new AppError('speech-key-refused')
  return key
}
