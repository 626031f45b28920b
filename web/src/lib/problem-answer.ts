import * as z from 'zod/mini'
import { ApiProblem } from './api-problem.ts'

/** An RFC 9457 answer of our server, or what a proxy answers instead. */
const problemSchema = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  requestId: z.optional(z.string()),
})

/** Parses an error answer; a proxy's HTML page is replaced by a plain sentence. */
export function problemFrom(status: number, body: string, headers: { get(name: string): string | null }): ApiProblem {
  const read = problemSchema.safeParse(parseJson(body)).data ?? {}
  return new ApiProblem({
    status,
    code: read.code ?? 'unknown',
    title: read.title ?? 'That did not work',
    detail: read.detail ?? `The server answered with ${status}. Please try again.`,
    requestId: read.requestId ?? headers.get('x-request-id'),
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
