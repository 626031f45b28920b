import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { SpeechCreateParams } from 'openai/resources/audio/speech'
import type { VoiceId } from '#contract/voices.ts'
import { createPcmStream, UnknownSoundError } from '../voice/audio/pcm-stream.ts'
import { createResampler, type Resampler } from '#contract/resample.ts'
import { createSilenceTrimmer } from '../voice/audio/trim-silence.ts'
import { followSpeech } from '../voice/lipsync/follow-speech.ts'
import type { Synthesiser } from '../voice/ports.ts'
import { speakWhole } from '../voice/tts/whole-speech.ts'
import { callOpenAi, modelOf, unreadable, type OpenAiEndpoint } from './openai-endpoint.ts'
import { VendorError } from './vendor-error.ts'

interface OpenAiSynthesiserOptions {
  endpoint: OpenAiEndpoint
  /** The server's voice for each of our voices. */
  voices: Readonly<Record<VoiceId, string>>
  /** `pcm` is fastest and has no header. A server whose PCM is not 24 kHz states its rate only in `wav`. */
  format: 'pcm' | 'wav'
  /** The built-in synthesiser speaks the same text; comparing both gives the times of visemes and words. */
  builtIn: Synthesiser
}

/** Silence kept before and after the speech; more of it is cut. */
const SILENCE_KEPT = { headMs: 30, tailMs: 120 }
/** Silence that pushes the last samples through the resampler's delay. */
const LAG_SAMPLES = 512

/**
 * A synthesiser behind `/audio/speech`.
 * @throws {VendorError}
 */
export function createOpenAiSynthesiser(options: OpenAiSynthesiserOptions): Synthesiser {
  const { endpoint, voices, format, builtIn } = options
  const model = modelOf(endpoint)

  async function* sound(text: string, voiceId: VoiceId, signal: AbortSignal | undefined): AsyncGenerator<Float32Array> {
    const request: SpeechCreateParams = {
      model: await model(signal),
      input: text.trim(),
      voice: voices[voiceId],
      response_format: format,
    }
    const reply = await callOpenAi(endpoint, '/audio/speech', { json: request, signal })
    if (/json|html|mpeg|ogg|opus|aac|flac/.test(reply.contentType)) throw unreadable()
    const statedRateHz = Number(/rate=(\d+)/.exec(reply.headers.get('content-type') ?? '')?.[1])
    const pcm = createPcmStream(statedRateHz >= 8_000 && statedRateHz <= 96_000 ? statedRateHz : SAMPLE_RATE_HZ)
    const trimmer = createSilenceTrimmer(SAMPLE_RATE_HZ, SILENCE_KEPT)
    let resampler: Resampler | undefined
    for await (const bytes of reply.bytes) {
      const samples = pcm.push(bytes)
      if (samples.length === 0) continue
      resampler ??= createResampler(pcm.sampleRate(), SAMPLE_RATE_HZ)
      yield trimmer.push(resampler.push(samples))
    }
    if (!resampler) throw unreadable()
    if (pcm.sampleRate() !== SAMPLE_RATE_HZ) yield trimmer.push(resampler.push(new Float32Array(LAG_SAMPLES)))
    yield trimmer.flush()
  }

  return {
    async *speak({ text, voiceId, spending }, signal) {
      signal?.throwIfAborted()
      spending?.spend('speech', text.length)
      let gaveSound = false
      const leave = new AbortController()
      const own = AbortSignal.any([...(signal ? [signal] : []), leave.signal])
      try {
        const rendering = speakWhole(builtIn, { text, voiceId }, own)
        for await (const chunk of followSpeech(sound(text, voiceId, own), rendering)) {
          gaveSound = true
          yield chunk
        }
      } catch (error) {
        signal?.throwIfAborted()
        throw error instanceof UnknownSoundError ? new VendorError('openai', 'unreadable', { cause: error }) : error
      } finally {
        leave.abort()
      }
      if (!gaveSound) throw unreadable()
    },
    close: async () => undefined,
  }
}
