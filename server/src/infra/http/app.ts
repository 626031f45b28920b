import { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Schema } from 'hono/types'
import type { Logger } from 'pino'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#contract/errors.ts'
import { screenAddress } from '#contract/screens.ts'
import type { Env } from '../../config/env.ts'
import { createApiDocs } from './api-docs.ts'
import { rateLimited } from './api-route.ts'
import type { AppEnv } from './context.ts'
import { onError, problemResponse } from './problem.ts'
import type { RateLimiter } from './rate-limit.ts'
import { requestLog } from './request-log.ts'
import { createSearchEngineRoutes } from './search-engines.ts'
import { securityHeaders, type SecurityHeadersOptions } from './security-headers.ts'
import { viewerOnDemand, type ViewerReader } from './session.ts'

/** Redirects a screen's address in capitals or with extra slashes to its canonical form. */
export const toScreenAddress = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
  // As it was sent: Hono's own path is decoded, and no longer fit for a header.
  const { pathname, search } = new URL(c.req.url)
  const address = screenAddress(pathname)
  if (address === null || address === pathname) return next()
  return c.redirect(`${address}${search}`, 308)
})

const MAX_BODY_BYTES = 256 * 1024
/** Where vendors report to; the other addresses below `/api/webhooks/` are for owners, to set up their own. */
const VENDORS_WEBHOOKS = /^\/api\/webhooks\/(?:stripe|vapi|d-id)(?:\/|$)/

export interface AppOptions {
  readonly log: Logger
  readonly config: Pick<Env, 'PUBLIC_URL' | 'TRUST_PROXY' | 'apiDocs'>
  readonly rateLimiter: RateLimiter
  readonly readViewer: ViewerReader
  /** The routers of all features, described together at `/api/docs`. */
  readonly api: OpenAPIHono<AppEnv, Schema, string>
  /** Paths of the API whose own routes limit the size of a body. */
  readonly largeBodyPaths: readonly string[]
  /** Built-in stand-ins of vendors and the mailbox, outside of the described API. */
  readonly standIns: readonly (Hono<AppEnv> | undefined)[]
  /** The site's pages, from the build or from Vite; without them the server is an API alone. */
  readonly pages: MiddlewareHandler<AppEnv> | undefined
  readonly securityHeaders: Omit<SecurityHeadersOptions, 'publicUrl'>
}

/** The whole HTTP side. It listens to nothing; `request()` is enough to talk to it. */
export function createApp(options: AppOptions) {
  const { log, api, config } = options
  const publicUrl = config.PUBLIC_URL
  const app = new OpenAPIHono<AppEnv>()
  app.onError(onError)

  // Order matters: ids and the log line wrap everything; headers also mark errors; limits come before any work.
  app.use(requestLog(log, config.TRUST_PROXY))
  app.use(securityHeaders({ ...options.securityHeaders, publicUrl }))
  app.use(async (c, next) => {
    c.set('rateLimiter', options.rateLimiter)
    await next()
  })
  // No name of anything holds a NUL, and PostgreSQL takes none.
  app.use(async (c, next) => (/%00|\0/.test(c.req.path) ? problemResponse(c, new AppError('not-found')) : next()))
  // Pages of assistants are looked up in the database for each visit; the site's files, which lie elsewhere, are not.
  for (const path of ['/a/*', '/embed/*']) app.use(path, rateLimited('general'))
  app.use('/api/*', (c, next) => rateLimited(VENDORS_WEBHOOKS.test(c.req.path) ? 'webhook' : 'general')(c, next))
  // Most answers are about one person: no cache keeps an answer unless its route says how.
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  const usualLimit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuseLargeBody() })
  app.use('/api/*', (c, next) => (options.largeBodyPaths.includes(c.req.path) ? next() : usualLimit(c, next)))
  app.use(viewerOnDemand(options.readViewer))

  app.route('/', api)
  app.route('/', createApiDocs(api, { isPublic: config.apiDocs }))
  for (const routes of options.standIns) if (routes) app.route('/', routes)

  // Before the pages: an unknown API address must never be answered with a page.
  app.all('/api/*', (c) => problemResponse(c, new AppError('not-found')))
  app.all('/dev/*', (c) => problemResponse(c, new AppError('not-found')))
  app.route('/', createSearchEngineRoutes(publicUrl))
  if (options.pages) app.use(toScreenAddress, options.pages)
  app.notFound((c) => problemResponse(c, new AppError('not-found')))
  return app
}

function refuseLargeBody(): never {
  throw new AppError('payload-too-large', { detail: `The limit is ${MAX_BODY_BYTES / 1024} kB. Nothing was changed.` })
}
