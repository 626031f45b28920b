import { pino } from 'pino'
import Stripe from 'stripe'
import type { DatabaseHandle } from '../server/src/infra/db/client.ts'
import { createTestDatabase } from '../server/src/infra/db/testing.ts'
import { createStripeSandbox, type StripeSandboxOptions } from './stripe-sandbox.ts'

export const TEST_KEY = 'sk_test_sandbox_of_voxhall'
export const TEST_SECRET = 'whsec_sandbox_of_voxhall'
export const TEST_ORIGIN = 'http://voxhall.test'

export interface ReceivedWebhook {
  body: string
  headers: Record<string, string>
}

/** A sandbox on a database of its own, its real time in a test's hands, and the unmodified SDK in front of it. */
export async function createTestSandbox(options: Partial<StripeSandboxOptions> = {}) {
  const database: DatabaseHandle = await createTestDatabase()
  const received: ReceivedWebhook[] = []
  let nowMs = Date.parse('2026-03-31T12:00:00Z')
  const settings: StripeSandboxOptions = {
    db: database.db,
    clock: () => new Date(nowMs),
    secretKey: TEST_KEY,
    webhook: {
      url: `${TEST_ORIGIN}/webhook`,
      secret: TEST_SECRET,
      deliver: async (_, body, headers) => {
        received.push({ body, headers })
        return { status: 200 }
      },
    },
    publicUrl: TEST_ORIGIN,
    log: pino({ level: 'silent' }),
    ...options,
  }
  const sandbox = createStripeSandbox(settings)
  const stripe = new Stripe(TEST_KEY, {
    host: 'voxhall.test',
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
    maxNetworkRetries: 0,
  })

  async function page(path: string, form?: Record<string, string>): Promise<Response> {
    const address = new URL(path, TEST_ORIGIN)
    return sandbox.pages.request(
      `${address.pathname}${address.search}`,
      form ? { method: 'POST', body: new URLSearchParams(form) } : {},
    )
  }

  return {
    database,
    sandbox,
    stripe,
    settings,
    received,
    page,
    nowSeconds: () => Math.floor(nowMs / 1_000),
    /** Lets real time pass. */
    async pass(seconds: number) {
      nowMs += seconds * 1_000
      await sandbox.advance()
    },
    async close() {
      await sandbox.close()
      await database.close()
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>

export const MONTHLY = { currency: 'usd', unit_amount: 4_900, recurring: { interval: 'month' } } as const

/** A product with a monthly and a yearly price, and a customer with a card. */
export async function createShop(
  { stripe }: TestSandbox,
  { card = 'pm_card_visa', clock }: { card?: string; clock?: string } = {},
) {
  const product = await stripe.products.create({ name: 'Basic' })
  const monthly = await stripe.prices.create({ ...MONTHLY, product: product.id })
  const yearly = await stripe.prices.create({
    currency: 'usd',
    unit_amount: 47_000,
    recurring: { interval: 'year' },
    product: product.id,
  })
  const customer = await stripe.customers.create({
    email: 'ann@example.com',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
    ...(clock ? { test_clock: clock } : {}),
  })
  return { product, monthly, yearly, customer }
}
