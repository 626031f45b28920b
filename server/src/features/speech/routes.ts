import { AppError } from '#contract/errors.ts'
import { sayRequestSchema, sayResponseSchema } from '#contract/spoken-text.ts'
import type { VoiceId } from '#contract/voices.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import { problemSchema } from '../../http/problem.ts'
import type { Viewer } from '../../http/session.ts'
import { encodeWav } from '../../voice/audio/wav.ts'
import { SPEECH_SAMPLE_RATE, SpeechTooLongError, type WholeSpeech } from '../../voice/tts/whole-speech.ts'
import { createSpeakingLine } from './speaking-line.ts'

const sayRoute = apiRoute({
  method: 'post',
  path: '/api/speech',
  'x-role': 'user',
  'x-rate-limit': 'speech',
  tags: ['Speech'],
  summary: 'Have a text said in one of the ten voices',
  description: 'Answers with the sound and, on its clock, the mouth shapes and words. Nothing of it is kept.',
  request: { body: jsonBody(sayRequestSchema) },
  responses: {
    200: json(sayResponseSchema, 'The sound and its times.'),
    429: json(problemSchema, 'Too many texts in a short time.'),
    503: json(problemSchema, 'The voice does not answer just now.'),
  },
})

export interface SpeechRoutesOptions {
  say: (request: { text: string; voiceId: VoiceId }, signal?: AbortSignal) => Promise<WholeSpeech>
}

/** The page asks for one text at a time; the rest is for somebody who is impatient, or has two tabs. */
const PLACES_EACH = 3
/** The last one waits some ten seconds when all are long. */
const PLACES = 20

/** How an assistant would sound, before there is one. */
export function createSpeechRoutes({ say }: SpeechRoutesOptions) {
  const line = createSpeakingLine({ places: PLACES, placesEach: PLACES_EACH })
  return apiRouter().openapi(sayRoute, async (c) => {
    const request = c.req.valid('json')
    const { signal } = c.req.raw
    const person = personKey(await c.var.viewer())
    const speech = await line.wait(person, () => say(request, signal), signal).catch(refusal)
    const { samples, durationMs, cues, words } = speech
    if (cues.every(({ viseme }) => viseme === 'sil')) {
      throw new AppError('bad-request', { detail: 'The voices read English words and numbers. There were none in it.' })
    }
    const wav = encodeWav(samples, SPEECH_SAMPLE_RATE).toString('base64')
    c.header('Cache-Control', 'no-store')
    return c.json({ text: request.text, durationMs, cues, words, wav }, 200)
  })
}

function personKey(viewer: Viewer): string {
  return viewer.kind === 'user' ? viewer.userId : viewer.kind
}

function refusal(cause: unknown): never {
  if (cause instanceof AppError) throw cause
  if (cause instanceof SpeechTooLongError) {
    const detail = `Said aloud, that takes more than ${cause.limitSeconds} seconds: figures and letters become many words. Shorten it, please.`
    throw new AppError('bad-request', { detail, cause })
  }
  throw new AppError('unavailable', { retryAfterSeconds: 5, cause })
}
