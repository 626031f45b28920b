import { z } from '@hono/zod-openapi'
import { videoRequestSchema, videoSchema } from '#contract/videos.ts'
import { SPEECH_KEY_HEADER } from '#contract/spoken-text-limits.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { speechKeyOf } from '../../infra/http/speech-key.ts'
import { VIDEO_WEBHOOK_PATH, type VideoRequests } from './video-requests.ts'

const forUser = apiRoutes('user', 'Avatars')

const createVideoRoute = forUser.post('/api/videos', 'Request a video in which an assistant or a photo says a text', {
  'x-rate-limit': 'video',
  description:
    'Of a catalogue assistant or of one of your photos. Ask for it by its id until it is `done` or `error`. With the provider ' +
    `\`elevenlabs\`, the header \`${SPEECH_KEY_HEADER}\` carries your own key, which is used for this video alone and never kept.`,
  request: { body: jsonBody(videoRequestSchema) },
  responses: {
    202: json(videoSchema, 'It is being made, or is already done if the same one was made before.'),
    403: refused('That is not an ElevenLabs key.'),
    404: refused('There is no such assistant, or the photo is not yours.'),
    429: refused('Too many videos at once or in a day.'),
  },
})

const readVideoRoute = forUser.get('/api/videos/{id}', 'Get the state of a video', {
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: {
    200: json(videoSchema, 'Where it is now.'),
    404: refused('You have no video with this id.'),
  },
})

const webhookRoute = apiRoutes('anonymous', 'Avatars').post(
  `${VIDEO_WEBHOOK_PATH}/{id}`,
  'Receive D-ID’s notice that a video has changed',
  {
    description: 'The body is not read: the server asks D-ID about the video.',
    // The token is in the query, because the log contains paths but no queries.
    request: {
      params: z.object({ id: z.string().max(64) }),
      query: z.object({ token: z.string().max(64).default('') }),
    },
    responses: {
      204: { description: 'It was accepted.' },
      404: refused('The token is not this video’s.'),
    },
  },
)

export function createVideoRoutes(videos: VideoRequests) {
  return apiRouter()
    .openapi(createVideoRoute, async (c) => {
      const request = c.req.valid('json')
      const key = request.provider === 'elevenlabs' ? speechKeyOf(c) : undefined
      return c.json(await videos.create(c.var.owner, request, key), 202)
    })
    .openapi(readVideoRoute, async (c) => c.json(await videos.read(c.var.owner, c.req.valid('param').id), 200))
    .openapi(webhookRoute, async (c) => {
      await videos.nudge(c.req.valid('param').id, c.req.valid('query').token)
      return c.body(null, 204)
    })
}
