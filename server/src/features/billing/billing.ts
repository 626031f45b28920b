import { Hono } from 'hono'
import type { Env } from '../../config/env.ts'
import type { AppEnv } from '../../infra/http/context.ts'
import { createStripe, type Payments } from '../../vendors/stripe.ts'
import type { Person } from './customers.ts'
import { createBillingParts, type BillingPartsDeps } from './parts.ts'
import { createPaymentsSandbox, sandboxWebhookSecret, type PaymentsSandboxOverrides } from './payments-sandbox.ts'
import { ensureProducts } from './products.ts'
import { createBillingRoutes } from './routes.ts'
import { NOTHING_SOLD } from './usage.ts'

export type { Granted, Usage } from './usage.ts'

export interface BillingDeps extends Omit<BillingPartsDeps, 'publicUrl' | 'payments' | 'paymentLinks'> {
  config: Pick<
    Env,
    | 'localMode'
    | 'PUBLIC_URL'
    | 'STRIPE_API_BASE'
    | 'STRIPE_PAYMENT_LINKS'
    | 'STRIPE_SECRET_KEY'
    | 'STRIPE_WEBHOOK_SECRET'
  >
  ownServer: (request: Request) => Promise<Response>
  sandbox?: PaymentsSandboxOverrides | undefined
  wrapPayments?: ((payments: Payments) => Payments) | undefined
}

export type Billing = Awaited<ReturnType<typeof createBilling>>

/**
 * Plans, payments and minutes: through Stripe if there is a key, through the sandbox in local mode; otherwise nothing is
 * sold.
 */
export async function createBilling(deps: BillingDeps) {
  const { config, db, log, secret, wrapPayments = (given) => given } = deps
  const { PUBLIC_URL: publicUrl, STRIPE_SECRET_KEY: secretKey, STRIPE_PAYMENT_LINKS: paymentLinks } = config
  const sandbox =
    secretKey === undefined && config.localMode
      ? createPaymentsSandbox({
          db,
          publicUrl,
          webhookSecret: sandboxWebhookSecret(secret),
          log,
          ownServer: deps.ownServer,
          overrides: deps.sandbox,
        })
      : undefined
  const stripe = secretKey
    ? createStripe({ secretKey, webhookSecret: config.STRIPE_WEBHOOK_SECRET, apiBase: config.STRIPE_API_BASE })
    : undefined
  const payments = sandbox?.payments ?? stripe
  const parts =
    payments && (await createBillingParts({ ...deps, publicUrl, payments: wrapPayments(payments), paymentLinks }))
  return {
    path: sandbox ? ('sandbox' as const) : stripe ? ('stripe' as const) : ('none' as const),
    usage: parts?.usage ?? NOTHING_SOLD,
    listInvoices: async (person: Person) => parts?.mine.listInvoices(person) ?? [],
    /** Once it resolves, nothing is charged to this person any more. */
    endSubscriptions: async (person: Person) => parts?.mine.endEverything(person),
    /** The inner parts, for tests and tools. Undefined where nothing is sold. */
    parts,
    sandbox: sandbox?.sandbox,
    standIn: sandbox && new Hono<AppEnv>().route('/', sandbox.sandbox.pages).route('/', sandbox.sandbox.api),
    routes: createBillingRoutes(parts),
    watch: () => sandbox?.watch(),
    /** Called once the server listens: prepares the plans for sale, and reads what was missed while the server was down. */
    async resume(): Promise<void> {
      if (sandbox) await ensureProducts(sandbox.payments)
      await parts?.events.syncSoon()
    },
    async close(): Promise<void> {
      await sandbox?.close()
      await parts?.events.close()
    },
  }
}
