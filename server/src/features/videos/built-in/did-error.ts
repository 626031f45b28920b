import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { z } from 'zod'

/** An error as D-ID answers it: `{kind, description, details?}`. */
export class DidError extends Error {
  override readonly name = 'DidError'
  readonly status: ContentfulStatusCode
  readonly kind: string
  readonly details: Readonly<Record<string, unknown>> | undefined

  constructor(
    status: ContentfulStatusCode,
    kind: string,
    description: string,
    details?: Readonly<Record<string, unknown>>,
    options?: ErrorOptions,
  ) {
    super(description, options)
    this.status = status
    this.kind = kind
    this.details = details
  }

  toJSON(): object {
    return { kind: this.kind, description: this.message, ...(this.details ? { details: this.details } : {}) }
  }
}

export function notFound(what: string): DidError {
  return new DidError(404, 'NotFoundError', `${what} not found`)
}

/** Each refused field as `body.<path>`. */
export function invalidBody(error: z.ZodError): DidError {
  const details = Object.fromEntries(
    error.issues.map(({ path, message }) => [['body', ...path.map(String)].join('.'), { message }]),
  )
  return new DidError(400, 'ValidationError', 'Validation Failed', details)
}
