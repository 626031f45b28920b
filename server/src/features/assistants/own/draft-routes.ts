import { z } from '@hono/zod-openapi'
import {
  assistantVersionDetailSchema,
  listVersionsResponseSchema,
  onVersionRequestSchema,
  ownAssistantDetailSchema,
  ownAssistantIdSchema,
  saveDraftRequestSchema,
  savedDraftSchema,
} from '#contract/own-assistant.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../../infra/http/api-route.ts'
import type { Drafts } from './drafts.ts'

const forAccount = apiRoutes('account', 'Own assistants')
const one = { params: z.object({ id: ownAssistantIdSchema }) }
const oneVersion = {
  params: z.object({ id: ownAssistantIdSchema, number: z.coerce.number().int().min(1).max(1_000_000_000) }),
}
const missing = refused('You have no such assistant, or it has no such version.')
const older = refused('It was changed since `version`. Nothing was saved.')
const now = json(ownAssistantDetailSchema, 'As it is now.')

const saveRoute = forAccount.put('/api/own-assistants/{id}/draft', 'Save a draft of changes', {
  description:
    'Callers hear nothing of it before it is published, and it need not be complete before then. A draft that is as ' +
    'published is none.',
  request: { ...one, body: jsonBody(saveDraftRequestSchema) },
  responses: {
    200: json(savedDraftSchema, 'Saved; the next change begins from this `version`.'),
    404: missing,
    409: older,
    422: refused('The photo does not exist or is not yours.'),
  },
})

const discardRoute = forAccount.delete('/api/own-assistants/{id}/draft', 'Discard the draft', {
  description: 'What is being changed is as published again.',
  request: { ...one, query: z.object({ version: z.coerce.number().int().min(1) }) },
  responses: { 200: now, 404: missing, 409: older },
})

const publishRoute = forAccount.post('/api/own-assistants/{id}/publish', 'Publish the draft', {
  description: 'It gets the next number and is heard from the next call. Without a draft nothing happens.',
  request: { ...one, body: jsonBody(onVersionRequestSchema) },
  responses: {
    200: now,
    400: refused('Something is missing in the draft; `issues` says what.'),
    404: missing,
    409: older,
  },
})

const listRoute = forAccount.get('/api/own-assistants/{id}/versions', 'List the published versions', {
  request: one,
  responses: { 200: json(listVersionsResponseSchema, 'Newest first, at most twenty.'), 404: missing },
})

const readRoute = forAccount.get('/api/own-assistants/{id}/versions/{number}', 'Get a published version', {
  request: oneVersion,
  responses: { 200: json(assistantVersionDetailSchema, 'As it was published.'), 404: missing },
})

const restoreRoute = forAccount.post(
  '/api/own-assistants/{id}/versions/{number}/restore',
  'Go back to a published version',
  {
    description: 'It becomes the draft, in the place of one that is there.',
    request: { ...oneVersion, body: jsonBody(onVersionRequestSchema) },
    responses: { 200: now, 404: missing, 409: older },
  },
)

export function createDraftRoutes(drafts: Drafts) {
  return apiRouter()
    .openapi(saveRoute, async (c) => {
      const { version, ...content } = c.req.valid('json')
      return c.json(await drafts.save(c.var.account.userId, c.req.valid('param').id, version, content), 200)
    })
    .openapi(discardRoute, async (c) =>
      c.json(await drafts.discard(c.var.account.userId, c.req.valid('param').id, c.req.valid('query').version), 200),
    )
    .openapi(publishRoute, async (c) =>
      c.json(await drafts.publish(c.var.account.userId, c.req.valid('param').id, c.req.valid('json').version), 200),
    )
    .openapi(listRoute, async (c) =>
      c.json({ versions: await drafts.versions(c.var.account.userId, c.req.valid('param').id) }, 200),
    )
    .openapi(readRoute, async (c) => {
      const { id, number } = c.req.valid('param')
      return c.json(await drafts.version(c.var.account.userId, id, number), 200)
    })
    .openapi(restoreRoute, async (c) => {
      const { id, number } = c.req.valid('param')
      return c.json(await drafts.restore(c.var.account.userId, id, c.req.valid('json').version, number), 200)
    })
}
