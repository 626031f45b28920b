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

/** Redirects a page address with capitals or extra slashes to its canonical form. */
export const toScreenAddress = createMiddleware<AppEnv>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
  // Uses the path as it was sent: Hono's own path is decoded, which may not be put into a header.
  const { pathname, search } = new URL(c.req.url)
  const address = screenAddress(pathname)
  if (address === null || address === pathname) return next()
  return c.redirect(`${address}${search}`, 308)
})

const MAX_BODY_BYTES = 256 * 1024
/** Where vendors send their webhooks. All other addresses below `/api/webhooks/` are API routes for owners' own webhooks. */
const VENDORS_WEBHOOKS = /^\/api\/webhooks\/(?:stripe|vapi|d-id)(?:\/|$)/

interface AppOptions {
  readonly log: Logger
  readonly config: Pick<Env, 'PUBLIC_URL' | 'TRUST_PROXY' | 'apiDocs'>
  readonly rateLimiter: RateLimiter
  readonly readViewer: ViewerReader
  /** The routers of all features, described together at `/api/docs`. */
  readonly api: OpenAPIHono<AppEnv, Schema, string>
  /** Paths of the API whose own routes limit the size of a body; `{id}` stands for any one part. */
  readonly largeBodyPaths: readonly string[]
  /** The mailbox and the built-in stand-ins for vendors, which are not part of the described API. */
  readonly standIns: readonly (Hono<AppEnv> | undefined)[]
  /** The site's pages, from the build or from Vite. Without them the server is only an API. */
  readonly pages: MiddlewareHandler<AppEnv> | undefined
  readonly securityHeaders: Omit<SecurityHeadersOptions, 'publicUrl'>
}

/** The whole HTTP application. It opens no port; tests talk to it through `request()`. */
export function createApp(options: AppOptions) {
  const { log, api, config } = options
  const publicUrl = config.PUBLIC_URL
  const app = new OpenAPIHono<AppEnv>()
  app.onError(onError)

  // The order matters: the request id and the log line enclose everything, the headers also apply to errors, and limits
  // come before any work.
  app.use(requestLog(log, config.TRUST_PROXY))
  app.use(securityHeaders({ ...options.securityHeaders, publicUrl }))
  app.use(async (c, next) => {
    c.set('rateLimiter', options.rateLimiter)
    await next()
  })
  // No valid address contains a NUL byte, and PostgreSQL rejects it.
  app.use(async (c, next) => (/%00|\0/.test(c.req.path) ? problemResponse(c, new AppError('not-found')) : next()))
  // A visit to the page of an assistant costs a database query, so these pages are limited. The site's static files are
  // not.
  for (const path of ['/a/*', '/embed/*']) app.use(path, rateLimited('general'))
  app.use('/api/*', (c, next) => rateLimited(VENDORS_WEBHOOKS.test(c.req.path) ? 'webhook' : 'general')(c, next))
  // Most responses are about one person, so caches keep none unless its route sets Cache-Control.
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  const usualLimit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuseLargeBody() })
  const largeBodies = options.largeBodyPaths.map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`))
  const mayBeLarge = (path: string) => largeBodies.some((pattern) => pattern.test(path))
  app.use('/api/*', (c, next) => (mayBeLarge(c.req.path) ? next() : usualLimit(c, next)))
  app.use(viewerOnDemand(options.readViewer))

  app.route('/', api)
  app.route('/', createApiDocs(api, { isPublic: config.apiDocs }))
  for (const routes of options.standIns) if (routes) app.route('/', routes)

  // Registered before the pages, so that an unknown API address is never answered with a page.
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
