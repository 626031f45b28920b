import * as z from 'zod/mini'

/** An RFC 9457 answer of our server, or whatever a proxy on the way made of it. */
const problemSchema = z.object({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  requestId: z.optional(z.string()),
})

/** What the browser says for itself when no answer arrived. */
const UNREACHABLE = {
  title: 'No connection',
  detail: 'The server could not be reached. Nothing was lost: check your connection and try again.',
}

/** A request that did not succeed, in words that may be shown. */
export class ApiProblem extends Error {
  /** 0 when no answer arrived. */
  readonly status: number
  /** From the server's error table, `unreachable`, or `unknown`. */
  readonly code: string
  readonly title: string
  readonly detail: string
  /** For somebody who asks for help: finds the request in the server's log. */
  readonly requestId: string | null

  constructor(facts: {
    status: number
    code: string
    title: string
    detail: string
    requestId: string | null
    cause?: unknown
  }) {
    super(`${facts.status} ${facts.code}: ${facts.detail}`, { cause: facts.cause })
    this.name = 'ApiProblem'
    this.status = facts.status
    this.code = facts.code
    this.title = facts.title
    this.detail = facts.detail
    this.requestId = facts.requestId
  }
}

export function unreachable(cause: unknown): ApiProblem {
  return new ApiProblem({ status: 0, code: 'unreachable', ...UNREACHABLE, requestId: null, cause })
}

/** Reads whatever a failed answer holds; a proxy's HTML page becomes a plain sentence. */
export function problemFrom(status: number, body: string, headers: { get(name: string): string | null }): ApiProblem {
  const facts = problemSchema.safeParse(parseJson(body))
  const read = facts.success ? facts.data : {}
  const title = read.title ?? 'That did not work'
  return new ApiProblem({
    status,
    code: read.code ?? 'unknown',
    title,
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
