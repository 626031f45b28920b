import { OpenAPIHono } from '@hono/zod-openapi'
import type { Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { AppError } from '#contract/errors.ts'
import type { createAccountDataRoutes } from './features/accounts/account-data-routes.ts'
import type { createAssistantRoutes } from './features/assistants/routes.ts'
import type { createAuthRoutes } from './features/accounts/routes.ts'
import type { createAvatarRoutes } from './features/videos/routes.ts'
import type { createBillingRoutes } from './features/billing/routes.ts'
import type { createCallRoutes } from './features/calls/routes.ts'
import type { createContactRoutes } from './features/contact/routes.ts'
import type { createCrmRoutes } from './features/crm/routes.ts'
import { PHOTO_UPLOAD_PATH, type createFileRoutes } from './features/files/routes.ts'
import type { createEmbedRoutes } from './features/embed/routes.ts'
import type { createEmergencyRoutes } from './features/emergency/routes.ts'
import type { createHealthRoutes } from './features/health/routes.ts'
import type { createSpeechRoutes } from './features/speech/routes.ts'
import type { createStudioRoutes } from './features/assistants/own/routes.ts'
import type { createVapiRoutes } from './features/vapi/routes.ts'
import { createApiDocs } from './infra/http/api-docs.ts'
import type { AppEnv } from './infra/http/context.ts'
import { onError, problemResponse } from './infra/http/problem.ts'
import { rateLimited, type RateLimiter } from './infra/http/rate-limit.ts'
import { requestLog } from './infra/http/request-log.ts'
import { toScreenAddress } from './infra/http/screen-redirect.ts'
import { createSearchEngineRoutes } from './infra/http/search-engines.ts'
import type { ForeignSources } from './infra/http/foreign-sources.ts'
import { securityHeaders, type SecurityHeadersOptions } from './infra/http/security-headers.ts'
import { viewerOnDemand, type ViewerReader } from './infra/http/session.ts'
import type { DidSandbox } from './features/videos/built-in/d-id-sandbox.ts'

const MAX_BODY_BYTES = 256 * 1024
const WEBHOOKS = '/api/webhooks/'
/** Their own routes limit these. */
const LARGE_BODY_PATHS: readonly string[] = ['/api/webhooks/vapi', PHOTO_UPLOAD_PATH]

export interface AppDeps {
  readonly log: Logger
  readonly publicUrl: string
  readonly trustedProxies: number
  readonly rateLimiter: RateLimiter
  readonly readViewer: ViewerReader
  /** Each feature's own router, made by main.ts with what it needs. */
  readonly routes: {
    readonly health: ReturnType<typeof createHealthRoutes>
    readonly emergency: ReturnType<typeof createEmergencyRoutes>
    readonly auth: ReturnType<typeof createAuthRoutes>
    readonly calls: ReturnType<typeof createCallRoutes>
    readonly assistants: ReturnType<typeof createAssistantRoutes>
    readonly speech: ReturnType<typeof createSpeechRoutes>
    readonly contact: ReturnType<typeof createContactRoutes>
    readonly crm: ReturnType<typeof createCrmRoutes>
    readonly billing: ReturnType<typeof createBillingRoutes>
    readonly account: ReturnType<typeof createAccountDataRoutes>
    readonly files: ReturnType<typeof createFileRoutes>
    readonly avatars: ReturnType<typeof createAvatarRoutes>
    readonly vapi: ReturnType<typeof createVapiRoutes>
    readonly embed: ReturnType<typeof createEmbedRoutes>
    readonly studio: ReturnType<typeof createStudioRoutes>
  }
  /** `/dev/mailbox`, in local mode only. */
  readonly mailbox?: Hono<AppEnv> | undefined
  /** The built-in payment provider, in local mode without a key: its API under `/v1` and its pages. */
  readonly paymentSandbox?: { readonly api: Hono<AppEnv>; readonly pages: Hono<AppEnv> } | undefined
  /** `/sandbox/d-id`, where no D-ID is configured. */
  readonly videoSandbox?: DidSandbox | undefined
  /** The site's pages, from the build or from Vite; without them the server is an API alone. */
  readonly pages?: MiddlewareHandler<AppEnv> | undefined
  readonly scriptHashes?: readonly string[]
  readonly foreignSources?: ForeignSources | undefined
  readonly embeddedOn?: SecurityHeadersOptions['embeddedOn']
  readonly development?: boolean
  /** Whether `/api/docs` and `/api/openapi.json` are there. */
  readonly apiDocs: boolean
}

/** Every feature's routes. Their types reach the browser's client through `ApiType`. */
function createApi({
  health,
  emergency,
  auth,
  calls,
  assistants,
  contact,
  crm,
  speech,
  billing,
  account,
  studio,
  vapi,
  embed,
  files,
  avatars,
}: AppDeps['routes']) {
  return new OpenAPIHono<AppEnv>()
    .route('/', health)
    .route('/', emergency)
    .route('/', auth)
    .route('/', calls)
    .route('/', assistants)
    .route('/', speech)
    .route('/', contact)
    .route('/', crm)
    .route('/', billing)
    .route('/', account)
    .route('/', studio)
    .route('/', vapi)
    .route('/', embed)
    .route('/', files)
    .route('/', avatars)
}

export type ApiType = ReturnType<typeof createApi>

/** The whole HTTP side. It listens to nothing; `request()` is enough to talk to it. */
export function createApp(deps: AppDeps) {
  const app = new OpenAPIHono<AppEnv>()
  app.onError(onError)

  // Order matters: ids and the log line wrap everything; headers also mark errors; limits come before any work.
  app.use(requestLog(deps.log, deps.trustedProxies))
  app.use(
    securityHeaders({
      publicUrl: deps.publicUrl,
      scriptHashes: deps.scriptHashes ?? [],
      development: deps.development ?? false,
      foreignSources: deps.foreignSources,
      embeddedOn: deps.embeddedOn,
    }),
  )
  app.use(async (c, next) => {
    c.set('rateLimiter', deps.rateLimiter)
    await next()
  })
  // No name of anything holds a NUL, and PostgreSQL takes none.
  app.use(async (c, next) => (/%00|\0/.test(c.req.path) ? problemResponse(c, new AppError('not-found')) : next()))
  app.use('/api/*', (c, next) => rateLimited(c.req.path.startsWith(WEBHOOKS) ? 'webhook' : 'general')(c, next))
  // Answers are about one person more often than not: none is kept unless its route says how.
  app.use('/api/*', async (c, next) => {
    await next()
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  const usualLimit = bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuseLargeBody() })
  app.use('/api/*', (c, next) => (LARGE_BODY_PATHS.includes(c.req.path) ? next() : usualLimit(c, next)))
  app.use(viewerOnDemand(deps.readViewer))

  const api = createApi(deps.routes)
  app.route('/', api)
  app.route('/', createApiDocs(api, { isPublic: deps.apiDocs }))
  if (deps.mailbox) app.route('/', deps.mailbox)
  if (deps.paymentSandbox) {
    app.route('/', deps.paymentSandbox.pages)
    app.route('/', deps.paymentSandbox.api)
  }

  if (deps.videoSandbox) app.route('/', deps.videoSandbox.api)

  // Before the pages: an unknown API address must never be answered with a page.
  app.all('/api/*', (c) => problemResponse(c, new AppError('not-found')))
  app.all('/dev/*', (c) => problemResponse(c, new AppError('not-found')))
  app.route('/', createSearchEngineRoutes(deps.publicUrl))
  if (deps.pages) app.use(toScreenAddress, deps.pages)
  app.notFound((c) => problemResponse(c, new AppError('not-found')))
  return app
}

function refuseLargeBody(): never {
  throw new AppError('payload-too-large', { detail: `The limit is ${MAX_BODY_BYTES / 1024} kB. Nothing was changed.` })
}
