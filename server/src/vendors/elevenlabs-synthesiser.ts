import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { z } from 'zod'
import { createPcmStream, UnknownSoundError } from '../voice/audio/pcm-stream.ts'
import { createSpokenCharacters, type CharacterTime } from '../voice/lipsync/spoken-characters.ts'
import type { SpeechChunk, SpeechRequest, Synthesiser } from '../voice/ports.ts'
import { callElevenLabs, ELEVENLABS, type ElevenLabsEndpoint } from './elevenlabs-api.ts'
import type { VoiceChoice } from './elevenlabs-voices.ts'
import { readLines } from './event-stream.ts'
import { VendorError } from './vendor-error.ts'
import { parsed } from './vendor-http.ts'

export interface ElevenLabsSynthesiserOptions {
  endpoint: ElevenLabsEndpoint
  model: string
  voiceOf: VoiceChoice
}

/** Our own rate, headerless; every plan has it. */
const OUTPUT_FORMAT = 'pcm_24000'
/** Times that begin this much before the end of the last ones are counted from the piece's own start. */
const STARTS_ANEW_MS = 60
const MS_PER_SECOND = 1_000
/** Words at the end for which no times came, such as a lone sign. */
const UNTOLD_WORDS = 2
/** A moment of silence, in which the mouth closes. */
const CLOSING_SAMPLES = SAMPLE_RATE_HZ / 50
const SHORTEST_PIECE_MS = 20
/** The caller waits: a late mouth is better than a late voice. */
const LONGEST_HELD_MS = 1_500

const alignmentSchema = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
  character_end_times_seconds: z.array(z.number()),
})
const pieceSchema = z.object({
  audio_base64: z.string(),
  alignment: alignmentSchema.nullish(),
})

/** A voice of ElevenLabs, with its own times for mouth and words. @throws {VendorError} */
export function createElevenLabsSynthesiser({ endpoint, model, voiceOf }: ElevenLabsSynthesiserOptions): Synthesiser {
  async function* pieces({ text, voiceId, spending }: SpeechRequest, signal?: AbortSignal) {
    const voice = encodeURIComponent(await voiceOf(voiceId, signal))
    const path = `/v1/text-to-speech/${voice}/stream/with-timestamps?output_format=${OUTPUT_FORMAT}`
    spending?.spend('speech', text.length)
    const reply = await callElevenLabs(endpoint, path, { json: { text, model_id: model }, signal })
    for await (const line of readLines(ELEVENLABS, reply.bytes)) {
      if (line.trim() === '') continue
      const piece = pieceSchema.safeParse(parsed(line))
      // There is no other way for them to say that something went wrong once the stream has begun.
      if (!piece.success) throw new VendorError(ELEVENLABS, 'unreadable')
      yield piece.data
    }
  }

  async function* speak(request: SpeechRequest, signal?: AbortSignal): AsyncGenerator<SpeechChunk> {
    signal?.throwIfAborted()
    const characters = createSpokenCharacters(request.text)
    const pcm = createPcmStream(SAMPLE_RATE_HZ)
    let held: Float32Array = new Float32Array(0)
    let heldFromMs = 0
    let timedUntilMs = 0
    const arrivedMs = (): number => heldFromMs + msOf(held.length)

    const release = async (untilMs: number): Promise<SpeechChunk> => {
      const count = Math.min(held.length, Math.round(((untilMs - heldFromMs) * SAMPLE_RATE_HZ) / MS_PER_SECOND))
      const samples = held.slice(0, count)
      const startMs = heldFromMs
      held = held.slice(count)
      heldFromMs += msOf(count)
      return { samples, ...(await characters.take(startMs, heldFromMs)) }
    }

    for await (const piece of pieces(request, signal)) {
      const times = timesOf(piece.alignment, arrivedMs(), timedUntilMs)
      timedUntilMs = times.at(-1)?.endMs ?? timedUntilMs
      characters.add(times)
      held = joined(held, pcm.push(Buffer.from(piece.audio_base64, 'base64')))
      // A word whose end is not known yet waits with its sound, so that its mouth comes in time.
      const knownUntilMs = timedUntilMs > 0 ? Math.min(arrivedMs(), characters.knownUntilMs()) : arrivedMs()
      const untilMs = arrivedMs() - knownUntilMs > LONGEST_HELD_MS ? arrivedMs() : knownUntilMs
      if (untilMs - heldFromMs >= SHORTEST_PIECE_MS) yield await release(untilMs)
    }
    if (arrivedMs() === 0) throw new VendorError(ELEVENLABS, 'unreadable')
    // A stream that was cut short looks like one that has ended, but for what it has not told.
    if (timedUntilMs > 0 && characters.untold() > UNTOLD_WORDS) {
      throw new VendorError(ELEVENLABS, 'unreachable', { code: 'broken-off' })
    }
    if (held.length > 0) yield await release(arrivedMs())
    yield { samples: new Float32Array(CLOSING_SAMPLES), ...(await characters.rest(heldFromMs)) }
  }

  return {
    async *speak(request, signal) {
      try {
        yield* speak(request, signal)
      } catch (error) {
        throw error instanceof UnknownSoundError ? new VendorError(ELEVENLABS, 'unreadable', { cause: error }) : error
      }
    },
    close: async () => undefined,
  }
}

/** On the clock of the whole speech, whether the piece counts on it or from its own first sample. */
function timesOf(
  alignment: z.infer<typeof alignmentSchema> | null | undefined,
  pieceStartMs: number,
  timedUntilMs: number,
): CharacterTime[] {
  if (!alignment) return []
  const firstMs = (alignment.character_start_times_seconds[0] ?? 0) * MS_PER_SECOND
  const offsetMs = firstMs < timedUntilMs - STARTS_ANEW_MS ? pieceStartMs : 0
  return alignment.characters.map((character, index) => ({
    character,
    startMs: offsetMs + (alignment.character_start_times_seconds[index] ?? 0) * MS_PER_SECOND,
    endMs: offsetMs + (alignment.character_end_times_seconds[index] ?? 0) * MS_PER_SECOND,
  }))
}

function msOf(samples: number): number {
  return (samples / SAMPLE_RATE_HZ) * MS_PER_SECOND
}

function joined(before: Float32Array, after: Float32Array): Float32Array {
  const samples = new Float32Array(before.length + after.length)
  samples.set(before)
  samples.set(after, before.length)
  return samples
}
