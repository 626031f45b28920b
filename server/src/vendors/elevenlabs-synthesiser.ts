import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import { z } from 'zod'
import { parseJson } from '../infra/json.ts'
import { joinSamples } from '../voice/audio/pcm16.ts'
import { createPcmStream, UnknownSoundError } from '../voice/audio/pcm-stream.ts'
import { createSpokenCharacters, type CharacterTime } from '../voice/lipsync/spoken-characters.ts'
import type { SpeechChunk, SpeechRequest, Synthesiser } from '../voice/ports.ts'
import { callElevenLabs, ELEVENLABS, type ElevenLabsEndpoint } from './elevenlabs-api.ts'
import type { VoiceChoice } from './elevenlabs-voices.ts'
import { readLines } from './event-stream.ts'
import { VendorError } from './vendor-error.ts'

interface ElevenLabsSynthesiserOptions {
  endpoint: ElevenLabsEndpoint
  model: string
  voiceOf: VoiceChoice
}

/** Our own sample rate, without a header; available on every plan. */
const OUTPUT_FORMAT = 'pcm_24000'
/**
 * If a piece's times begin at least this much before the end of the previous ones, they count from the piece's own
 * start.
 */
const STARTS_ANEW_MS = 60
const MS_PER_SECOND = 1_000
/** This many words at the end may lack times, such as a lone symbol; more mean that the stream was cut short. */
const UNTOLD_WORDS = 2
/** 20 ms of silence at the end, in which the mouth closes. */
const CLOSING_SAMPLES = SAMPLE_RATE_HZ / 50
const SHORTEST_PIECE_MS = 20
/**
 * Sound waits at most this long for the times of its words. The caller is waiting, and a late mouth is better than a
 * late voice.
 */
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

/**
 * An ElevenLabs voice, with mouth cues and word times from the times that ElevenLabs gives.
 * @throws {VendorError}
 */
export function createElevenLabsSynthesiser({ endpoint, model, voiceOf }: ElevenLabsSynthesiserOptions): Synthesiser {
  async function* pieces({ text, voiceId, spending }: SpeechRequest, signal?: AbortSignal) {
    const voice = encodeURIComponent(await voiceOf(voiceId, signal))
    const path = `/v1/text-to-speech/${voice}/stream/with-timestamps?output_format=${OUTPUT_FORMAT}`
    spending?.spend('speech', text.length)
    const reply = await callElevenLabs(endpoint, path, { json: { text, model_id: model }, signal })
    for await (const line of readLines(ELEVENLABS, reply.bytes)) {
      if (line.trim() === '') continue
      const piece = pieceSchema.safeParse(parseJson(line))
      // Once the stream has begun, ElevenLabs can report an error only by a line that does not match the schema.
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
      held = joinSamples([held, pcm.push(Buffer.from(piece.audio_base64, 'base64'))])
      // A word without an end time is held back with its sound, so that its mouth cues arrive in time.
      const knownUntilMs = timedUntilMs > 0 ? Math.min(arrivedMs(), characters.knownUntilMs()) : arrivedMs()
      const untilMs = arrivedMs() - knownUntilMs > LONGEST_HELD_MS ? arrivedMs() : knownUntilMs
      if (untilMs - heldFromMs >= SHORTEST_PIECE_MS) yield await release(untilMs)
    }
    if (arrivedMs() === 0) throw new VendorError(ELEVENLABS, 'unreadable')
    // A stream that was cut short ends like a complete one; only the missing times give it away.
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

/**
 * Converts a piece's times to the clock of the whole speech; ElevenLabs may count them from the start of the speech or
 * of the piece.
 */
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
