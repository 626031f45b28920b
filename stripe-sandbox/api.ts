import { timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import type { Database } from '../server/src/infra/db/client.ts'
import type { AppEnv } from '../server/src/infra/http/context.ts'
import type { Endpoint } from './endpoint.ts'
import { answerOnce, hashOf } from './idempotency.ts'
import { createWork, type SandboxSettings } from './work.ts'
import { writing } from './writing.ts'
import { expand } from './wire/expand.ts'
import { readFormParams, type RawParams } from './wire/form-params.ts'
import { newId } from './wire/ids.ts'
import { list, parseParams, text } from './wire/params.ts'
import { StripeError, unrecognizedUrl } from './wire/stripe-error.ts'
import { wireJson } from './wire/wire-json.ts'

const MAX_BODY_BYTES = 256 * 1024
const INDENT = 2

export interface ApiDeps {
  db: Database
  settings: SandboxSettings
  secretKey: string
  endpoints: readonly Endpoint[]
  log: Logger
  /** Called when something was written, after it was. */
  onWritten: () => void
}

interface Reply {
  status: number
  body: object
  replayOf?: string | undefined
}

/** The API as the vendor's clients know it, under `/v1/`. */
export function createStripeApi({ db, settings, secretKey, endpoints, log, onWritten }: ApiDeps): Hono<AppEnv> {
  const routes = endpoints.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))

  async function answer(c: Context<AppEnv>, requestId: string): Promise<Reply> {
    checkKey(c, secretKey)
    const path = new URL(c.req.url).pathname
    const found = routes.find(({ endpoint, pattern }) => endpoint.method === c.req.method && pattern.test(path))
    if (!found) throw unrecognizedUrl(c.req.method, path)
    const { endpoint, pattern } = found
    const id = decoded(pattern.exec(path)?.[1] ?? '') ?? refuseAddress(c.req.method, path)
    const { expand: expandRaw, ...raw } = await readParams(c)
    const paths = expandRaw === undefined ? [] : parseParams(list(text()), expandRaw as RawParams)
    const idempotencyKey = c.req.header('idempotency-key') ?? null
    const params = parseParams(endpoint.params, raw)
    const request = { id: requestId, idempotencyKey }
    if (endpoint.method === 'GET') {
      const work = createWork(db, settings, request)
      return { status: 200, body: await expand(work, await endpoint.handle(work, params, id), paths) }
    }
    const reply = await writing(db, settings, request, (outer) =>
      answerOnce(
        outer,
        { key: endpoint.method === 'POST' ? idempotencyKey : null, path, hash: hashOf(raw, paths), requestId },
        async (work) => expand(work, await endpoint.handle(work, params, id), paths),
      ),
    )
    onWritten()
    return reply
  }

  const app = new Hono<AppEnv>()
  app.use('/v1/*', bodyLimit({ maxSize: MAX_BODY_BYTES, onError: () => refuseLargeBody() }))
  // Of the second version nothing is there, which is said as Stripe says it.
  app.on('ALL', ['/v1/*', '/v2/*'], async (c) => {
    const requestId = newId('req', 14)
    const { status, body, replayOf } = await answer(c, requestId).catch((error: unknown) => failed(error, log))
    const key = c.req.header('idempotency-key')
    const headers = new Headers({
      'content-type': 'application/json',
      'cache-control': 'no-cache, no-store',
      'request-id': requestId,
      'stripe-version': settings.apiVersion,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(replayOf ? { 'idempotent-replayed': 'true', 'original-request': replayOf } : {}),
      ...(status === 401 ? { 'www-authenticate': 'Basic realm="Stripe"' } : {}),
    })
    return new Response(`${wireJson(body, INDENT)}\n`, { status, headers })
  })
  return app
}

/** Undefined for what is no text in percent signs. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

function refuseAddress(method: string, path: string): never {
  throw unrecognizedUrl(method, path)
}

function refuseLargeBody(): Response {
  const { status, body } = new StripeError('The request is larger than the payment sandbox reads.', { status: 413 })
  return Response.json(body, { status })
}

function failed(error: unknown, log: Logger): Reply {
  if (error instanceof StripeError) return { status: error.status, body: error.body }
  log.error({ err: error }, 'the payment sandbox met a fault')
  const message = 'An unknown error occurred in the payment sandbox. Nothing was changed.'
  return { status: 500, body: new StripeError(message, { status: 500, type: 'api_error' }).body }
}

function checkKey(c: Context<AppEnv>, secretKey: string): void {
  const header = c.req.header('authorization') ?? ''
  const given = keyIn(header)
  if (given === '') {
    throw new StripeError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
      { status: 401 },
    )
  }
  const [one, other] = [Buffer.from(given), Buffer.from(secretKey)]
  if (one.length !== other.length || !timingSafeEqual(one, other)) {
    const shown = given.length > 12 ? `${given.slice(0, 8)}${'*'.repeat(given.length - 12)}${given.slice(-4)}` : '****'
    throw new StripeError(`Invalid API Key provided: ${shown}`, { status: 401 })
  }
}

/** Bearer, or Basic with the key as user name, which is what `curl -u` sends. */
function keyIn(header: string): string {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(header) ?? []
  if (scheme.toLowerCase() === 'bearer') return value
  if (scheme.toLowerCase() !== 'basic') return ''
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? ''
}

/** The address's own parameters and the body's, together. */
async function readParams(c: Context<AppEnv>): Promise<RawParams> {
  const fromQuery = readFormParams(new URL(c.req.url).searchParams)
  const body = c.req.method === 'GET' ? '' : await c.req.text()
  if (body === '') return fromQuery
  const type = c.req.header('content-type') ?? ''
  if (type !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    throw new StripeError(
      `Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.`,
    )
  }
  return { ...fromQuery, ...readFormParams(new URLSearchParams(body)) }
}

/** `:id` stands for one segment of the path, but not for the names of Stripe's addresses that are not there. */
function patternOf(path: string): RegExp {
  return new RegExp(`^/v1/${path.replace(':id', '(?!(?:search|upcoming)$)([^/]+)')}$`)
}
