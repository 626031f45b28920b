import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../infra/db/client.ts'
import type { Env } from '../../config/env.ts'
import { createBilling, type Billing } from './billing.ts'
import { ensureProducts } from './products.ts'
import type { Jobs } from '../../infra/jobs/jobs.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import { createPaymentsSandbox } from './payments-sandbox.ts'
import type { StripeSandbox } from '../../../../stripe-sandbox/stripe-sandbox.ts'
import type { Closable } from '../../infra/shutdown.ts'
import { createStripe } from '../../vendors/stripe.ts'

export interface PaymentsPartOptions {
  env: Env
  db: Database
  jobs: Jobs
  outbox: Outbox
  log: Logger
  /** The webhooks' secret of the sandbox, and what signs claim links, follow from it. */
  secret: string
  /** This server, without a socket. */
  ownServer: (request: Request) => Promise<Response>
}

/** All about money: Stripe where it has a key, the sandbox in local mode, else nothing is sold. */
export interface PaymentsPart {
  path: 'stripe' | 'sandbox' | 'none'
  billing: Billing | undefined
  sandbox: StripeSandbox | undefined
  /** Once the server listens: plans can be bought, and what was missed while nobody listened is caught up with. */
  makeReady(): Promise<void>
  closables: Closable[]
}

export async function createPaymentsPart(options: PaymentsPartOptions): Promise<PaymentsPart> {
  const { env, db, jobs, outbox, log, secret, ownServer } = options
  const { PUBLIC_URL: publicUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_PAYMENT_LINKS: paymentLinks } = env
  const sandbox =
    secretKey === undefined && env.localMode
      ? createPaymentsSandbox({
          db,
          publicUrl,
          // The same on every process that shares the database.
          webhookSecret: `whsec_${createHmac('sha256', secret).update('payment sandbox').digest('hex')}`,
          log,
          ownServer,
        })
      : undefined
  const stripe = secretKey
    ? createStripe({ secretKey, webhookSecret: env.STRIPE_WEBHOOK_SECRET, apiBase: env.STRIPE_API_BASE })
    : undefined
  const payments = sandbox?.payments ?? stripe
  const billing =
    payments && (await createBilling({ db, jobs, outbox, log, publicUrl, secret, payments, paymentLinks }))
  return {
    path: sandbox ? 'sandbox' : billing ? 'stripe' : 'none',
    billing,
    sandbox: sandbox?.sandbox,
    async makeReady() {
      if (sandbox) await ensureProducts(sandbox.payments)
      await billing?.events.syncSoon()
    },
    closables: [
      { name: 'payment sandbox', close: () => sandbox?.close() },
      { name: 'billing', close: () => billing?.events.close() },
    ],
  }
}
