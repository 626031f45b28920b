import type { MiddlewareHandler } from 'hono'
import { AppError } from '#contract/errors.ts'
import { nextSlice } from '../in-slices.ts'
import type { AppEnv } from './context.ts'

/** The deepest body that any route takes has six levels. */
const MAX_DEPTH = 32

/** Reading a longer body, and what follows from it, takes milliseconds: of many, each gets a turn of the event loop. */
const LONG_BODY_LENGTH = 16_000

/** Refuses JSON that is nested too deeply, before it is parsed: parsers and schemas call themselves once a level. */
export const refuseDeepJson: MiddlewareHandler<AppEnv> = async (c, next) => {
  const body = await c.req.text()
  if (body.length > LONG_BODY_LENGTH) await nextSlice()
  if (isDeeperThan(body, MAX_DEPTH)) {
    throw new AppError('bad-request', { detail: 'The body is nested too deeply. Nothing was changed.' })
  }
  await next()
}

/** Counts brackets outside of strings, in one pass. */
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
