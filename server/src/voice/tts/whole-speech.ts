import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { MouthCue } from '#contract/visemes.ts'
import { joinSamples } from '../audio/pcm16.ts'
import type { SpeechChunk, SpeechRequest, Synthesiser } from '../ports.ts'

/** A text spoken from beginning to end, with all times from its start. */
export interface WholeSpeech {
  /** 24 kHz mono, −1…1. */
  samples: Float32Array
  durationMs: number
  /** In order of time; the last one closes the mouth. */
  cues: MouthCue[]
  /** In order; joined, they are the text. */
  words: SpeechChunk['words']
  /** Part of it was spoken by the built-in voice, because the intended one was unavailable. */
  isStandIn?: boolean
}

/** A short text can take minutes to speak: in `$999999.99`, each character becomes a word. */
export const WHOLE_SPEECH_MAX_SECONDS = 60

export class SpeechTooLongError extends Error {
  override readonly name = 'SpeechTooLongError'
  readonly limitSeconds = WHOLE_SPEECH_MAX_SECONDS
}

/**
 * Waits for all chunks and joins them, for speech that is played as a file. Throws what `speak` throws, and
 * `SpeechTooLongError` as soon as the limit is exceeded.
 */
export async function speakWhole(
  synthesiser: Synthesiser,
  request: SpeechRequest,
  signal?: AbortSignal,
): Promise<WholeSpeech> {
  const chunks: SpeechChunk[] = []
  let length = 0
  for await (const chunk of synthesiser.speak(request, signal)) {
    chunks.push(chunk)
    length += chunk.samples.length
    if (length > WHOLE_SPEECH_MAX_SECONDS * SAMPLE_RATE_HZ) throw new SpeechTooLongError()
  }

  const cues: MouthCue[] = []
  const words: WholeSpeech['words'] = []
  let position = 0
  for (const chunk of chunks) {
    const startMs = msOf(position)
    cues.push(...chunk.mouth.map((cue) => ({ ...cue, atMs: Math.round(startMs + cue.atMs) })))
    words.push(
      ...chunk.words.map((word) => ({
        ...word,
        startMs: Math.round(startMs + word.startMs),
        endMs: Math.round(startMs + word.endMs),
      })),
    )
    position += chunk.samples.length
  }
  const durationMs = Math.round(msOf(position))
  if (cues.at(-1)?.viseme !== 'sil') cues.push({ atMs: durationMs, viseme: 'sil' })
  const isStandIn = chunks.some((chunk) => chunk.isStandIn)
  const samples = joinSamples(chunks.map((chunk) => chunk.samples))
  return { samples, durationMs, cues, words, ...(isStandIn ? { isStandIn } : {}) }
}

function msOf(samples: number): number {
  return (samples * 1000) / SAMPLE_RATE_HZ
}
