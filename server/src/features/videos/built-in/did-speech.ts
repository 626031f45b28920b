import { deserialize, serialize } from 'node:v8'
import type { VoiceId } from '#contract/voices.ts'
import type { Speech } from '../../../infra/media/media-tasks.ts'
import type { FileStore } from '../../../infra/storage/file-store.ts'
import { VendorError } from '../../../vendors/vendor-error.ts'
import { SpeechTooLongError } from '../../../voice/tts/whole-speech.ts'
import { DidError } from './did-error.ts'

export interface SpokenLine {
  text: string
  voiceId: VoiceId
}

/** Voices, handed in where everything is wired. */
export interface SpeechSource {
  /** In the voice that calls have. */
  say(line: SpokenLine): Promise<Speech>
  /** On the ElevenLabs account whose key this is, of which nothing may be kept. */
  sayWithKey(line: SpokenLine, apiKey: string): Promise<Speech>
}

export function speechKey(talkId: string): string {
  return `sandbox-d-id/speech/${talkId}`
}

/** What was said with a key that is not kept cannot be said again, should the process die before the video is done. */
export async function keepSpeech(store: FileStore, talkId: string, { samples, cues }: Speech): Promise<void> {
  await store.put(speechKey(talkId), serialize({ samples, cues }), 'application/octet-stream')
}

export async function readSpeech(store: FileStore, talkId: string): Promise<Speech | undefined> {
  const bytes = await store.get(speechKey(talkId))
  // Written by `keepSpeech`, by nobody else.
  return bytes ? (deserialize(bytes) as Speech) : undefined
}

/** As D-ID tells of speech that its videos are too short for. */
export function tooLongForDid({ limitSeconds }: SpeechTooLongError): DidError {
  const description = `said aloud, it takes more than ${limitSeconds} seconds`
  return new DidError(400, 'InvalidAudioDurationError', description)
}

/** What ElevenLabs refused, or said at too great a length, as D-ID would tell it. */
export function asDidError(error: unknown): unknown {
  if (error instanceof SpeechTooLongError) return tooLongForDid(error)
  if (!(error instanceof VendorError)) return error
  switch (error.kind) {
    case 'key-refused':
      return new DidError(401, 'AuthorizationError', 'the key for elevenlabs was refused')
    case 'no-credit':
      return new DidError(402, 'InsufficientCreditsError', 'not enough credits at elevenlabs')
    case 'rate-limited':
    case 'refused':
    case 'unreachable':
    case 'failing':
    case 'timed-out':
    case 'unreadable':
      return new DidError(500, 'UnknownError', 'elevenlabs does not answer as it should')
  }
}
