import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop, createTestSandbox, TEST_KEY, type TestSandbox } from './sandbox-testing.ts'

let box: TestSandbox
let stripe: Stripe
beforeAll(async () => {
  box = await createTestSandbox()
  stripe = box.stripe
})
afterAll(() => box.close())

/** Sends a raw request, without the SDK. */
async function raw(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await box.sandbox.fetch(`http://voxhall.test${path}`, {
    method,
    headers: { authorization: `Bearer ${TEST_KEY}`, ...headers },
    ...(body === undefined ? {} : { body }),
  })
  const json = (await response.json()) as { error?: Record<string, string>; id?: string; metadata?: object }
  return { status: response.status, ...json }
}

describe('the API', () => {
  it.each([['Bearer sk_test_of_a_stranger'], ['Bearer '], ['']])(
    'refuses the authorization "%s"',
    async (authorization) => {
      for (const path of ['/v1/customers', '/v1/nothing']) {
        const refused = await raw('GET', path, undefined, { authorization })
        expect(refused).toMatchObject({ status: 401, error: { message: expect.stringMatching(/^Invalid API Key/) } })
      }
    },
  )

  it.each([
    ['GET', '/v1/foo'],
    ['POST', '/v1/charges'],
    ['DELETE', '/v1/prices/price_1'],
    ['GET', '/v1/customers/cus_none'],
    ['GET', '/v1/customers/%00'],
  ])('answers %s %s with 404', async (method, path) => {
    expect(await raw(method, path)).toMatchObject({ status: 404, error: { type: 'invalid_request_error' } })
  })

  it.each([
    ['/v1/customers', 'nonsense=1', 'nonsense'],
    ['/v1/customers', '__proto__[polluted]=1', '__proto__'],
    ['/v1/customers', `a${'[b]'.repeat(400)}=1`, 'a'],
    ['/v1/customers', 'name=%00', 'name'],
    ['/v1/customers', 'email=nobody', 'email'],
    ['/v1/products', '', 'name'],
    ['/v1/products', 'name=', 'name'],
    ['/v1/prices', 'currency=usd&unit_amount=4.5&product=x&recurring[interval]=month', 'unit_amount'],
    ['/v1/prices', 'currency=usd&unit_amount=4&product=x&recurring[interval]=month', 'product'],
    ['/v1/prices', 'currency=usd&unit_amount=4&product=x&recurring[interval]=day', 'recurring[interval]'],
    ['/v1/prices', 'currency=usd&unit_amount=4&product=x&recurring=month', 'recurring'],
    ['/v1/subscriptions', 'customer=c&items=x', 'items'],
    ['/v1/checkout/sessions', 'mode=payment&line_items[0][price]=p&success_url=http://a.b', 'mode'],
  ])('refuses a request to %s with the body %s, naming %s', async (path, body, param) => {
    const { status, error } = await raw('POST', path, body)
    expect(status).toBe(400)
    expect(error?.['param']).toSatisfy((named: string) => named.startsWith(param))
    expect({}).not.toHaveProperty('polluted')
  })

  it('reads brackets and percent-encoding', async () => {
    const body = 'metadata[a]=1&metadata[0]=zero&metadata[b c]=%26%20%C3%BC'
    expect((await raw('POST', '/v1/customers', body)).metadata).toEqual({ a: '1', 0: 'zero', 'b c': '& ü' })
  })

  it('refuses bodies larger than our client would send', async () => {
    const body = `name=${'x'.repeat(300_000)}`
    expect((await raw('POST', '/v1/customers', body, { 'content-length': String(body.length) })).status).toBe(413)
  })

  it('works the same over a real port', async () => {
    const listener = getRequestListener(box.sandbox.api.fetch)
    const server = createServer((request, response) => void listener(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const client = new Stripe(TEST_KEY, { host: '127.0.0.1', port, protocol: 'http' })
      const { id } = await client.customers.create({ metadata: { umlaut: 'Grüße & Co' } })
      expect(await client.customers.retrieve(id)).toMatchObject({ metadata: { umlaut: 'Grüße & Co' } })
      const missing = { statusCode: 404, code: 'resource_missing' }
      await expect(client.customers.retrieve('cus_none')).rejects.toMatchObject(missing)
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })
})

describe('an idempotency key', () => {
  it('gets the same response for the same request, even simultaneously, and an error for another', async () => {
    const options = { idempotencyKey: 'key-1' }
    const make = () => stripe.products.create({ name: 'Same' }, options)
    const all = await Promise.all([make(), make(), make()])
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const refused = { type: 'StripeIdempotencyError', statusCode: 400 }
    await expect(stripe.products.create({ name: 'Other' }, options)).rejects.toMatchObject(refused)
    await expect(stripe.customers.create({ name: 'Same' }, options)).rejects.toMatchObject(refused)
    await box.pass(25 * 3_600)
    expect((await make()).id).not.toBe(all[0].id)
  })

  it('remembers a decline although nothing was written, but not an invalid request', async () => {
    const { customer, monthly } = await createShop(box, { card: 'pm_card_chargeCustomerFail' })
    const items = [{ price: monthly.id }]
    const buy = { customer: customer.id, items, payment_behavior: 'error_if_incomplete' as const }
    const declined = { statusCode: 402, code: 'card_declined' }
    const decline = () => stripe.subscriptions.create(buy, { idempotencyKey: 'key-2' })
    await expect(decline()).rejects.toMatchObject(declined)
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
    await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: good.id } })
    await expect(decline()).rejects.toMatchObject(declined)
    expect((await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data).toEqual([])
    const price = { currency: 'usd', unit_amount: 1, recurring: { interval: 'month' }, product: 'prod_later' } as const
    const mistake = () => stripe.prices.create(price, { idempotencyKey: 'key-3' })
    await expect(mistake()).rejects.toMatchObject({ code: 'resource_missing' })
    await stripe.products.create({ id: 'prod_later', name: 'Later' })
    expect((await mistake()).product).toBe('prod_later')
  })
})

it('lists can be paged through completely, newest first', async () => {
  const made: string[] = []
  for (let count = 0; count < 7; count += 1) {
    made.unshift((await stripe.customers.create({ email: 'many@example.com' })).id)
  }
  const all = stripe.customers.list({ email: 'many@example.com', limit: 3 })
  expect((await all.autoPagingToArray({ limit: 100 })).map(({ id }) => id)).toEqual(made)
})

it('a lookup key belongs to one price and moves on demand', async () => {
  const { product } = await createShop(box)
  const price = {
    product: product.id,
    currency: 'usd',
    unit_amount: 1,
    recurring: { interval: 'month' },
    lookup_key: 'basic',
  } as const
  await stripe.prices.create(price)
  await expect(stripe.prices.create(price)).rejects.toThrow(/already uses that lookup key/)
  const second = await stripe.prices.create({ ...price, transfer_lookup_key: true })
  const found = await stripe.prices.list({ lookup_keys: ['basic', 'other'], active: true })
  expect(found.data.map(({ id }) => id)).toEqual([second.id])
})

it('a page of subscriptions with their customers is listed with two queries', async () => {
  const { monthly } = await createShop(box)
  const emails = ['a@example.com', 'b@example.com', 'c@example.com']
  for (const email of emails) {
    const { id: customer } = await stripe.customers.create({ email })
    await stripe.subscriptions.create({ customer, items: [{ price: monthly.id }], trial_period_days: 7 })
  }
  const before = box.queriesOfObjects()
  const page = await stripe.subscriptions.list({ limit: 3, expand: ['data.customer'] })
  expect(page.data.map(({ customer }) => customer)).toMatchObject(emails.toReversed().map((email) => ({ email })))
  expect(box.queriesOfObjects() - before).toBe(2)
})

it('a deleted customer remains as a stub, its subscriptions end, and it can no longer be used', async () => {
  const { customer, monthly } = await createShop(box)
  const items = [{ price: monthly.id }]
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items })
  await stripe.customers.del(customer.id)
  expect(await stripe.customers.retrieve(customer.id)).toEqual(expect.objectContaining({ deleted: true }))
  const page = await stripe.subscriptions.list({ customer: customer.id, status: 'all', expand: ['data.customer'] })
  expect(page.data).toMatchObject([{ id, status: 'canceled', customer: { id: customer.id, deleted: true } }])
  const again = stripe.subscriptions.create({ customer: customer.id, items })
  await expect(again).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
})
