import { PGlite } from '@electric-sql/pglite'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { drizzle } from 'drizzle-orm/pglite'
import { pino } from 'pino'
import Stripe from 'stripe'
import * as schema from './schema.ts'
import { createStripeSandbox, type StripeSandboxOptions } from './stripe-sandbox.ts'

export const TEST_KEY = 'sk_test_sandbox_of_voxhall'
export const TEST_SECRET = 'whsec_sandbox_of_voxhall'
const ORIGIN = 'http://voxhall.test'

export interface ReceivedWebhook {
  url: string
  body: string
  headers: Record<string, string>
}

/** A PGlite that no test is using. Starting one takes half a second, recreating its tables some milliseconds. */
let restingPglite: PGlite | undefined
let tables: Promise<string[]> | undefined

async function takePglite(): Promise<PGlite> {
  const pglite = restingPglite ?? new PGlite()
  restingPglite = undefined
  tables ??= generateMigration(generateDrizzleJson({}), generateDrizzleJson(schema))
  await pglite.exec(['drop schema public cascade', 'create schema public', ...(await tables)].join(';\n'))
  return pglite
}

/**
 * A sandbox on an in-memory database, with a clock that the test controls and Stripe's own SDK as its client.
 * @param answer returns the status with which webhooks are answered
 */
export async function createTestSandbox(answer = () => 200) {
  const pglite = await takePglite()
  const received: ReceivedWebhook[] = []
  let nowMs = Date.parse('2026-03-31T12:00:00Z')
  let queriesOfObjects = 0
  const logQuery = (query: string) => void (queriesOfObjects += Number(query.includes('"sandbox_stripe_objects"')))
  const options: StripeSandboxOptions = {
    db: drizzle({ client: pglite, logger: { logQuery } }),
    clock: () => new Date(nowMs),
    secretKey: TEST_KEY,
    webhook: {
      url: `${ORIGIN}/webhook`,
      secret: TEST_SECRET,
      deliver: async (url, body, headers) => {
        received.push({ url, body, headers })
        return { status: answer() }
      },
    },
    publicUrl: ORIGIN,
    log: pino({ level: 'silent' }),
  }
  const sandbox = createStripeSandbox(options)
  const stripe = new Stripe(TEST_KEY, {
    host: 'voxhall.test',
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(sandbox.fetch),
    maxNetworkRetries: 0,
  })

  return {
    sandbox,
    stripe,
    options,
    received,
    /** Opens one of the sandbox's pages, or sends its form. */
    async page(path: string, form?: Record<string, string>): Promise<Response> {
      const { pathname, search } = new URL(path, ORIGIN)
      const request = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
      return sandbox.pages.request(`${pathname}${search}`, request)
    },
    queriesOfObjects: () => queriesOfObjects,
    nowSeconds: () => Math.floor(nowMs / 1_000),
    /** Advances the clock. */
    async pass(seconds: number) {
      nowMs += seconds * 1_000
      await sandbox.advance()
    },
    async close() {
      await sandbox.close()
      restingPglite = pglite
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof createTestSandbox>>

/** A product with a monthly price and two larger ones, and a customer with a card. */
export async function createShop(
  { stripe }: TestSandbox,
  { card = 'pm_card_visa', clock }: { card?: string; clock?: string } = {},
) {
  const product = await stripe.products.create({ name: 'Basic' })
  const price = (unit_amount: number, interval: 'month' | 'year') =>
    stripe.prices.create({ product: product.id, currency: 'usd', unit_amount, recurring: { interval } })
  const customer = await stripe.customers.create({
    email: 'ann@example.com',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
    ...(clock ? { test_clock: clock } : {}),
  })
  const [monthly, better, yearly] = [
    await price(4_900, 'month'),
    await price(9_900, 'month'),
    await price(47_000, 'year'),
  ]
  return { product, monthly, better, yearly, customer }
}
