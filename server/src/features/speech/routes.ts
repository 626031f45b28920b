import { AppError } from '#contract/errors.ts'
import { sayRequestSchema, sayResponseSchema } from '#contract/spoken-text.ts'
import type { VoiceId } from '#contract/voices.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import { problemSchema } from '../../http/problem.ts'
import { encodeWav } from '../../voice/audio/wav.ts'
import { SPEECH_SAMPLE_RATE, type WholeSpeech } from '../../voice/tts/whole-speech.ts'

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

/** How an assistant would sound, before there is one. */
export function createSpeechRoutes({ say }: SpeechRoutesOptions) {
  return apiRouter().openapi(sayRoute, async (c) => {
    const request = c.req.valid('json')
    const { samples, durationMs, cues, words } = await say(request, c.req.raw.signal).catch((cause: unknown) => {
      throw new AppError('unavailable', { retryAfterSeconds: 5, cause })
    })
    if (cues.every(({ viseme }) => viseme === 'sil')) {
      throw new AppError('bad-request', { detail: 'The voices read English words and numbers. There were none in it.' })
    }
    const wav = encodeWav(samples, SPEECH_SAMPLE_RATE).toString('base64')
    c.header('Cache-Control', 'no-store')
    return c.json({ text: request.text, durationMs, cues, words, wav }, 200)
  })
}
