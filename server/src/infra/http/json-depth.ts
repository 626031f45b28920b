import type { MiddlewareHandler } from 'hono'
import { AppError } from '#contract/errors.ts'
import { nextSlice } from '../in-slices.ts'
import type { AppEnv } from './context.ts'

/** No route takes a body with more than six levels. */
const MAX_DEPTH = 32

/** Parsing and handling a longer body takes milliseconds, so a turn of the event loop passes before each. */
const LONG_BODY_LENGTH = 16_000

/** Refuses deeply nested JSON before it is parsed, because parsers and schemas recurse once per level. */
export const refuseDeepJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  const body = await c.req.text()
  if (body.length > LONG_BODY_LENGTH) await nextSlice()
  if (isDeeperThan(body, MAX_DEPTH)) {
    throw new AppError('bad-request', { detail: 'The body is nested too deeply. Nothing was changed.' })
  }
  await next()
}

/** Counts brackets outside of strings in one pass. */
export function isDeeperThan(json: string, maxDepth: number): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at]
    if (isInString) {
      if (character === '\\') at += 1
      else if (character === '"') isInString = false
    } else if (character === '"') isInString = true
    else if (character === '[' || character === '{') {
      depth += 1
      if (depth > maxDepth) return true
    } else if (character === ']' || character === '}') depth -= 1
  }
  return false
}
