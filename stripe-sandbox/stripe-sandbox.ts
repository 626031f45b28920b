import { eq, lt, max } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Database } from '../server/src/infra/db/client.ts'
import {
  sandboxStripeEvents as events,
  sandboxStripeObjects as objects,
} from '../server/src/infra/db/schema/sandbox-stripe.ts'
import type { AppEnv } from '../server/src/infra/http/context.ts'
import { createStripeApi } from './api.ts'
import { catchUpOn, finishAdvance } from './billing/advance-clock.ts'
import { createDeliveries, type Deliver, type Deliveries } from './events/deliveries.ts'
import { forgetOldAnswers } from './idempotency.ts'
import { createSandboxPages } from './pages/sandbox-pages.ts'
import { checkoutEndpoints } from './resources/checkout-sessions.ts'
import { customerEndpoints } from './resources/customers.ts'
import { eventEndpoints } from './resources/events.ts'
import { invoiceEndpoints } from './resources/invoices.ts'
import { paymentLinkEndpoints } from './resources/payment-links.ts'
import { paymentMethodEndpoints } from './resources/payment-methods.ts'
import { portalEndpoints } from './resources/portal.ts'
import { priceEndpoints } from './resources/prices.ts'
import { productEndpoints } from './resources/products.ts'
import { subscriptionEndpoints } from './resources/subscriptions.ts'
import { testClockEndpoints } from './resources/test-clocks.ts'
import { webhookEndpointEndpoints } from './resources/webhook-endpoints.ts'
import type { SandboxSettings } from './work.ts'
import { writing } from './writing.ts'

/** The version that the SDK in use pins; answers have its shapes. */
export const SANDBOX_API_VERSION = '2026-10-28.endive'

/** By number and not by age: a test clock may write events of long ago. */
const KEPT_EVENTS = 20_000
const HOUR_SECONDS = 3_600

const ENDPOINTS = [
  ...customerEndpoints,
  ...productEndpoints,
  ...priceEndpoints,
  ...checkoutEndpoints,
  ...paymentLinkEndpoints,
  ...paymentMethodEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...portalEndpoints,
  ...eventEndpoints,
  ...webhookEndpointEndpoints,
  ...testClockEndpoints,
]

export interface StripeSandboxOptions {
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
  publicUrl: string
  log: Logger
  draftSeconds?: number
  afterLastRetry?: SandboxSettings['afterLastRetry']
}

export interface StripeSandbox {
  /** Answers `/v1/*`, over a socket or in process through `Stripe.createFetchHttpClient(fetch)`. */
  readonly api: Hono<AppEnv>
  /** Answers `/sandbox/stripe/*`: checkout, payment links, portal and invoices. */
  readonly pages: Hono<AppEnv>
  /** For the SDK's fetch client: calls that never leave the process. */
  readonly fetch: typeof fetch
  readonly deliveries: Deliveries
  /** Lets real time take its course: renewals, retries, ends, expiries. To be called every minute or so. */
  advance(): Promise<void>
  close(): Promise<void>
}

/** A payment provider that speaks Stripe's wire and keeps its state in our database. No money moves. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { db, log, webhook, clock = () => new Date() } = options
  const settings: SandboxSettings = {
    publicUrl: options.publicUrl,
    webhookUrl: webhook.url,
    apiVersion: SANDBOX_API_VERSION,
    clock,
    draftSeconds: options.draftSeconds ?? HOUR_SECONDS,
    afterLastRetry: options.afterLastRetry ?? 'canceled',
  }
  const deliveries = createDeliveries({ db, settings, secret: webhook.secret, deliver: webhook.deliver, log })
  let clocksMoving: Promise<void> = Promise.resolve()

  /** Clocks that were told to advance do so after the answer, as at Stripe; a restart picks them up again. */
  async function moveClocks(): Promise<void> {
    await writing(db, settings, null, async (work) => {
      for (const moving of await work.findAll('test_helpers.test_clock', eq(objects.status, 'advancing'))) {
        await finishAdvance(work, moving)
      }
    })
  }

  function written(): void {
    deliveries.wake()
    clocksMoving = clocksMoving
      .then(async () => {
        const [moving] = await db
          .select({ id: objects.id })
          .from(objects)
          .where(eq(objects.status, 'advancing'))
          .limit(1)
        if (!moving) return
        await moveClocks()
        deliveries.wake()
      })
      .catch((error: unknown) => log.error({ err: error }, 'a test clock could not be advanced'))
  }

  const { secretKey } = options
  const api = createStripeApi({ db, settings, secretKey, endpoints: ENDPOINTS, log, onWritten: written })
  const pages = createSandboxPages({ db, settings, onWritten: written })
  deliveries.wake()

  return {
    api,
    pages,
    fetch: async (input, init) => api.fetch(new Request(input, init)),
    deliveries,
    async advance() {
      let isDone = false
      while (!isDone) {
        isDone = await writing(db, settings, null, (work) => catchUpOn(work, null, work.realNow))
      }
      await moveClocks()
      await forgetOldAnswers(db, clock().getTime())
      await forgetOldEvents(db)
      deliveries.wake()
    },
    async close() {
      await clocksMoving
      await deliveries.close()
    },
  }
}

async function forgetOldEvents(db: Database): Promise<void> {
  const [newest] = await db.select({ seq: max(events.seq) }).from(events)
  const limit = (newest?.seq ?? 0) - KEPT_EVENTS
  if (limit > 0) await db.delete(events).where(lt(events.seq, limit))
}
