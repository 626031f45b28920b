import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import { createStripeSandbox, type StripeSandboxOptions } from '../../../../stripe-sandbox/stripe-sandbox.ts'
import { startWatch } from '../../infra/jobs/watch.ts'
import { WEBHOOK_PATH } from '../../vendors/payments.ts'
import { createStripe } from '../../vendors/stripe.ts'

/**
 * Key of the built-in provider, through which no money moves. It is the same everywhere, so that any Stripe client can
 * try it.
 */
export const SANDBOX_SECRET_KEY = 'sk_test_voxhall_sandbox'
const ADVANCE_EVERY_MS = 60_000

/** @param secret the server's secret. All processes that share it derive the same webhook secret. */
export function sandboxWebhookSecret(secret: string): string {
  return `whsec_${createHmac('sha256', secret).update('payment sandbox').digest('hex')}`
}

interface PaymentsSandboxOptions {
  db: Database
  publicUrl: string
  webhookSecret: string
  log: Logger
  /** Delivers webhooks to this server without a network connection, so that they work before it listens. */
  ownServer: (request: Request) => Promise<Response>
  overrides?: PaymentsSandboxOverrides | undefined
}

/** For tests, and for the seed, which lets a year pass. */
export interface PaymentsSandboxOverrides {
  clock?: () => Date
  afterLastRetry?: StripeSandboxOptions['afterLastRetry']
  /** True keeps all events from this server. */
  withoutWebhooks?: boolean
}

/** The sandbox, with Stripe's own SDK as its client and its webhooks delivered to this server. */
export function createPaymentsSandbox(options: PaymentsSandboxOptions) {
  const { db, publicUrl, webhookSecret, log, ownServer, overrides = {} } = options
  const { clock, afterLastRetry, withoutWebhooks = false } = overrides
  const ownWebhook = `${publicUrl}${WEBHOOK_PATH}`
  const sandbox = createStripeSandbox({
    db,
    secretKey: SANDBOX_SECRET_KEY,
    publicUrl,
    log,
    clock,
    afterLastRetry,
    webhook: {
      url: ownWebhook,
      secret: webhookSecret,
      async deliver(url, body, headers) {
        if (withoutWebhooks) return { status: 200 }
        const request = new Request(url, { method: 'POST', body, headers })
        return url === ownWebhook ? ownServer(request) : fetch(request)
      },
    },
  })
  let watching: { close: () => void } | undefined
  return {
    sandbox,
    payments: createStripe({
      secretKey: SANDBOX_SECRET_KEY,
      webhookSecret,
      apiBase: publicUrl,
      fetch: sandbox.fetch,
      nowMs: clock && (() => clock().getTime()),
    }),
    /** Starts a timer that advances the sandbox in real time: renewals, retries and ends. */
    watch(): void {
      watching = startWatch({
        everyMs: ADVANCE_EVERY_MS,
        look: () => sandbox.advance(),
        onFault: (error) => log.error({ err: error }, 'the payment sandbox could not continue its work'),
      })
    },
    async close(): Promise<void> {
      watching?.close()
      await sandbox.close()
    },
  }
}
