import type { z } from 'zod'
import type { Work } from './work.ts'

export type Answer = object

/** One address of the API: its parameters, and what it does with them. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** After `/v1/`, with `:id` where an id stands. */
  readonly path: string
  readonly params: z.ZodType
  handle(work: Work, params: unknown, id: string): Promise<Answer>
}

/** Ties the types of an endpoint's parameters to those of its handler. `id` is the address's own, if it has one. */
export function endpoint<Schema extends z.ZodType>(
  method: Endpoint['method'],
  path: string,
  params: Schema,
  handle: (work: Work, params: z.infer<Schema>, id: string) => Promise<Answer>,
): Endpoint {
  return { method, path, params, handle: (work, parsed, id) => handle(work, parsed as z.infer<Schema>, id) }
}
