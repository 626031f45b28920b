import { z } from '@hono/zod-openapi'
import {
  createApiKeyRequestSchema,
  createdApiKeySchema,
  listApiKeysResponseSchema,
  MAX_API_KEYS,
} from '#contract/api-keys.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import type { createKeyStore } from './key-store.ts'

const forAccount = apiRoutes('account', 'API keys')

const listRoute = forAccount.get('/api/api-keys', 'List your API keys', {
  responses: { 200: json(listApiKeysResponseSchema, 'Oldest first, without the keys themselves.') },
})
const createKeyRoute = forAccount.post('/api/api-keys', 'Create an API key', {
  description: `Reads what its scopes name, of your account, over \`/api/v1\`. At most ${MAX_API_KEYS}.`,
  request: { body: jsonBody(createApiKeyRequestSchema) },
  responses: { 201: json(createdApiKeySchema, 'With the key itself.'), 400: refused('There are too many.') },
})
const revokeRoute = forAccount.delete('/api/api-keys/{id}', 'Revoke an API key', {
  request: { params: z.object({ id: z.string().max(64) }) },
  responses: { 204: { description: 'It opens nothing from now on.' }, 404: refused('You have no such key.') },
})

export function createKeyRoutes(keys: ReturnType<typeof createKeyStore>) {
  return apiRouter()
    .openapi(listRoute, async (c) => c.json({ keys: await keys.list(c.var.account.userId) }, 200))
    .openapi(createKeyRoute, async (c) => c.json(await keys.create(c.var.account.userId, c.req.valid('json')), 201))
    .openapi(revokeRoute, async (c) => {
      await keys.revoke(c.var.account.userId, c.req.valid('param').id)
      return c.body(null, 204)
    })
}
