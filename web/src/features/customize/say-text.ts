import type { VoiceId } from '#contract/voices.ts'
import { api } from '../../lib/api.ts'

/** As long as a text to speak may be; a test compares it with the contract, which comes with the whole of zod. */
export const TEXT_MAX_LENGTH = 300

export const TEXT_MISSING = 'Please enter some text to speak'

/** A text as it sounds, with the mouth that belongs to it. */
export type SpokenText = Awaited<ReturnType<typeof sayText>>

/** @throws ApiProblem with words that may be shown. */
export async function sayText(request: { text: string; voiceId: VoiceId }, signal: AbortSignal) {
  const response = await api.api.speech.$post({ json: request }, { init: { signal } })
  if (response.status !== 200) throw new Error(`The speech came as ${response.status}.`)
  return response.json()
}
