import { SPEECH_KEY_HEADER } from '#contract/spoken-text-limits.ts'
import type { VoiceId } from '#contract/voices.ts'
import { api, successBody } from '../../../../lib/api.ts'
import type { SpeechProvider, TestInputs } from './test-inputs.ts'

/** A synthesised text with its visemes. */
export type SpokenText = Awaited<ReturnType<typeof sayText>>

export interface TextToSay extends TestInputs {
  voiceId: VoiceId
}

/** @throws ApiProblem with a message that may be shown */
export async function sayText({ apiKey, ...request }: TextToSay, signal: AbortSignal) {
  const headers = keyHeader(request.provider, apiKey)
  return successBody(api.api.speech.$post({ json: request }, { init: { signal }, headers }))
}

export function keyHeader(provider: SpeechProvider, apiKey: string): Record<string, string> {
  return provider === 'elevenlabs' ? { [SPEECH_KEY_HEADER]: apiKey } : {}
}
