import { SPEECH_KEY_MISSING, SPOKEN_TEXT_MISSING, VIDEO_TEXT_MIN_LENGTH } from '#contract/spoken-text-limits.ts'
import { VIDEO_ERROR_TEXTS } from '#contract/video-steps.ts'
import { problemOf } from '../../../../lib/api-fetch.ts'
import { PhotoRefused } from '../photo.ts'

export type SpeechProvider = 'built-in' | 'elevenlabs'

/** The inputs of the Test tab. They are kept only while the dialog is open and never stored, the API key above all. */
export interface TestInputs {
  text: string
  provider: SpeechProvider
  /** Sent with one request only; the built-in voice does not use it. */
  apiKey: string
}

export const EMPTY_TEST_INPUTS: TestInputs = { text: '', provider: 'built-in', apiKey: '' }

export const PROVIDER_OPTIONS = [
  { value: 'built-in', label: 'Built-in voice' },
  { value: 'elevenlabs', label: 'ElevenLabs, with your own key' },
] as const satisfies readonly { value: SpeechProvider; label: string }[]

/** Why nothing could be spoken, and where to show it. */
export type TestTrouble =
  | { at: 'fields'; text?: string; apiKey?: string }
  /** The visitor is signed out. */
  | { at: 'account' }
  | { at: 'talk'; title: string; detail: string }

/** Finds missing inputs before anything is sent to the server (spec section 5). */
export function missingIn(
  { text, provider, apiKey }: TestInputs,
  { mayTalk, hasPhoto }: { mayTalk: boolean; hasPhoto: boolean },
): TestTrouble | null {
  const fields = {
    ...(provider === 'elevenlabs' && apiKey.trim() === '' ? { apiKey: SPEECH_KEY_MISSING } : {}),
    ...textTrouble(text.trim().length, hasPhoto),
  }
  if (Object.keys(fields).length > 0) return { at: 'fields', ...fields }
  return mayTalk ? null : { at: 'account' }
}

function textTrouble(length: number, hasPhoto: boolean): { text?: string } {
  if (length === 0) return { text: SPOKEN_TEXT_MISSING }
  if (!hasPhoto || length >= VIDEO_TEXT_MIN_LENGTH) return {}
  return { text: `A video needs at least ${VIDEO_TEXT_MIN_LENGTH} characters.` }
}

/** The server's refusal, or that the page itself failed. */
export function troubleOf(error: unknown): TestTrouble {
  if (error instanceof PhotoRefused) return { at: 'talk', title: VIDEO_ERROR_TEXTS.test, detail: error.message }
  const problem = problemOf(error)
  if (problem === null) return { at: 'talk', title: VIDEO_ERROR_TEXTS.test, detail: 'This browser could not play it.' }
  // The session may have ended since the page was opened.
  if (problem.code === 'unauthenticated') return { at: 'account' }
  return { at: 'talk', title: VIDEO_ERROR_TEXTS.test, detail: problem.detail }
}
