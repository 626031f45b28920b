import type { VoiceId } from '#contract/voices.ts'
import { api } from '../../lib/api.ts'

/** A text as it sounds, with the mouth that belongs to it. */
export type SpokenText = Awaited<ReturnType<typeof sayText>>

/** @throws ApiProblem with words that may be shown. */
export async function sayText(request: { text: string; voiceId: VoiceId }, signal: AbortSignal) {
  const response = await api.api.speech.$post({ json: request }, { init: { signal } })
  if (response.status !== 200) throw new Error(`The speech came as ${response.status}.`)
  return response.json()
}
