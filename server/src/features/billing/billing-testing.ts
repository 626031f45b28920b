import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect, vi } from 'vitest'
import {
  checkoutResponseSchema,
  myBillingSchema,
  refreshResponseSchema,
  type MyBilling,
  type RefreshRequest,
  type RefreshResponse,
} from '#contract/billing.ts'
import type { TestApp } from '../../../test/test-server.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { createCheckout } from './checkout.ts'
import { createManage } from './manage.ts'
import { SANDBOX_SECRET_KEY } from './payments-sandbox.ts'

const GOOD_CARD = '4242424242424242'
export const LATER_FAILING_CARD = '4000000000000341'

/** Stripe's own SDK, connected to the server's sandbox. */
export function stripeOf(server: TestApp): Stripe {
  return new Stripe(SANDBOX_SECRET_KEY, {
    host: 'voxhall.test',
    protocol: 'http',
    httpClient: Stripe.createFetchHttpClient(server.paymentSandbox.fetch),
    maxNetworkRetries: 0,
  })
}

export async function json<Shape>(response: Response | Promise<Response>): Promise<Shape> {
  return (await (await response).json()) as Shape
}

/** Fills in and submits the form of the hosted checkout. @returns the response of its submission */
export async function pay(server: TestApp, url: string, { card = GOOD_CARD, email = '' } = {}): Promise<Response> {
  const address = new URL(url, 'http://voxhall.test')
  const form = { email, number: card, expiry: '12/34', cvc: card.startsWith('3') ? '1234' : '123', name: 'Ann Example' }
  return server.app.request(address.pathname, { method: 'POST', body: new URLSearchParams(form) })
}

/** Waits until the server has made a condition true in the background. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { interval: 20, timeout: 10_000 })
}

type Headers = Record<string, string>

/** What a payer's browser does. @param current the server, which is created before the first test */
export function payerOf(current: () => TestApp) {
  return { checkout, mine, refresh, back, buy, rowOf }

  async function checkout(priceId: string, headers: Headers = {}, more: object = {}) {
    const response = await current().request('POST', '/api/billing/checkout', { priceId, ...more }, headers)
    expect(response.status).toBe(200)
    return checkoutResponseSchema.parse(await response.json())
  }

  async function mine(headers: Headers): Promise<MyBilling> {
    const response = await current().request('GET', '/api/billing/me', undefined, headers)
    expect(response.status).toBe(200)
    return myBillingSchema.parse(await response.json())
  }

  function refresh(body: RefreshRequest, headers: Headers = {}) {
    return current().request('POST', '/api/billing/refresh', body, headers)
  }

  /** The response to a page that returns from the checkout at this address. */
  async function back(headers: Headers, address: string): Promise<RefreshResponse> {
    const response = await refresh({ sessionId: /cs_test_\w+/.exec(address)?.[0] }, headers)
    expect(response.status).toBe(200)
    return refreshResponseSchema.parse(await response.json())
  }

  async function buy(priceId: string, headers: Headers, card?: string): Promise<string> {
    const paid = await pay(current(), (await checkout(priceId, headers)).url, card ? { card } : {})
    expect(paid.status).toBe(303)
    return new URL(paid.headers.get('Location') ?? '').search
  }

  async function rowOf(email: string) {
    const [row] = await current().db.select().from(subscribers).where(eq(subscribers.email, email))
    if (!row) throw new Error(`no subscriber ${email}`)
    return row
  }
}

/** The team's actions on a subscription. @param nowMs distinguishes one click from the next */
export function manageAt({ db, billing: { payments, sync } }: TestApp, nowMs: () => number) {
  return createManage({ db, payments, sync, publicUrl: 'http://voxhall.test', nowMs })
}

export function checkoutWith(
  { db, billing: { payments, sync } }: TestApp,
  more: { payments?: Payments; paymentLinks?: ReadonlyMap<string, string>; nowMs?: (() => number) | undefined },
) {
  const claims = { remind: async () => {} }
  const publicUrl = 'http://voxhall.test'
  return createCheckout({ db, payments, sync, claims, publicUrl, paymentLinks: new Map(), ...more })
}
