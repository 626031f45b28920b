import { hc, type ClientRequestOptions } from 'hono/client'
// Only the type is imported: no server code reaches the browser.
import type { ApiType } from '../../../server/src/server.ts'
import { apiFetch } from './api-fetch.ts'

/** The client of our API, typed by the server's routes. Every failure is thrown as an `ApiProblem`. */
export const api = hc<ApiType>('', { fetch: apiFetch })

type SuccessBody<Answer> = Answer extends { ok: true; json(): Promise<infer Body> } ? Body : never

/** The body of a successful answer of `api`; unsuccessful ones were thrown before. */
export async function successBody<Answer extends { json(): Promise<unknown> }>(
  answer: Promise<Answer>,
): Promise<SuccessBody<Answer>> {
  return (await (await answer).json()) as SuccessBody<Answer>
}

interface Readable<Args, Answer> {
  $get: (args: Args, options?: ClientRequestOptions) => Promise<Answer>
  $path: (args?: never) => string
}

/** Options by which React Query reads something. */
export interface Reading<Body> {
  queryKey: readonly unknown[]
  queryFn: (context?: { signal: AbortSignal }) => Promise<Body>
}

/** Reads an endpoint. The key begins with the endpoint's path: see `keyOf`. */
export function reading<Args extends { param?: object; query?: object }, Answer extends { json(): Promise<unknown> }>(
  endpoint: Readable<Args, Answer>,
  args: Args,
): Reading<SuccessBody<Answer>> {
  return {
    queryKey: [...keyOf(endpoint, args), args.query],
    queryFn: (context) => successBody(endpoint.$get(args, { init: { signal: context?.signal } })),
  }
}

/** The key of everything that was read from an endpoint, whatever its query. */
export function keyOf(
  { $path }: Pick<Readable<never, unknown>, '$path'>,
  { param }: { param?: object } = {},
): string[] {
  return [$path({ param } as never)]
}
