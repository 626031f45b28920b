import { z } from '@hono/zod-openapi'
import { AppError } from '#contract/errors.ts'
import { SOURCE_FILE_MAX_BYTES, SOURCE_NAME_MAX_LENGTH } from '#contract/knowledge-source-limits.ts'
import {
  acceptProposalsRequestSchema,
  addAddressRequestSchema,
  dismissProposalsRequestSchema,
  knowledgeSourceSchema,
  listSourcesResponseSchema,
  withdrawAnswersRequestSchema,
} from '#contract/knowledge-sources.ts'
import { lineSchema } from '#contract/line-schema.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { createPlaces } from '../../infra/http/places.ts'
import { readBody } from '../../infra/http/read-body.ts'
import { oneOwn, type Assistants, type OwnedAssistant } from '../assistants/assistants.ts'
import { ReadingError } from './reading/reading-error.ts'
import type { Sources } from './sources.ts'

export const SOURCE_FILES_PATH = '/api/own-assistants/{id}/sources/files'
const UPLOAD_TIMEOUT_MS = 90_000
/** Concurrent uploads, each of which is held in memory. */
const UPLOADS = 20
const UPLOADS_EACH = 2
const FILE_MB = SOURCE_FILE_MAX_BYTES / 1024 / 1024
const KEEP_OWN = 'What the owner is changing must be saved first: the draft that is kept is changed.'

const forAccount = apiRoutes('account', 'Own assistants', 'Knowledge')
const sourceParams = oneOwn.params.extend({ sourceId: z.string().max(64) })
const missing = refused('You have no such assistant, or it has no such source.')
const allSources = json(listSourcesResponseSchema, 'All sources as they are now, newest first.')
const begun = json(knowledgeSourceSchema, 'It is being read; the list tells when that is done.')
const tooMany = refused('There are too many sources, or the request could not be read.')

const listRoute = forAccount.get('/api/own-assistants/{id}/sources', 'List the sources of an assistant’s knowledge', {
  description: 'With the questions and answers that each proposes and that are still to be decided.',
  request: oneOwn,
  responses: { 200: allSources, 404: missing },
})

const pageRoute = forAccount.post('/api/own-assistants/{id}/sources', 'Read knowledge from a web address', {
  'x-rate-limit': 'upload',
  description:
    'A public page, text or PDF of up to 2 MB, fetched within ten seconds. Private addresses are refused at every ' +
    'redirect. An address that is a source already is read again.',
  request: { ...oneOwn, body: jsonBody(addAddressRequestSchema) },
  responses: { 202: begun, 400: tooMany, 404: missing },
})

const fileRoute = forAccount.post(SOURCE_FILES_PATH, 'Read knowledge from a file', {
  'x-rate-limit': 'upload',
  description: `The body is the file itself: PDF, Word (.docx) or text, up to ${FILE_MB} MB. Only its text is kept. A file of the same name is replaced.`,
  request: {
    ...oneOwn,
    query: z.object({ name: lineSchema('name', SOURCE_NAME_MAX_LENGTH).pipe(z.string().min(1)) }),
    body: {
      required: true,
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    },
  },
  responses: { 202: begun, 400: tooMany, 404: missing, 413: refused('The file is too large. It was not read.') },
})

const againRoute = forAccount.post('/api/own-assistants/{id}/sources/{sourceId}/read-again', 'Read an address again', {
  'x-rate-limit': 'upload',
  description: 'Proposes what is new there, and what differs from what the assistant answers now.',
  request: { params: sourceParams },
  responses: { 202: begun, 400: refused('Files are not kept: send the file again.'), 404: missing },
})

const removeRoute = forAccount.delete('/api/own-assistants/{id}/sources/{sourceId}', 'Remove a source', {
  description: 'Answers that were taken from it stay in the assistant’s knowledge.',
  request: { params: sourceParams },
  responses: { 200: allSources, 404: missing },
})

const acceptRoute = forAccount.post(
  '/api/own-assistants/{id}/sources/{sourceId}/proposals/accept',
  'Take proposed answers over',
  {
    description: `They become part of the draft and replace answers to the same questions. ${KEEP_OWN}`,
    request: { params: sourceParams, body: jsonBody(acceptProposalsRequestSchema) },
    responses: { 200: allSources, 400: refused('More than an assistant can hold. Nothing was added.'), 404: missing },
  },
)

const dismissRoute = forAccount.post(
  '/api/own-assistants/{id}/sources/{sourceId}/proposals/dismiss',
  'Dismiss proposed answers',
  {
    description:
      'They are not proposed again unless the source changes. Answers listed in `gone` can be named too: the assistant ' +
      'keeps giving them, and they are no longer listed.',
    request: { params: sourceParams, body: jsonBody(dismissProposalsRequestSchema) },
    responses: { 200: allSources, 404: missing },
  },
)

const withdrawRoute = forAccount.post(
  '/api/own-assistants/{id}/sources/{sourceId}/proposals/withdraw',
  'Remove answers that their source no longer has',
  {
    description: `Those listed in \`gone\`. They leave the draft. ${KEEP_OWN}`,
    request: { params: sourceParams, body: jsonBody(withdrawAnswersRequestSchema) },
    responses: { 200: allSources, 404: missing },
  },
)

export function createKnowledgeRoutes(sources: Sources, assistants: Pick<Assistants, 'inAddress'>) {
  const uploads = createPlaces({
    places: UPLOADS,
    placesEach: UPLOADS_EACH,
    tooManyWords: 'Your other files are still on their way. Please wait a moment and try again.',
  })

  const listed = async ({ ownerId, id }: OwnedAssistant) => ({ sources: await sources.list(ownerId, id) })

  return apiRouter()
    .openapi(listRoute, async (c) => c.json(await listed(await assistants.inAddress(c)), 200))
    .openapi(pageRoute, async (c) => {
      const { ownerId, id } = await assistants.inAddress(c)
      return c.json(await sources.addPage(ownerId, id, c.req.valid('json').url), 202)
    })
    .openapi(fileRoute, async (c) => {
      const { ownerId, id } = await assistants.inAddress(c)
      const begin = async () => {
        const bytes = await readBody(c.req.raw, {
          maxBytes: SOURCE_FILE_MAX_BYTES,
          timeoutMs: UPLOAD_TIMEOUT_MS,
          tooLargeWords: `A file may be up to ${FILE_MB} MB. It was not read.`,
        })
        return sources.addFile(ownerId, id, c.req.valid('query').name, bytes)
      }
      const source = await uploads.during(ownerId, begin).catch((error: unknown) => {
        throw error instanceof ReadingError ? new AppError('bad-request', { detail: error.message }) : error
      })
      return c.json(source, 202)
    })
    .openapi(againRoute, async (c) => {
      const { ownerId, id } = await assistants.inAddress(c)
      const source = await sources.readAgain(ownerId, id, c.req.valid('param').sourceId)
      if (source) return c.json(source, 202)
      throw new AppError('bad-request', { detail: 'Files are not kept, only their text. Add the newer file again.' })
    })
    .openapi(removeRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      await sources.remove(assistant.id, c.req.valid('param').sourceId)
      return c.json(await listed(assistant), 200)
    })
    .openapi(acceptRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      await sources.accept(assistant.ownerId, assistant.id, c.req.valid('param').sourceId, c.req.valid('json'))
      return c.json(await listed(assistant), 200)
    })
    .openapi(dismissRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      await sources.dismiss(assistant.id, c.req.valid('param').sourceId, c.req.valid('json').ids)
      return c.json(await listed(assistant), 200)
    })
    .openapi(withdrawRoute, async (c) => {
      const assistant = await assistants.inAddress(c)
      await sources.withdraw(assistant.ownerId, assistant.id, c.req.valid('param').sourceId, c.req.valid('json').ids)
      return c.json(await listed(assistant), 200)
    })
}
