import type { MiddlewareHandler } from 'hono'
import { AppError } from '#contract/errors.ts'
import { nextSlice } from '../in-slices.ts'
import { isTooComplex } from '../json.ts'
import type { AppEnv } from './context.ts'

/** No route takes a body with more than six levels. */
const MAX_DEPTH = 32

/** Parsing and handling a longer body takes milliseconds, so a turn of the event loop passes before each. */
const LONG_BODY_LENGTH = 16_000

/** Refuses deeply nested JSON before it is parsed, because parsers and schemas recurse once per level. */
export const refuseDeepJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  const body = await c.req.text()
  if (body.length > LONG_BODY_LENGTH) await nextSlice()
  if (isTooComplex(body, MAX_DEPTH)) {
    throw new AppError('bad-request', { detail: 'The body is nested too deeply. Nothing was changed.' })
  }
  await next()
}
