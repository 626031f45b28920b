import { createMiddleware } from 'hono/factory'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'
import { clientAddress, clientKeyOf } from './client-address.ts'

const REQUEST_ID = /^[\w-]{8,64}$/

/**
 * The outermost middleware: sets the request's id (keeping a proxy's if it is well-formed), its logger and its client
 * key, and logs one line when the request is done. Lines carry the path without the query, because queries carry tokens.
 */
export function requestLog(log: Logger, trustedProxies: number) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const startedAtMs = performance.now()
    const given = c.req.header('X-Request-Id')
    const requestId = given && REQUEST_ID.test(given) ? given : crypto.randomUUID()
    const address = clientAddress(
      c.env?.incoming?.socket.remoteAddress,
      c.req.header('X-Forwarded-For'),
      trustedProxies,
    )
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    c.set('clientKey', clientKeyOf(address))
    c.header('X-Request-Id', requestId)
    await next()
    const line = {
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      durationMs: Math.round(performance.now() - startedAtMs),
    }
    if (c.req.path.startsWith('/api/')) c.var.log.info(line, 'request')
    else c.var.log.debug(line, 'request')
  })
}
