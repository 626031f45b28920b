import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { createStripeApi } from './api/api.ts'
import { forgetOldAnswers } from './api/idempotency.ts'
import { catchUpAll } from './billing/lifecycle.ts'
import { createCheckoutPages } from './pages/checkout.ts'
import { createInvoicePages } from './pages/invoice.ts'
import { createPortalPages } from './pages/portal.ts'
import { notFoundPage, STYLES, STYLES_PATH, type PageDeps } from './pages/shell.ts'
import type { Database, Settings } from './settings.ts'
import { inTransaction } from './store.ts'
import { createDeliveries, type Deliver } from './webhooks/deliveries.ts'

const MAX_FORM_BYTES = 16 * 1024

export interface StripeSandboxOptions {
  /** With the tables of `schema.ts` in it. */
  db: Database
  /** Real time, unless a test or the seed says otherwise. */
  clock?: () => Date
  /** The one key that is let in, `sk_test_…`. */
  secretKey: string
  webhook: {
    /** Gets every event. Without it only the endpoints made through the API do. */
    url?: string
    /** `whsec_…` */
    secret: string
    deliver: Deliver
  }
  /** Where the pages are reached. */
  publicUrl: string
  log: Pick<Logger, 'error'>
  afterLastRetry?: Settings['afterLastRetry']
}

/** A payment provider that speaks Stripe's wire and keeps its state in the database. No money moves. */
export function createStripeSandbox(options: StripeSandboxOptions) {
  const { db, log, secretKey, webhook, publicUrl, clock = () => new Date() } = options
  const { afterLastRetry = 'canceled' } = options
  const settings: Settings = { publicUrl, webhookUrl: webhook.url, clock, afterLastRetry }
  const deliveries = createDeliveries({ db, settings, secret: webhook.secret, deliver: webhook.deliver, log })
  const onWritten = () => deliveries.wake()
  const api = createStripeApi({ db, settings, secretKey, log, onWritten })
  // What an earlier process left unsent.
  deliveries.wake()

  return {
    api,
    /** Answers `/sandbox/stripe/*`: checkout, payment links, portal and invoices. */
    pages: createPages({ db, settings, onWritten }),
    /** For the SDK's fetch client: calls that never leave the process. */
    fetch: (async (input, init) => api.fetch(new Request(input, init))) satisfies typeof fetch,
    deliveries,
    /** Lets real time take its course: renewals, retries, ends, expiries. To be called every minute or so. */
    async advance(): Promise<void> {
      let isDone = false
      while (!isDone) {
        isDone = await inTransaction(db, settings, (store) => catchUpAll(store, null, store.realNow))
      }
      await forgetOldAnswers(db, clock().getTime())
      deliveries.wake()
    },
    close: (): Promise<void> => deliveries.close(),
  }
}

function createPages(deps: PageDeps): Hono {
  return new Hono()
    .use('/sandbox/stripe/*', bodyLimit({ maxSize: MAX_FORM_BYTES }))
    .get(STYLES_PATH, (c) => c.body(STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .route('/', createCheckoutPages(deps))
    .route('/', createPortalPages(deps))
    .route('/', createInvoicePages(deps))
    .all('/sandbox/stripe/*', (c) => c.html(notFoundPage(), 404))
}
