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
  /** Must have the tables of `schema.ts`. */
  db: Database
  /** Real time by default; replaced by tests and the seed. */
  clock?: () => Date
  /** The only accepted key, `sk_test_…`. */
  secretKey: string
  webhook: {
    /** Gets every event. Without it, events only go to endpoints created through the API. */
    url?: string
    /** `whsec_…` */
    secret: string
    deliver: Deliver
  }
  /** The public address of the pages. */
  publicUrl: string
  log: Pick<Logger, 'error'>
  afterLastRetry?: Settings['afterLastRetry']
}

/** A payment provider that implements Stripe's API and keeps its state in the database. No money moves. */
export function createStripeSandbox(options: StripeSandboxOptions) {
  const { db, log, secretKey, webhook, publicUrl, clock = () => new Date() } = options
  const { afterLastRetry = 'canceled' } = options
  const settings: Settings = { publicUrl, webhookUrl: webhook.url, clock, afterLastRetry }
  const deliveries = createDeliveries({ db, settings, secret: webhook.secret, deliver: webhook.deliver, log })
  const onWritten = () => deliveries.wake()
  const api = createStripeApi({ db, settings, secretKey, log, onWritten })
  // Sends what an earlier process left unsent.
  deliveries.wake()

  return {
    api,
    /** Answers `/sandbox/stripe/*`: checkout, payment links, portal and invoices. */
    pages: createPages({ db, settings, onWritten }),
    /** For the SDK's fetch client: requests that never leave the process. */
    fetch: (async (input, init) => api.fetch(new Request(input, init))) satisfies typeof fetch,
    deliveries,
    /** Carries out what is due in real time: renewals, retries, ends, expiries. To be called about once a minute. */
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
