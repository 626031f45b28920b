import { API_KEY_PREFIX } from '#contract/api-keys.ts'
import type { Database } from '../../infra/db/client.ts'
import { apiRouter } from '../../infra/http/api-route.ts'
import type { ViewerReader } from '../../infra/http/session.ts'
import { createKeyRoutes } from './key-routes.ts'
import { createKeyStore } from './key-store.ts'
import { createV1Routes, type V1Deps } from './v1-routes.ts'

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
    routes: apiRouter().route('/', createKeyRoutes(keys)).route('/', createV1Routes(data)),
  }
}
