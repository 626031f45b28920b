import { SAMPLE_RATE_HZ } from '#contract/audio.ts'
import type { z } from 'zod'
import { AppError } from '#contract/errors.ts'
import { sayRequestSchema, sayResponseSchema } from '#contract/spoken-text.ts'
import { SPEECH_KEY_HEADER } from '#contract/spoken-text-limits.ts'
import type { VoiceId } from '#contract/voices.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { createPlaces } from '../../infra/http/places.ts'
import { speechKeyOf } from '../../infra/http/speech-key.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import { encodeWav } from '../../voice/audio/wav.ts'
import { SpeechTooLongError, type WholeSpeech } from '../../voice/tts/whole-speech.ts'
import type { VoiceEngine } from '../../voice/voice-engine.ts'

const sayRoute = apiRoutes('user', 'Speech').post('/api/speech', 'Have a text spoken in one of the ten voices', {
  'x-rate-limit': 'speech',
  description:
    'Answers with the sound and the matching times of mouth shapes and words. Nothing is kept. With the provider ' +
    `\`elevenlabs\`, the header \`${SPEECH_KEY_HEADER}\` carries your own key, which is used for this request alone.`,
  request: { body: jsonBody(sayRequestSchema) },
  responses: {
    200: json(sayResponseSchema, 'The sound and its times.'),
    402: refused('The ElevenLabs account has no credit left.'),
    403: refused('ElevenLabs did not accept the key.'),
    429: refused('Too many texts in a short time.'),
    502: refused('ElevenLabs is not responding as it should.'),
    503: refused('The voice is not available right now.'),
  },
})

interface SpeechLine {
  text: string
  voiceId: VoiceId
}

export interface SpeechDeps {
  /** Speaks in the voice of the engine, which shares its time evenly among callers. */
  say: VoiceEngine['say']
  /** Speaks on the ElevenLabs account of the given key, which must not be stored. @throws {VendorError} */
  sayWithKey: (line: SpeechLine, apiKey: string, signal?: AbortSignal) => Promise<WholeSpeech>
}

/** Concurrent requests of one person. The page sends one at a time; the rest is for impatient visitors and second tabs. */
const PLACES_EACH = 3
const PLACES = 20
const OTHER_TEXTS_WAIT = 'Your other texts are still being prepared. Please wait a moment and try again.'

/** Lets people hear an assistant's voice before the assistant exists. */
export function createSpeech({ say, sayWithKey }: SpeechDeps) {
  const own = { places: PLACES, placesEach: PLACES_EACH, tooManyWords: OTHER_TEXTS_WAIT }
  const here = createPlaces(own)
  // ElevenLabs does this work, so it takes none of the places for texts that this server speaks.
  const elsewhere = createPlaces(own)

  const routes = apiRouter().openapi(sayRoute, async (c) => {
    const { provider, ...request } = c.req.valid('json')
    const { signal } = c.req.raw
    const viewer = await c.var.viewer()
    const person = viewer.kind === 'user' ? viewer.userId : viewer.kind
    const speech =
      provider === 'built-in'
        ? await here.during(person, () => say({ ...request, caller: person }, signal)).catch(refusal)
        : await elsewhere.during(person, () => sayWithKey(request, speechKeyOf(c), signal)).catch(vendorRefusal)
    return c.json(answerOf(request.text, speech), 200)
  })
  return { routes }
}

function answerOf(text: string, { samples, durationMs, cues, words }: WholeSpeech): z.input<typeof sayResponseSchema> {
  if (cues.every(({ viseme }) => viseme === 'sil')) {
    throw new AppError('bad-request', { detail: 'The voices read English words and numbers, and this text has none.' })
  }
  const wav = encodeWav(samples, SAMPLE_RATE_HZ).toString('base64')
  return { text, durationMs, cues, words, wav }
}

function refusal(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  if (cause instanceof SpeechTooLongError) {
    const detail = `Said aloud, that takes more than ${cause.limitSeconds} seconds, since numbers and single letters become many words. Please shorten it.`
    throw new AppError('bad-request', { detail, cause })
  }
  throw new AppError('unavailable', { retryAfterSeconds: 5, cause })
}

function vendorRefusal(cause: unknown): never {
  if (!(cause instanceof VendorError)) return refusal(cause)
  switch (cause.kind) {
    case 'key-refused':
      throw new AppError('speech-key-refused', { cause })
    case 'no-credit':
      throw new AppError('speech-credit-used-up', { cause })
    case 'rate-limited': {
      const retryAfterSeconds = Math.ceil((cause.retryAfterMs ?? 5_000) / 1_000)
      const detail = 'ElevenLabs has too much to do for this account just now. Please try again in a moment.'
      throw new AppError('speech-failed', { detail, retryAfterSeconds, cause })
    }
    case 'refused':
    case 'unreachable':
    case 'failing':
    case 'timed-out':
    case 'unreadable':
      throw new AppError('speech-failed', { cause })
  }
}
