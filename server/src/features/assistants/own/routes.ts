import { z } from '@hono/zod-openapi'
import {
  assistantPageSchema,
  assistantVersionDetailSchema,
  createOwnAssistantRequestSchema,
  editOwnAssistantRequestSchema,
  listOwnAssistantsResponseSchema,
  listVersionsResponseSchema,
  onVersionRequestSchema,
  ownAssistantDetailSchema,
  ownAssistantIdSchema,
  savedDraftSchema,
  saveDraftRequestSchema,
  slugSchema,
  tryAssistantRequestSchema,
  tryAssistantResponseSchema,
} from '#contract/own-assistant.ts'
import { changeTimeZoneRequestSchema } from '#contract/time-zone.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../../infra/http/api-route.ts'
import { accountIn } from '../../../infra/http/session.ts'
import type { Studio } from './studio.ts'

/** These two describe the routes about one own assistant in all features. */
export const oneOwn = { params: z.object({ id: ownAssistantIdSchema }) }
export const missingOwn = refused('You have no such assistant.')

const forAccount = apiRoutes('account', 'Own assistants')
const oneVersion = {
  params: oneOwn.params.extend({ number: z.coerce.number().int().min(1).max(1_000_000_000) }),
}
const missingVersion = refused('You have no such assistant, or it has no such version.')
const now = json(ownAssistantDetailSchema, 'As it is now.')
const older = refused('It was changed since `version`. Nothing was saved.')
const noPhoto = refused('The photo does not exist or is not yours.')

const listRoute = forAccount.get('/api/own-assistants', 'List your assistants, and how many your plans allow', {
  responses: { 200: json(listOwnAssistantsResponseSchema, 'Newest first.') },
})

const createOneRoute = forAccount.post('/api/own-assistants', 'Create an assistant', {
  description:
    'It is live right away if a business plan has room for it, otherwise a draft until one does. Sending the same ' +
    '`submissionId` again corrects the assistant that was created, unless it has been changed since, and returns it.',
  request: { body: jsonBody(createOwnAssistantRequestSchema) },
  responses: {
    201: json(ownAssistantDetailSchema, 'It is kept.'),
    409: refused('You already have too many.'),
    422: noPhoto,
  },
})

const readRoute = forAccount.get('/api/own-assistants/{id}', 'Get one of your assistants', {
  request: oneOwn,
  responses: { 200: now, 404: missingOwn },
})

const editRoute = forAccount.put('/api/own-assistants/{id}', 'Change an assistant and publish it', {
  description: 'A draft that was there goes. Changes apply from the next call. Current calls are not affected.',
  request: { ...oneOwn, body: jsonBody(editOwnAssistantRequestSchema) },
  responses: {
    200: now,
    404: missingOwn,
    409: older,
    422: noPhoto,
  },
})

const timeZoneRoute = forAccount.put('/api/own-assistants/{id}/time-zone', 'Choose the time zone of an assistant', {
  description:
    'Opening hours, appointments, figures and the days of limits use it. Applies at once; booked appointments keep their ' +
    'moment.',
  request: { ...oneOwn, body: jsonBody(changeTimeZoneRequestSchema) },
  responses: { 200: now, 404: missingOwn },
})

const pauseRoute = forAccount.post('/api/own-assistants/{id}/pause', 'Pause an assistant', {
  request: oneOwn,
  responses: { 200: json(ownAssistantDetailSchema, 'Paused, or it already was.'), 404: missingOwn },
})

const resumeRoute = forAccount.post('/api/own-assistants/{id}/resume', 'Resume an assistant', {
  description: 'Live if a business plan has room for it, otherwise a draft until one does.',
  request: oneOwn,
  responses: { 200: now, 404: missingOwn },
})

const removeRoute = forAccount.delete('/api/own-assistants/{id}', 'Delete an assistant, with its photo and its page', {
  request: oneOwn,
  responses: { 204: { description: 'Deleted, or it already was.' } },
})

const tryRoute = apiRoutes('user', 'Own assistants', 'Calls').post(
  '/api/own-assistants/tries',
  'Prepare a call that tries an assistant before it is submitted',
  {
    'x-rate-limit': 'call',
    description:
      'A call with the returned id is a one-minute try. It is yours alone, and the id is valid for ten minutes.',
    request: { body: jsonBody(tryAssistantRequestSchema) },
    responses: {
      201: json(tryAssistantResponseSchema, 'For `POST /api/own-assistants/{id}/calls`.'),
      429: refused('Too many tries in a short time.'),
    },
  },
)

const pageRoute = apiRoutes('anonymous', 'Own assistants').get(
  '/api/assistant-pages/{slug}',
  "Get what the page of a business's own assistant shows",
  {
    request: { params: z.object({ slug: slugSchema }) },
    responses: {
      200: json(assistantPageSchema, 'Only its state if it is not open to you.'),
      404: refused('There is no such page.'),
    },
  },
)

const saveDraftRoute = forAccount.put('/api/own-assistants/{id}/draft', 'Save a draft of changes', {
  description:
    'Callers hear nothing of it before it is published, and it need not be complete before then. A draft that is as ' +
    'published is none.',
  request: { ...oneOwn, body: jsonBody(saveDraftRequestSchema) },
  responses: {
    200: json(savedDraftSchema, 'Saved; the next change begins from this `version`.'),
    404: missingVersion,
    409: older,
    422: noPhoto,
  },
})

const discardRoute = forAccount.delete('/api/own-assistants/{id}/draft', 'Discard the draft', {
  description: 'What is being changed is as published again.',
  request: { ...oneOwn, query: z.object({ version: z.coerce.number().int().min(1) }) },
  responses: { 200: now, 404: missingVersion, 409: older },
})

const publishRoute = forAccount.post('/api/own-assistants/{id}/publish', 'Publish the draft', {
  description: 'It gets the next number and is heard from the next call. Without a draft nothing happens.',
  request: { ...oneOwn, body: jsonBody(onVersionRequestSchema) },
  responses: {
    200: now,
    400: refused('Something is missing in the draft; `issues` says what.'),
    404: missingVersion,
    409: older,
  },
})

const versionsRoute = forAccount.get('/api/own-assistants/{id}/versions', 'List the published versions', {
  request: oneOwn,
  responses: { 200: json(listVersionsResponseSchema, 'Newest first, at most twenty.'), 404: missingVersion },
})

const versionRoute = forAccount.get('/api/own-assistants/{id}/versions/{number}', 'Get a published version', {
  request: oneVersion,
  responses: { 200: json(assistantVersionDetailSchema, 'As it was published.'), 404: missingVersion },
})

const restoreRoute = forAccount.post(
  '/api/own-assistants/{id}/versions/{number}/restore',
  'Go back to a published version',
  {
    description: 'It becomes the draft, in the place of one that is there.',
    request: { ...oneVersion, body: jsonBody(onVersionRequestSchema) },
    responses: { 200: now, 404: missingVersion, 409: older },
  },
)

export function createStudioRoutes(studio: Studio) {
  const { drafts } = studio
  return apiRouter()
    .openapi(listRoute, async (c) => c.json(await studio.list(c.var.account.userId), 200))
    .openapi(createOneRoute, async (c) => c.json(await studio.create(c.var.account.userId, c.req.valid('json')), 201))
    .openapi(readRoute, async (c) => c.json(await studio.read(c.var.account.userId, c.req.valid('param').id), 200))
    .openapi(editRoute, async (c) => {
      const { version, ...content } = c.req.valid('json')
      return c.json(await studio.edit(c.var.account.userId, c.req.valid('param').id, version, content), 200)
    })
    .openapi(timeZoneRoute, async (c) => {
      const { timeZone } = c.req.valid('json')
      return c.json(await studio.moveTo(c.var.account.userId, c.req.valid('param').id, timeZone), 200)
    })
    .openapi(pauseRoute, async (c) =>
      c.json(await studio.change(c.var.account.userId, c.req.valid('param').id, 'pause'), 200),
    )
    .openapi(resumeRoute, async (c) =>
      c.json(await studio.change(c.var.account.userId, c.req.valid('param').id, 'resume'), 200),
    )
    .openapi(removeRoute, async (c) => {
      await studio.remove(c.var.account.userId, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(tryRoute, async (c) => c.json({ id: await studio.try(c.var.owner, c.req.valid('json')) }, 201))
    .openapi(pageRoute, async (c) => {
      const account = accountIn(await c.var.viewer())
      return c.json(await studio.page(c.req.valid('param').slug, account?.userId ?? null), 200)
    })
    .openapi(saveDraftRoute, async (c) => {
      const { version, ...content } = c.req.valid('json')
      return c.json(await drafts.save(c.var.account.userId, c.req.valid('param').id, version, content), 200)
    })
    .openapi(discardRoute, async (c) =>
      c.json(await drafts.discard(c.var.account.userId, c.req.valid('param').id, c.req.valid('query').version), 200),
    )
    .openapi(publishRoute, async (c) =>
      c.json(await drafts.publish(c.var.account.userId, c.req.valid('param').id, c.req.valid('json').version), 200),
    )
    .openapi(versionsRoute, async (c) =>
      c.json({ versions: await drafts.versions(c.var.account.userId, c.req.valid('param').id) }, 200),
    )
    .openapi(versionRoute, async (c) => {
      const { id, number } = c.req.valid('param')
      return c.json(await drafts.version(c.var.account.userId, id, number), 200)
    })
    .openapi(restoreRoute, async (c) => {
      const { id, number } = c.req.valid('param')
      return c.json(await drafts.restore(c.var.account.userId, id, c.req.valid('json').version, number), 200)
    })
}
