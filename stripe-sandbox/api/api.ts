import { timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { Database, Settings } from '../settings.ts'
import { inTransaction, Store } from '../store.ts'
import { newId, StripeError } from '../wire.ts'
import { catalogueEndpoints } from './catalogue.ts'
import { checkoutEndpoints } from './checkouts.ts'
import { customerEndpoints } from './customers.ts'
import { readFormParams, type Endpoint, type RawParams } from './endpoint.ts'
import { answerOnce, type Reply } from './idempotency.ts'
import { portalEndpoints } from './portal.ts'
import { subscriptionEndpoints } from './subscriptions.ts'
import { toolEndpoints } from './tools.ts'

const MAX_BODY_BYTES = 256 * 1024
const ENDPOINTS = [
  ...catalogueEndpoints,
  ...checkoutEndpoints,
  ...customerEndpoints,
  ...portalEndpoints,
  ...subscriptionEndpoints,
  ...toolEndpoints,
]

interface ApiDeps {
  db: Database
  settings: Settings
  secretKey: string
  log: Pick<Logger, 'error'>
  /** Called after something was written. */
  onWritten: () => void
}

/** The API below `/v1/` that Stripe's SDK uses. */
export function createStripeApi({ db, settings, secretKey, log, onWritten }: ApiDeps): Hono {
  async function reply(c: Context, { method, handle }: Endpoint): Promise<Reply> {
    const params = await readParams(c)
    const id = c.req.param('id') ?? ''
    if (method === 'GET') return { status: 200, body: await handle(new Store(db, settings), params, id) }
    const key = c.req.header('idempotency-key')
    const answer = await inTransaction(db, settings, async (store) =>
      key && method === 'POST'
        ? answerOnce(store, { key, path: c.req.path, params }, (inner) => handle(inner, params, id))
        : { status: 200, body: await handle(store, params, id) },
    )
    onWritten()
    return answer
  }

  function failed(error: unknown): Reply {
    if (error instanceof StripeError) return error
    log.error({ err: error }, 'the payment sandbox met a fault')
    return new StripeError('The payment sandbox failed. Nothing was changed.', { status: 500, type: 'api_error' })
  }

  async function respond(work: () => Promise<Reply>): Promise<Response> {
    const { status, body } = await work().catch(failed)
    return Response.json(body, { status, headers: { 'cache-control': 'no-store', 'request-id': newId('req', 14) } })
  }

  const api = new Hono()
  const tooLarge = new StripeError('The request is larger than the payment sandbox reads.', { status: 413 })
  api.use('/v1/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => Response.json(tooLarge.body, tooLarge) }))
  for (const one of ENDPOINTS) {
    api.on(one.method, `/v1/${one.path}`, (c) =>
      respond(async () => {
        checkKey(c, secretKey)
        return reply(c, one)
      }),
    )
  }
  api.all('/v1/*', (c) =>
    respond(async () => {
      checkKey(c, secretKey)
      throw new StripeError(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`, { status: 404 })
    }),
  )
  // The host mounts a single route; the paths below it are routed by the sandbox itself.
  return new Hono().all('/v1/*', (c) => api.fetch(c.req.raw))
}

function checkKey(c: Context, secretKey: string): void {
  const given = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const [one, other] = [Buffer.from(given), Buffer.from(secretKey)]
  if (one.length === other.length && timingSafeEqual(one, other)) return
  throw new StripeError('Invalid API Key provided. The payment sandbox lets in one key.', { status: 401 })
}

async function readParams(c: Context): Promise<RawParams> {
  const inQuery = c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : new URL(c.req.url).searchParams
  return readFormParams(inQuery)
}
