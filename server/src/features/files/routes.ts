import { z } from '@hono/zod-openapi'
import { AppError } from '#contract/errors.ts'
import { fileIdSchema, photoSchema } from '#contract/files.ts'
import { PHOTO_MAX_BYTES, PHOTO_MEDIA_TYPES } from '#contract/photo-limits.ts'
import { apiRouter, apiRoutes, json, refused } from '../../infra/http/api-route.ts'
import { answerStoredMedia } from '../../infra/http/media.ts'
import type { Media } from '../../infra/media/media.ts'
import type { FileLibrary } from '../../infra/storage/file-library.ts'
import type { ByteRange } from '../../infra/storage/file-store.ts'
import { createPhotoDesk } from './accept-photo.ts'

export const PHOTO_UPLOAD_PATH = '/api/files/photos'
/** Rate-limit tokens for an upload because of which a child process had to be killed. */
const COSTLY_UPLOADS = 5

const uploadRoute = apiRoutes('user', 'Files').post(PHOTO_UPLOAD_PATH, 'Upload a photo for an assistant', {
  'x-rate-limit': 'upload',
  description:
    `A form with the part \`photo\`: ${PHOTO_MEDIA_TYPES.join(', ')}, up to ${PHOTO_MAX_BYTES / 1024 / 1024} MB. It is converted to a ` +
    'JPEG of at most 1024 pixels a side, upright and without metadata, and deleted after two days unless an assistant uses it.',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': {
          // Only a description: with a zod schema, the form would be parsed here, on the server's only thread.
          schema: {
            type: 'object',
            required: ['photo'],
            properties: { photo: { type: 'string', format: 'binary' } },
          },
        },
      },
    },
  },
  responses: {
    201: json(photoSchema, 'The photo as it is kept.'),
    413: refused('The file is too large. It was not read.'),
    422: refused('The file cannot be used as a picture; `detail` says why.'),
    429: refused('Too many photos at once, or in a short time.'),
    503: refused('Too many people are uploading photos right now.'),
  },
})

const fileRoute = apiRoutes('anonymous', 'Files').get('/files/{id}', 'Get a photo or a video', {
  'x-rate-limit': 'file',
  description: 'For anyone who knows its id, which cannot be guessed. The file never changes.',
  request: {
    params: z.object({ id: fileIdSchema }),
    query: z.object({
      download: z.enum(['1']).optional().describe('As a file to be saved instead of shown.'),
    }),
  },
  responses: {
    200: { description: 'The file.' },
    206: { description: 'The part that `Range` asks for.' },
    304: { description: 'The client already has this version (`If-None-Match`).' },
    404: refused('There is no file with this id, or it has expired.'),
    416: { description: 'The range begins after the end.' },
  },
})

const EXTENSIONS: Readonly<Record<string, string>> = { 'image/jpeg': 'jpg', 'video/webm': 'webm', 'video/mp4': 'mp4' }

export function createFileRoutes({ library, media }: { library: FileLibrary; media: Media }) {
  const accept = createPhotoDesk({ library, media })
  return apiRouter()
    .openapi(uploadRoute, async (c) => {
      const { rateLimiter, clientKey } = c.var
      const sender = {
        owner: c.var.owner,
        clientKey,
        onCostly: () => rateLimiter.charge('upload', clientKey, COSTLY_UPLOADS),
      }
      return c.json(await accept(sender, c.req.raw), 201)
    })
    .openapi(fileRoute, async (c) => {
      const file = await library.find(c.req.valid('param').id)
      if (!file || file.kind === 'speech') throw new AppError('not-found')
      const { id, mediaType, kind, byteLength } = file
      const read = (range: ByteRange) => library.stream(file, range)
      const response = await answerStoredMedia(c, { byteLength, mediaType, etag: `"${id}"`, read })
      if (!response) throw new AppError('not-found')
      response.headers.set('Cache-Control', 'private, max-age=31536000, immutable')
      if (c.req.valid('query').download) {
        const name = `voxhall-${kind}.${EXTENSIONS[mediaType] ?? 'bin'}`
        response.headers.set('Content-Disposition', `attachment; filename="${name}"`)
      }
      return response
    })
}
