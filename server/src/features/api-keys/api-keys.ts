import { z } from '@hono/zod-openapi'
import {
  API_KEY_PREFIX,
  createApiKeyRequestSchema,
  createdApiKeySchema,
  listApiKeysResponseSchema,
  MAX_API_KEYS,
} from '#contract/api-keys.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import type { ViewerReader } from '../../infra/http/session.ts'
import { createKeyStore } from './key-store.ts'
import { createV1Routes, type V1Deps } from './v1-routes.ts'

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

interface ApiKeysDeps extends V1Deps {
  db: Database
  /** Reads all other tokens. */
  readPerson: ViewerReader
}

/** API keys of owners' programs, and the routes that such programs use. */
export function createApiKeys({ db, readPerson, ...data }: ApiKeysDeps) {
  const keys = createKeyStore(db)
  const readViewer: ViewerReader = async (headers) => {
    const token = /^bearer +(\S+)$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? ''
    return token.startsWith(API_KEY_PREFIX) ? keys.viewerOf(token) : readPerson(headers)
  }
  return {
    readViewer,
    routes: apiRouter()
      .openapi(listRoute, async (c) => c.json({ keys: await keys.list(c.var.account.userId) }, 200))
      .openapi(createKeyRoute, async (c) => c.json(await keys.create(c.var.account.userId, c.req.valid('json')), 201))
      .openapi(revokeRoute, async (c) => {
        await keys.revoke(c.var.account.userId, c.req.valid('param').id)
        return c.body(null, 204)
      })
      .route('/', createV1Routes(data)),
  }
}
