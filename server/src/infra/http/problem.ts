import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, ERRORS, type ErrorCode } from '#contract/errors.ts'
import { storageFaultOf } from '../db/storage-fault.ts'
import { isDatabaseUnreachable, isUnstorable } from '../db/failure-kinds.ts'
import { VendorError } from '../../vendors/vendor-error.ts'
import type { AppEnv } from './context.ts'

/** Problem details as in RFC 9457; `code`, `requestId` and `retryable` are our extensions. */
export const problemSchema = z
  .object({
    type: z.string().describe('Names the kind of problem; `about:voxhall/` and the code.'),
    title: z.string().describe('What happened, in a few words for people.'),
    status: z.int(),
    detail: z.string().describe('What was kept and what to do next.'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]),
    requestId: z.string().describe('Identifies this request in the log.'),
    retryable: z.boolean().describe('Whether the same request can succeed later.'),
    issues: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .describe('The fields that were refused.'),
  })
  .openapi('Problem')

type Problem = z.infer<typeof problemSchema>

export function problemResponse(c: Context<AppEnv>, error: AppError): Response {
  const row = ERRORS[error.code]
  const problem: Problem = {
    type: `about:voxhall/${error.code}`,
    title: row.title,
    status: row.status,
    detail: error.detail,
    code: error.code,
    requestId: c.var.requestId,
    retryable: row.retryable,
    issues: error.issues && [...error.issues],
  }
  if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds))
  if (row.status === 401) c.header('WWW-Authenticate', 'Bearer')
  c.header('Cache-Control', 'no-store')
  return c.body(JSON.stringify(problem), row.status as ContentfulStatusCode, {
    'Content-Type': 'application/problem+json',
  })
}

/** The only error handler of the app. An unexpected error is logged with its stack, and the response carries no details. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof AppError) {
    if (ERRORS[error.code].status >= 500) logFailure(error, c)
    return problemResponse(c, error)
  }
  if (error instanceof HTTPException) return problemResponse(c, fromHttpException(error))
  const fault = storageFaultOf(error)
  if (fault) {
    c.var.log.error({ err: error }, 'nothing can be saved')
    return problemResponse(c, new AppError('not-saved', { retryAfterSeconds: 60, cause: error }))
  }
  if (isDatabaseUnreachable(error)) {
    c.var.log.error({ err: error }, 'the database could not be reached')
    return problemResponse(c, new AppError('unavailable', { retryAfterSeconds: 5, cause: error }))
  }
  if (isUnstorable(error)) {
    const detail = 'A text or a date in the request cannot be stored. Nothing was changed.'
    return problemResponse(c, new AppError('bad-request', { detail, cause: error }))
  }
  c.var.log.error({ err: error }, 'request failed unexpectedly')
  return problemResponse(c, new AppError('internal', { cause: error }))
}

/**
 * A deliberate refusal, or an error passed on from a vendor, is no fault of this server: a log line without a stack is
 * enough.
 */
function logFailure(error: AppError, c: Context<AppEnv>): void {
  const { code, detail, cause } = error
  if (cause instanceof VendorError) c.var.log.warn({ code, detail, reason: cause.message }, 'request refused')
  else if (cause === undefined && code !== 'internal') c.var.log.warn({ code, detail }, 'request refused')
  else c.var.log.error({ err: error }, 'request failed')
}

/** Maps Hono's own errors: a body that is not JSON, or one over the size limit. */
function fromHttpException(error: HTTPException): AppError {
  if (error.status === 413) return new AppError('payload-too-large', { cause: error })
  if (error.status >= 500) return new AppError('internal', { cause: error })
  return new AppError('bad-request', { cause: error })
}

/** Turns zod's error about a request into a `bad-request` with one issue for each field. */
export function invalidRequest(error: z.core.$ZodError): AppError {
  const issues = error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  const [first] = issues
  return new AppError('bad-request', first ? { detail: first.message, issues, cause: error } : { cause: error })
}
