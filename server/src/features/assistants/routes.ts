import { z } from '@hono/zod-openapi'
import { greetingSchema } from '#contract/speech.ts'
import { VOICE_IDS } from '#contract/voices.ts'
import { apiRouter, apiRoutes, json, refused } from '../../infra/http/api-route.ts'
import { answerMedia, isHeldByClient } from '../../infra/http/media.ts'
import type { Greetings } from './greetings.ts'

const params = z.object({ id: z.string().max(64).describe("The assistant's id, such as `culinary`.") })
const sound = (description: string) => ({
  description,
  content: { 'audio/wav': { schema: { type: 'string' as const, format: 'binary' } } },
})
const heldAlready = { description: 'The client already has this version (`If-None-Match`).' }
const noVoice = refused('The voice is not available right now.')
const missing = refused('There is no assistant with this id.')
const sounds = {
  200: sound('The sound.'),
  206: sound('The part that `Range` asks for.'),
  304: heldAlready,
  416: { description: 'The range begins after the end.' },
  503: noVoice,
}
const forAnyone = apiRoutes('anonymous', 'Assistants')

const greetingRoute = forAnyone.get(
  '/api/assistants/{id}/greeting',
  "Get an assistant's greeting: its words and mouth shapes, with times",
  {
    request: { params },
    description: 'The times match the sound at `/api/assistants/{id}/greeting.wav`.',
    responses: {
      200: json(greetingSchema, 'The greeting.'),
      304: heldAlready,
      404: missing,
      503: noVoice,
    },
  },
)

const greetingSoundRoute = forAnyone.get(
  '/api/assistants/{id}/greeting.wav',
  "The same greeting in the assistant's voice",
  {
    request: { params },
    description: 'A WAV file: 24 kHz, 16 bit, mono.',
    responses: { ...sounds, 404: missing },
  },
)

const voiceSampleRoute = apiRoutes('anonymous', 'Speech').get(
  '/api/voices/{id}/sample.wav',
  'Hear a sample of one of the ten voices',
  {
    description: 'A WAV file: 24 kHz, 16 bit, mono.',
    request: { params: z.object({ id: z.enum(VOICE_IDS) }) },
    responses: sounds,
  },
)

export function createAssistantRoutes({ greetings, voiceSamples }: Record<'greetings' | 'voiceSamples', Greetings>) {
  return apiRouter()
    .openapi(greetingRoute, async (c) => {
      const { greeting, etag } = await greetings.find(c.req.valid('param').id)
      c.header('ETag', etag)
      c.header('Cache-Control', 'no-cache')
      return isHeldByClient(c, etag) ? c.body(null, 304) : c.json(greeting, 200)
    })
    .openapi(greetingSoundRoute, async (c) => {
      const spoken = await greetings.find(c.req.valid('param').id)
      return answerMedia(c, spoken.sound)
    })
    .openapi(voiceSampleRoute, async (c) => {
      const spoken = await voiceSamples.find(c.req.valid('param').id)
      return answerMedia(c, spoken.sound)
    })
}
