import { z } from '@hono/zod-openapi'
import { AppError } from '#contract/errors.ts'
import { fileIdSchema, photoSchema } from '#contract/files.ts'
import { PHOTO_MAX_BYTES, PHOTO_MEDIA_TYPES } from '#contract/photo-limits.ts'
import { apiRoute, apiRouter, json } from '../../http/api-route.ts'
import { answerMedia } from '../../http/media.ts'
import { problemSchema } from '../../http/problem.ts'
import type { Media } from '../../media/media.ts'
import type { FileLibrary } from '../../storage/file-library.ts'
import { createPhotoDesk } from './accept-photo.ts'
import { ownerOf } from '../../http/session.ts'

export const PHOTO_UPLOAD_PATH = '/api/files/photos'
/** What a form adds around a file. */
const FORM_BYTES = 64 * 1024

const uploadRoute = apiRoute({
  method: 'post',
  path: PHOTO_UPLOAD_PATH,
  'x-role': 'user',
  'x-rate-limit': 'upload',
  'x-max-body-bytes': PHOTO_MAX_BYTES + FORM_BYTES,
  tags: ['Files'],
  summary: 'Upload a photo for an assistant',
  description:
    `A form with the part \`photo\`: ${PHOTO_MEDIA_TYPES.join(', ')}, up to ${PHOTO_MAX_BYTES / 1024 / 1024} MB. It is drawn anew as a ` +
    'JPEG of at most 1024 pixels a side, upright and without metadata, and goes after two days unless an assistant uses it.',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          // Read by the handler, which can say more of what is wrong.
          schema: z.object({ photo: z.any().openapi({ type: 'string', format: 'binary' }) }),
        },
      },
    },
  },
  responses: {
    201: json(photoSchema, 'The photo as it is kept.'),
    413: json(problemSchema, 'The file is too large. It was not read.'),
    422: json(problemSchema, 'The file is no picture that can be used; `detail` says why.'),
    429: json(problemSchema, 'Too many photos at once, or in a short time.'),
    503: json(problemSchema, 'Too many people upload photos just now.'),
  },
})

const fileRoute = apiRoute({
  method: 'get',
  path: '/files/{id}',
  'x-role': 'anonymous',
  tags: ['Files'],
  summary: 'A photo or a video',
  description: 'For whoever knows its id, which cannot be guessed. It never changes.',
  request: {
    params: z.object({ id: fileIdSchema }),
    query: z.object({
      download: z.enum(['1']).optional().describe('As a file to be saved instead of shown.'),
    }),
  },
  responses: {
    200: { description: 'The file.' },
    206: { description: 'The part of it that `Range` asks for.' },
    304: { description: 'It is the version that the client names in `If-None-Match`.' },
    404: json(problemSchema, 'There is none of this id, or its time is over.'),
    416: { description: 'The range begins behind the end.' },
  },
})

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'video/webm': 'webm', 'video/mp4': 'mp4' }

export function createFileRoutes({ library, media }: { library: FileLibrary; media: Media }) {
  const accept = createPhotoDesk({ library, media })
  return apiRouter()
    .openapi(uploadRoute, async (c) => {
      const { photo } = await c.req.parseBody()
      if (!(photo instanceof File)) {
        throw new AppError('bad-request', { detail: 'Send the picture as the part `photo` of a form.' })
      }
      if (photo.size > PHOTO_MAX_BYTES) refuseLarge()
      const owner = ownerOf(await c.var.viewer())
      c.header('Cache-Control', 'no-store')
      return c.json(await accept({ owner, clientKey: c.var.clientKey }, new Uint8Array(await photo.arrayBuffer())), 201)
    })
    .openapi(fileRoute, async (c) => {
      const file = await library.find(c.req.valid('param').id)
      const body = file && (await library.read(file))
      if (!body) throw new AppError('not-found')
      const { id, mediaType, kind } = file
      const response = answerMedia(c, { body, mediaType, etag: `"${id}"` })
      response.headers.set('Cache-Control', 'private, max-age=31536000, immutable')
      if (c.req.valid('query').download) {
        const name = `voxhall-${kind}.${EXTENSIONS[mediaType] ?? 'bin'}`
        response.headers.set('Content-Disposition', `attachment; filename="${name}"`)
      }
      return response
    })
}

function refuseLarge(): never {
  const detail = `A photo may have up to ${PHOTO_MAX_BYTES / 1024 / 1024} MB. Please make it smaller and try again.`
  throw new AppError('payload-too-large', { detail })
}
