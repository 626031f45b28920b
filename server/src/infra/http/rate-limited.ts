import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './context.ts'
import type { RateClass } from './rate-limit.ts'

/** Charges every request of a route to its client. */
export function rateLimited(rateClass: RateClass) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.var.rateLimiter.take(rateClass, c.var.clientKey)
    await next()
  })
}
