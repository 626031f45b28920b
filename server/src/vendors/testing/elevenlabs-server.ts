import { z } from 'zod'
import { json, startVendorServer, type VendorAnswer, type VendorServer } from './vendor-server.ts'

export interface ElevenLabsServerOptions {
  apiKey: string
  /** Raw PCM16 (24 kHz, mono) with the times of each character in it. */
  speak: (text: string) => Promise<SpokenForServer> | SpokenForServer
  /** Whether times count from the start of the whole speech or of each piece. */
  times?: 'of-speech' | 'of-piece' | 'none'
  /** Simulates a key that may synthesise speech but not list voices. */
  mayNotListVoices?: boolean
  retryAfterSeconds?: number
}

export interface SpokenForServer {
  pcm: Buffer
  characters: { character: string; startSeconds: number; endSeconds: number }[]
}

const BYTES_PER_SECOND = 48_000
const PIECE_SECONDS = 0.4
/** The body as the published description allows it (elevenlabs/elevenlabs-docs, fern/apis/api/openapi.json). */
const bodySchema = z.strictObject({
  text: z.string().min(1),
  model_id: z.string().optional(),
  language_code: z.string().nullish(),
  voice_settings: z.object({}).nullish(),
  seed: z.int().nullish(),
  previous_text: z.string().nullish(),
  next_text: z.string().nullish(),
})

/**
 * Simulates the two ElevenLabs endpoints that we use: the list of voices, and streamed speech with times of characters.
 */
export function startElevenLabsServer(options: ElevenLabsServerOptions): Promise<VendorServer> {
  return startVendorServer({
    retryAfterSeconds: options.retryAfterSeconds,
    refusals: {
      'key-refused': { detail: { status: 'invalid_api_key', message: 'Invalid API key' } },
      'rate-limited': detail('rate_limit_error', 'concurrent_limit_exceeded', 'Too many concurrent requests'),
      failing: detail('internal_error', 'internal_error', 'Something went wrong'),
    },
    async answer({ method, path, headers, body }) {
      if (headers['xi-api-key'] !== options.apiKey) {
        return json(
          401,
          detail('authentication_error', 'invalid_api_key', `Invalid API key: ${String(headers['xi-api-key'])}`),
        )
      }
      const url = new URL(path, 'http://vendor.test')
      if (method === 'GET' && url.pathname === '/v1/voices') {
        if (options.mayNotListVoices) {
          return json(401, { detail: { status: 'missing_permissions', message: 'voices_read is missing' } })
        }
        return json(200, { voices: VOICES })
      }
      if (!/^\/v1\/text-to-speech\/[^/]+\/stream\/with-timestamps$/.test(url.pathname)) {
        return json(404, { detail: 'Not Found' })
      }
      const format = url.searchParams.get('output_format')
      const request = bodySchema.safeParse(JSON.parse(body.toString()))
      if (!request.success || format !== 'pcm_24000') {
        return json(422, {
          detail: [{ loc: ['body', 'text'], msg: 'field required', type: 'value_error.missing' }],
        })
      }
      return stream(await options.speak(request.data.text))
    },
  })

  function stream({ pcm, characters }: SpokenForServer): VendorAnswer {
    const pieces: string[] = []
    for (let from = 0; from * BYTES_PER_SECOND < pcm.length; from += PIECE_SECONDS) {
      const until = from + PIECE_SECONDS
      const own = characters.filter(({ startSeconds }) => startSeconds >= from && startSeconds < until)
      const origin = options.times === 'of-piece' ? from : 0
      const alignment = {
        characters: own.map(({ character }) => character),
        character_start_times_seconds: own.map(({ startSeconds }) => startSeconds - origin),
        character_end_times_seconds: own.map(({ endSeconds }) => endSeconds - origin),
      }
      const audio = pcm.subarray(Math.round(from * BYTES_PER_SECOND), Math.round(until * BYTES_PER_SECOND))
      pieces.push(
        `${JSON.stringify({
          audio_base64: audio.toString('base64'),
          alignment: options.times === 'none' || own.length === 0 ? null : alignment,
          normalized_alignment: null,
        })}\n`,
      )
    }
    return { contentType: 'application/json', pieces, garbage: '{"audio_base64": 5}\n' }
  }
}

const VOICES = [
  { voice_id: 'zoe', name: 'Zoe', category: 'premade', labels: { gender: 'female' }, settings: null },
  { voice_id: 'amy', name: 'Amy', category: 'premade', labels: { gender: 'female', accent: 'british' } },
  { voice_id: 'bob', name: 'Bob', category: 'premade', labels: { gender: 'male' } },
  { voice_id: 'abe', name: 'My clone', category: 'cloned', labels: { gender: 'male' } },
].map((voice) => ({ ...voice, available_for_tiers: [], high_quality_base_model_ids: [] }))

function detail(type: string, code: string, message: string) {
  return { detail: { type, code, message, status: code, request_id: 'r1', param: null } }
}
