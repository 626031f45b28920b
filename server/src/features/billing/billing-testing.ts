import Stripe from 'stripe'
import { vi } from 'vitest'
import { SANDBOX_SECRET_KEY } from './payments-sandbox.ts'
import type { TestApp } from '../../../test/test-server.ts'

export const GOOD_CARD = '4242424242424242'
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
