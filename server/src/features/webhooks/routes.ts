import { z } from '@hono/zod-openapi'
import {
  changeWebhookRequestSchema,
  createWebhookRequestSchema,
  listDeliveriesResponseSchema,
  listWebhooksResponseSchema,
  MAX_WEBHOOKS,
  webhookSchema,
} from '#contract/webhooks.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { pageQuery } from '../../infra/http/page-query.ts'
import type { Endpoints } from './endpoints.ts'

const DELIVERIES_PER_PAGE = 20

const forAccount = apiRoutes('account', 'Webhooks')
const one = { params: z.object({ id: z.string().max(64) }) }
const ofOne = { params: one.params.extend({ deliveryId: z.string().max(64) }) }
const missing = refused('You have no such webhook.')
const notAccepted = refused('The address or the assistant is not accepted, or the limit is reached.')

const listRoute = forAccount.get('/api/webhooks', 'List the addresses that are told of events', {
  responses: { 200: json(listWebhooksResponseSchema, 'Oldest first, with their secrets.') },
})
const createWebhookRoute = forAccount.post('/api/webhooks', 'Have an address told of events', {
  description:
    'From now on your server gets a signed POST request for each event, by the Standard Webhooks convention ' +
    `(standardwebhooks.com). At most ${MAX_WEBHOOKS}.`,
  request: { body: jsonBody(createWebhookRequestSchema) },
  responses: { 201: json(webhookSchema, 'It is on.'), 400: notAccepted },
})
const changeRoute = forAccount.patch('/api/webhooks/{id}', 'Change a webhook, or switch it on or off', {
  description: 'Events that happen while it is off are not told later.',
  request: { ...one, body: jsonBody(changeWebhookRequestSchema) },
  responses: { 200: json(webhookSchema, 'As it is now.'), 400: notAccepted, 404: missing },
})
const deleteRoute = forAccount.delete('/api/webhooks/{id}', 'Delete a webhook and its log', {
  request: one,
  responses: { 204: { description: 'It is gone.' }, 404: missing },
})
const deliveriesRoute = forAccount.get('/api/webhooks/{id}/deliveries', 'List what was sent to a webhook', {
  request: {
    ...one,
    query: pageQuery('dlv_[0-9a-f-]{36}', DELIVERIES_PER_PAGE),
  },
  responses: { 200: json(listDeliveriesResponseSchema, 'Newest first, of the last 30 days.'), 404: missing },
})
const replayRoute = forAccount.post('/api/webhooks/{id}/deliveries/{deliveryId}/replay', 'Send an event once more', {
  description:
    'With the same `webhook-id`, but without the words of a conversation that are no longer kept. Without effect while it is being sent.',
  'x-rate-limit': 'outgoing',
  request: ofOne,
  responses: { 202: { description: 'It is sent in a moment.' }, 400: refused('The webhook is off.'), 404: missing },
})
const testRoute = forAccount.post('/api/webhooks/{id}/test', 'Send an event of the type `test`', {
  'x-rate-limit': 'outgoing',
  request: one,
  responses: { 202: { description: 'It is sent in a moment.' }, 400: refused('The webhook is off.'), 404: missing },
})

export function createWebhookRoutes(endpoints: Endpoints) {
  return apiRouter()
    .openapi(listRoute, async (c) => c.json({ webhooks: await endpoints.list(c.var.account.userId) }, 200))
    .openapi(createWebhookRoute, async (c) =>
      c.json(await endpoints.create(c.var.account.userId, c.req.valid('json')), 201),
    )
    .openapi(changeRoute, async (c) =>
      c.json(await endpoints.change(c.var.account.userId, c.req.valid('param').id, c.req.valid('json')), 200),
    )
    .openapi(deleteRoute, async (c) => {
      await endpoints.remove(c.var.account.userId, c.req.valid('param').id)
      return c.body(null, 204)
    })
    .openapi(deliveriesRoute, async (c) =>
      c.json(await endpoints.deliveries(c.var.account.userId, c.req.valid('param').id, c.req.valid('query')), 200),
    )
    .openapi(replayRoute, async (c) => {
      const { id, deliveryId } = c.req.valid('param')
      await endpoints.replay(c.var.account.userId, id, deliveryId)
      return c.body(null, 202)
    })
    .openapi(testRoute, async (c) => {
      await endpoints.sendTest(c.var.account.userId, c.req.valid('param').id)
      return c.body(null, 202)
    })
}
