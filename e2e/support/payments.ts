import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import type { Database } from '../../server/src/infra/db/client.ts'
import { billingCustomers } from '../../server/src/infra/db/schema/billing-customers.ts'
import { subscribers, usageLedger } from '../../server/src/infra/db/schema/subscribers.ts'
import { createStripeSandbox } from '../../stripe-sandbox/stripe-sandbox.ts'
import { PRICES_TO_SELL } from '../../server/src/features/billing/products.ts'
import { createStripe } from '../../server/src/vendors/stripe.ts'
import { settledUse } from '../../server/test/settled-use.ts'
import { SANDBOX_SECRET_KEY } from '../../server/src/features/billing/payments-sandbox.ts'
import { serve } from './serve.ts'

const GOOD_CARD = '4242 4242 4242 4242'
export const DECLINED_CARD = '4000 0000 0000 0002'

/**
 * Pays on the provider's page as a person would.
 * @param email only for a person whom the provider does not know yet
 */
export async function payWithCard(page: Page, { card = GOOD_CARD, email }: { card?: string; email?: string } = {}) {
  if (email !== undefined) await page.getByLabel('Email').fill(email)
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Robin Visitor')
  await page.getByRole('button', { name: /^Subscribe/ }).click()
}

/** The provider's own SDK, connected to the payment sandbox of a running server. */
export function sandboxOf(serverUrl: string): Stripe {
  const { hostname, port } = new URL(serverUrl)
  return new Stripe(SANDBOX_SECRET_KEY, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
}

/**
 * Buys monthly plans at the payment sandbox, without the site: it learns of them from the provider.
 * @returns the addresses of the new subscribers, in alphabetical order; a search for `domain` finds them
 */
export async function buyPlans(serverUrl: string, domain: string): Promise<string[]> {
  const stripe = sandboxOf(serverUrl)
  const { ensurePrices } = createStripe({
    secretKey: SANDBOX_SECRET_KEY,
    apiBase: serverUrl,
    webhookSecret: undefined,
  })
  const price = (await ensurePrices(PRICES_TO_SELL)).get('basic-monthly') ?? ''
  const emails = ['ada', 'ben'].map((name) => `${name}@${domain}`)
  for (const email of emails) {
    const payment_method = 'pm_card_visa'
    const invoice_settings = { default_payment_method: payment_method }
    const { id: customer } = await stripe.customers.create({ email, payment_method, invoice_settings })
    await stripe.subscriptions.create({ customer, items: [{ price }] })
  }
  return emails
}

/**
 * Adds a customer of the payment sandbox who belongs to the account and whose time can be advanced, as at Stripe. No
 * server may be running on this database.
 * @returns the id of the customer's test clock
 */
export async function addClockedCustomer(
  db: Database,
  { email, userId, nowSeconds }: { email: string; userId: string; nowSeconds: number },
): Promise<string> {
  const sandbox = createStripeSandbox({
    db,
    secretKey: SANDBOX_SECRET_KEY,
    publicUrl: 'http://localhost',
    webhook: { secret: 'whsec_none', deliver: async () => ({ status: 200 }) },
    log: console,
  })
  const stripe = new Stripe(SANDBOX_SECRET_KEY, { httpClient: Stripe.createFetchHttpClient(sandbox.fetch) })
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: nowSeconds })
  const { id } = await stripe.customers.create({ email, test_clock: clock.id })
  await db.insert(billingCustomers).values({ id, userId })
  await sandbox.close()
  return clock.id
}

/** Records an earlier call that used all but `leftMs` of the person's plan. No server may be running on this database. */
export async function useAllBut(db: Database, { userId, leftMs }: { userId: string; leftMs: number }): Promise<void> {
  const [row] = await db.select().from(subscribers).where(eq(subscribers.userId, userId))
  if (!row) throw new Error(`${userId} has no plan`)
  const usedMs = row.monthlyLimitMinutes * 60_000 - leftMs
  await db.insert(usageLedger).values(settledUse(row, { callId: 'call_earlier', usedMs }))
}

interface Delivery {
  body: string
  headers: Record<string, string>
}

export interface Relay {
  /** The address under which the relay stands in for the provider. */
  url: string
  /**
   * Applies in both directions. `down`: connections are broken; `slow`: answers are held back until the state is `up`.
   */
  set(state: 'up' | 'down' | 'slow'): void
  /** Sets where the provider's webhook events are forwarded to. */
  forwardTo(webhookUrl: string): void
  /** The webhook events received so far, oldest first. */
  readonly deliveries: readonly Delivery[]
  close(): Promise<void>
}

export const RELAYED_WEBHOOK = '/relayed-webhook'

/** A relay between a server and its payment provider, which can interrupt their connection. */
export async function openRelay(providerUrl: string): Promise<Relay> {
  let state: 'up' | 'down' | 'slow' = 'up'
  let webhookUrl: string | undefined
  const held: (() => void)[] = []
  const deliveries: Delivery[] = []

  async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (state === 'slow') await new Promise<void>((resolve) => held.push(resolve))
    if (state === 'down') {
      request.socket.destroy()
      return
    }
    const isEvent = request.url === RELAYED_WEBHOOK
    const target = isEvent ? webhookUrl : `${providerUrl}${request.url ?? ''}`
    if (target === undefined) {
      response.writeHead(503).end()
      return
    }
    const body = Buffer.concat(chunks)
    const headers = endToEnd(request.headers)
    if (isEvent) deliveries.push({ body: body.toString(), headers })
    const hasBody = request.method === 'POST'
    const answer = await fetch(target, { method: request.method ?? 'GET', headers, ...(hasBody ? { body } : {}) })
    const type = answer.headers.get('content-type') ?? 'text/plain'
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()))
  }

  const { url, stop } = await serve((request, response) => {
    relay(request, response).catch(() => request.socket.destroy())
  }, 'localhost')
  return {
    url,
    deliveries,
    set(next) {
      state = next
      if (next !== 'slow') for (const release of held.splice(0)) release()
    },
    forwardTo(address) {
      webhookUrl = address
    },
    close: stop,
  }
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string> {
  const hops = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'accept-encoding']
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !hops.includes(name) ? [[name, value]] : [],
    ),
  )
}
