import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-server.ts'
import { createStripe } from '../../vendors/stripe.ts'
import { payerOf, stripeOf } from './billing-testing.ts'
import { SANDBOX_SECRET_KEY } from './payments-sandbox.ts'
import { ensureProducts } from './products.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

it(
  'the payment sandbox writes for one request at a time: only one of many cancellations succeeds',
  { tags: 'postgres' },
  async () => {
    const stripe = stripeOf(server)
    const price = await stripe.prices.create({
      currency: 'usd',
      unit_amount: 500,
      recurring: { interval: 'month' },
      product_data: { name: 'A plan' },
    })
    const method = 'pm_card_visa'
    const { id: customer } = await stripe.customers.create({
      payment_method: method,
      invoice_settings: { default_payment_method: method },
    })
    const { id } = await stripe.subscriptions.create({ customer, items: [{ price: price.id }] })
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => stripe.subscriptions.cancel(id)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  },
)

it('the portal opens again after the provider has refused a request', async () => {
  await ensureProducts(server.billing.payments)
  const { id: customer } = await stripeOf(server).customers.create({ email: 'portal@example.com' })
  let isRefusing = true
  const payments = createStripe({
    secretKey: SANDBOX_SECRET_KEY,
    webhookSecret: undefined,
    apiBase: 'http://voxhall.test',
    fetch: async (input, init) =>
      isRefusing
        ? Response.json({ error: { type: 'invalid_request_error', message: 'Not now.' } }, { status: 403 })
        : server.paymentSandbox.fetch(input, init),
  })
  const open = () => payments.openPortal(customer, 'http://voxhall.test/account')
  await expect(open()).rejects.toMatchObject({ kind: 'unavailable' })
  isRefusing = false
  expect((await open()).url).toContain('/sandbox/stripe/portal/')
})

it('a checkout that is left leads back to where its plan was chosen', async () => {
  const payer = await server.signedUp('payer@example.com')
  const pageOf = async (priceId: string) => {
    const { url } = await payerOf(() => server).checkout(priceId, payer)
    return (await server.app.request(new URL(url).pathname)).text()
  }
  expect(await pageOf('basic-monthly')).toContain('/pricing?checkout=canceled')
  expect(await pageOf('small-business-monthly')).toContain('/assistants?checkout=canceled')
})
