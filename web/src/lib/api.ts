import { hc } from 'hono/client'
// Only the type is imported: no server code reaches the browser.
import type { ApiType } from '../../../server/src/server.ts'
import { apiFetch } from './api-fetch.ts'

/** The client of our API, typed by the server's routes. Every failure is thrown as an `ApiProblem`. */
export const api = hc<ApiType>('', { fetch: apiFetch })
