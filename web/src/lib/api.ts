import { hc } from 'hono/client'
// A type alone: nothing of the server reaches the browser.
import type { ApiType } from '../../../server/src/server.ts'
import { apiFetch } from './api-fetch.ts'

/** Our API, typed by the server's own routes. Every failure is thrown as an `ApiProblem`. */
export const api = hc<ApiType>('', { fetch: apiFetch })
