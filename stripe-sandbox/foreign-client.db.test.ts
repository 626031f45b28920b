import { stripe as stripePlugin } from '@better-auth/stripe'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { bearer } from 'better-auth/plugins'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestSandbox, MONTHLY, TEST_ORIGIN, TEST_SECRET, type TestSandbox } from './sandbox-testing.ts'

/**
 * A client that nobody here wrote: Better Auth's plugin for Stripe, which sells subscriptions in many shops. It asks for
 * what its authors think that Stripe answers, reads webhooks as they come, and keeps its own table of subscriptions.
 */
const SHOP = `${TEST_ORIGIN}/shop`
const CARD = { email: 'fay@example.com', number: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Fay Foreign' }

interface TheirSubscription {
  plan: string
  status: string
  stripeSubscriptionId: string
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  billingInterval: string
}

let box: TestSandbox
let shop: ReturnType<typeof createShop>
let headers: Record<string, string>
const tables: Record<string, Record<string, unknown>[]> = {
  user: [],
  session: [],
  account: [],
  verification: [],
  subscription: [],
}
const refused: string[] = []

function createShop(proPrice: string) {
  return betterAuth({
    baseURL: TEST_ORIGIN,
    basePath: '/shop',
    secret: 'a shop has secrets of its own, and long ones',
    database: memoryAdapter(tables),
    emailAndPassword: { enabled: true },
    logger: { disabled: true },
    plugins: [
      bearer(),
      stripePlugin({
        // Built for an SDK of some months ago, which calls the same addresses.
        stripeClient: box.stripe as never,
        stripeWebhookSecret: TEST_SECRET,
        createCustomerOnSignUp: true,
        subscription: {
          enabled: true,
          plans: [
            { name: 'basic', lookupKey: 'foreign-basic' },
            { name: 'pro', priceId: proPrice },
          ],
        },
      }),
    ],
  })
}

beforeAll(async () => {
  box = await createTestSandbox({
    // Stripe's time is theirs: the shop asks its own clock.
    clock: () => new Date(),
    webhook: {
      url: `${SHOP}/stripe/webhook`,
      secret: TEST_SECRET,
      deliver: async (url, body, sent) => {
        const answer = await shop.handler(new Request(url, { method: 'POST', body, headers: sent }))
        if (!answer.ok) refused.push(`${answer.status} ${await answer.text()}`)
        return { status: answer.status }
      },
    },
  })
  const product = await box.stripe.products.create({ name: 'Basic' })
  await box.stripe.prices.create({ ...MONTHLY, product: product.id, lookup_key: 'foreign-basic' })
  const pro = await box.stripe.products.create({ name: 'Pro' })
  shop = createShop((await box.stripe.prices.create({ ...MONTHLY, unit_amount: 9_900, product: pro.id })).id)
})
afterAll(() => box.close())

async function ask(method: string, path: string, body?: object): Promise<{ url: string; token: string }> {
  const answer = await shop.handler(
    new Request(`${SHOP}${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: TEST_ORIGIN, ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  )
  const text = await answer.text()
  expect(`${path} ${answer.status} ${answer.status === 200 ? '' : text}`).toBe(`${path} 200 `)
  return JSON.parse(text) as { url: string; token: string }
}

/** What the shop knows, once every webhook has come. */
async function theirs(): Promise<TheirSubscription | undefined> {
  await box.sandbox.deliveries.flush()
  expect(refused).toEqual([])
  return tables['subscription']?.[0] as TheirSubscription | undefined
}

const pathOf = (url: string) => new URL(url).pathname

it('signs somebody up as a customer, though searching for them is not there', async () => {
  const { token } = await ask('POST', '/sign-up/email', { email: CARD.email, password: 'long enough', name: 'Fay' })
  headers = { authorization: `Bearer ${token}` }
  const { data } = await box.stripe.customers.list({ email: CARD.email })
  expect(data).toMatchObject([{ name: 'Fay', metadata: { customerType: 'user' } }])
})

it('sells a plan: checkout, payment, and the webhook that makes it active', async () => {
  const { url } = await ask('POST', '/subscription/upgrade', { plan: 'basic', successUrl: '/thanks', cancelUrl: '/' })
  expect(await theirs()).toMatchObject({ plan: 'basic', status: 'incomplete' })
  const declined = await box.page(pathOf(url), { ...CARD, number: '4000000000000002' })
  expect(declined.status).toBe(402)
  expect(await theirs()).toMatchObject({ status: 'incomplete' })
  const paid = await box.page(pathOf(url), CARD)
  expect(paid.headers.get('location')).toContain('/shop/subscription/success?')
  const active = await theirs()
  expect(active).toMatchObject({ plan: 'basic', status: 'active', cancelAtPeriodEnd: false, billingInterval: 'month' })
  const subscription = await box.stripe.subscriptions.retrieve(active?.stripeSubscriptionId ?? '')
  expect(active?.periodEnd.getTime()).toBe((subscription.items.data[0]?.current_period_end ?? 0) * 1_000)
})

it('changes the plan in the portal', async () => {
  const more = { successUrl: '/thanks', cancelUrl: '/', returnUrl: '/account' }
  const { url } = await ask('POST', '/subscription/upgrade', { plan: 'pro', ...more })
  const page = await (await box.page(pathOf(url))).text()
  expect(page).toContain('Change to Pro?')
  const value = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? ''
  const changed = await box.page(`${pathOf(url)}/switch`, {
    subscription: value('subscription'),
    price: value('price'),
  })
  expect(changed.headers.get('location')).toBe(`${TEST_ORIGIN}/account`)
  expect(await theirs()).toMatchObject({ plan: 'pro', status: 'active' })
})

it('cancels in the portal, takes that back by the API, and hears of the end', async () => {
  const { stripeSubscriptionId: subscription } = (await theirs()) ?? { stripeSubscriptionId: '' }
  const { url } = await ask('POST', '/subscription/cancel', { returnUrl: '/account' })
  expect(await (await box.page(pathOf(url))).text()).toContain('Cancel Pro?')
  await box.page(`${pathOf(url)}/cancel`, { subscription })
  expect(await theirs()).toMatchObject({ status: 'active', cancelAt: expect.any(Date) })
  await ask('POST', '/subscription/restore', {})
  expect(await theirs()).toMatchObject({ status: 'active', cancelAt: null })
  await box.stripe.subscriptions.cancel(subscription)
  expect(await theirs()).toMatchObject({ status: 'canceled' })
})
