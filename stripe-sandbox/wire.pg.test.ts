import { getRequestListener } from '@hono/node-server'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createShop, createTestSandbox, MONTHLY, TEST_KEY, TEST_ORIGIN, type TestSandbox } from './sandbox-testing.ts'

let box: TestSandbox
let stripe: Stripe
beforeAll(async () => {
  box = await createTestSandbox()
  stripe = box.stripe
})
afterAll(() => box.close())

/** Without the SDK: what a foreign client sends, byte for byte. */
async function raw(
  method: string,
  path: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
) {
  const response = await box.sandbox.fetch(`${TEST_ORIGIN}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${TEST_KEY}`,
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const json = (await response.json()) as { error?: Record<string, string> } & Record<string, unknown>
  return { status: response.status, headers: response.headers, json }
}

describe('the wire', () => {
  it('lets in the one key, by Bearer or Basic, and says what is wrong with others', async () => {
    const basic = `Basic ${Buffer.from(`${TEST_KEY}:`).toString('base64')}`
    expect((await raw('GET', '/v1/customers', { headers: { authorization: basic } })).status).toBe(200)
    const wrong = await raw('GET', '/v1/customers', { headers: { authorization: 'Bearer sk_test_somebody_else' } })
    expect(wrong.status).toBe(401)
    expect(wrong.json.error).toMatchObject({
      type: 'invalid_request_error',
      message: 'Invalid API Key provided: sk_test_*********else',
    })
    const none = await raw('GET', '/v1/customers', { headers: { authorization: '' } })
    expect(none.json.error?.['message']).toMatch(/^You did not provide an API key\./)
    const other = new Stripe('sk_test_other', {
      httpClient: Stripe.createFetchHttpClient(box.sandbox.fetch),
      host: 'x.test',
    })
    await expect(other.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  it('answers unknown addresses and methods as Stripe does', async () => {
    for (const [method, path] of [
      ['GET', '/v1/foo'],
      ['GET', '/v1/customers/'],
      ['POST', '/v1/charges'],
      ['DELETE', '/v1/prices/price_1'],
      ['GET', '/v1/customers/search'],
      ['GET', '/v1/invoices/upcoming'],
      ['GET', '/v2/core/events'],
      ['POST', '/v2/core/accounts'],
    ] as const) {
      const { status, json } = await raw(method, path)
      expect(status).toBe(404)
      expect(json.error?.['message']).toMatch(
        new RegExp(`^Unrecognized request URL \\(${method}: ${path}\\)\\. If you`),
      )
    }
    await expect(stripe.refunds.list()).rejects.toMatchObject({ statusCode: 404, type: 'StripeInvalidRequestError' })
  })

  it('names the parameter that is unknown, missing, empty or of another kind', async () => {
    const cases: [string, string, Record<string, string>][] = [
      [
        '/v1/customers',
        'nonsense=1',
        { code: 'parameter_unknown', param: 'nonsense', message: 'Received unknown parameter: nonsense' },
      ],
      [
        '/v1/prices',
        'currency=usd&unit_amount=5&recurring[interval]=month&recurring[foo]=1&product=x',
        { param: 'recurring[foo]' },
      ],
      ['/v1/products', '', { code: 'parameter_missing', param: 'name', message: 'Missing required param: name.' }],
      ['/v1/subscriptions', 'items[0][price]=p', { code: 'parameter_missing', param: 'customer' }],
      ['/v1/products', 'name=', { code: 'parameter_invalid_empty', param: 'name' }],
      [
        '/v1/prices',
        'currency=usd&unit_amount=4.5&product=x',
        { param: 'unit_amount', message: 'Invalid integer: 4.5' },
      ],
      [
        '/v1/prices',
        'currency=usd&unit_amount=4&product=x&active=maybe',
        { param: 'active', message: 'Invalid boolean: maybe' },
      ],
      [
        '/v1/prices',
        'currency=usd&unit_amount=4&product=x&recurring=month',
        { param: 'recurring', message: 'Invalid object' },
      ],
      ['/v1/subscriptions', 'customer=c&items=x', { param: 'items', message: 'Invalid array' }],
      [
        '/v1/prices',
        'currency=usd&unit_amount=4&product=x&recurring[interval]=fortnight',
        {
          param: 'recurring[interval]',
          message: 'Invalid recurring[interval]: must be one of day, week, month, or year',
        },
      ],
      [
        '/v1/prices',
        'currency=usd&unit_amount=4&product=prod_none',
        { code: 'resource_missing', param: 'product', message: "No such product: 'prod_none'" },
      ],
      ['/v1/checkout/sessions', 'mode=payment&line_items[0][price]=p&success_url=http://a.b', { param: 'mode' }],
      ['/v1/customers', 'email=nobody', { code: 'email_invalid', message: 'Invalid email address: nobody' }],
    ]
    for (const [path, body, error] of cases) {
      const { status, json } = await raw('POST', path, { body })
      expect([path, body, status]).toEqual([path, body, 400])
      expect(json.error).toMatchObject({ type: 'invalid_request_error', ...error })
    }
    const json = await raw('POST', '/v1/customers', { body: '{}', headers: { 'content-type': 'application/json' } })
    expect(json.json.error?.['message']).toMatch(/^Invalid request \(check that your POST content type/)
  })

  it('reads brackets of every depth, and is not led astray by odd ones', async () => {
    const odd = await raw('POST', '/v1/customers', { body: 'metadata[a]=1&metadata[0]=zero&metadata[b c]=%26' })
    expect(odd.json['metadata']).toEqual({ a: '1', 0: 'zero', 'b c': '&' })
    for (const body of [
      '__proto__[polluted]=1',
      'constructor[prototype][polluted]=1',
      '[]=1',
      'a[=1',
      `a${'[b]'.repeat(400)}=1`,
    ]) {
      expect((await raw('POST', '/v1/customers', { body })).status).toBe(400)
    }
    expect({}).not.toHaveProperty('polluted')
  })

  it('reads no more than a client of ours would send', async () => {
    const body = `name=${'x'.repeat(300_000)}`
    const headers = { 'content-length': String(body.length) }
    const { status, json } = await raw('POST', '/v1/customers', { body, headers })
    expect(status).toBe(413)
    expect(json.error).toMatchObject({ type: 'invalid_request_error' })
  })

  it('sends headers by which requests are found', async () => {
    const customer = await stripe.customers.create({ email: 'seen@example.com' })
    expect(customer.lastResponse.requestId).toMatch(/^req_/)
    expect(customer.lastResponse.apiVersion).toBe('2026-10-28.endive')
    const [event] = (await stripe.events.list({ type: 'customer.created', limit: 1 })).data
    expect(event?.request?.id).toBe(customer.lastResponse.requestId)
    expect(customer.id).toMatch(/^cus_\w{14}$/)
    expect(customer.created).toBe(box.nowSeconds())
  })
})

describe('an idempotency key', () => {
  it('gets the same answer for the same request, and an error for another', async () => {
    const options = { idempotencyKey: 'key-1' }
    const first = await stripe.customers.create({ email: 'once@example.com' }, options)
    const again = await stripe.customers.create({ email: 'once@example.com' }, options)
    expect(again.id).toBe(first.id)
    const body = 'email=once%40example.com'
    const third = await raw('POST', '/v1/customers', { body, headers: { 'idempotency-key': 'key-1' } })
    expect(third.json['id']).toBe(first.id)
    expect(third.headers.get('idempotent-replayed')).toBe('true')
    expect((await stripe.customers.list({ email: 'once@example.com' })).data).toHaveLength(1)
    await expect(stripe.customers.create({ email: 'twice@example.com' }, options)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
    await expect(stripe.products.create({ name: 'x' }, options)).rejects.toThrow(/only be used for the same endpoint/)
  })

  it('counts once for requests at the same moment, and remembers a decline but not a mistake', async () => {
    const options = { idempotencyKey: 'key-2' }
    const all = await Promise.all([1, 2, 3].map(() => stripe.products.create({ name: 'Same' }, options)))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    const attach = { customer: (await stripe.customers.create()).id }
    const decline = () => stripe.paymentMethods.attach('pm_card_chargeDeclined', attach, { idempotencyKey: 'key-3' })
    await expect(decline()).rejects.toMatchObject({ code: 'card_declined' })
    await expect(decline()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
    const price = { ...MONTHLY, product: 'prod_later' }
    await expect(stripe.prices.create(price, { idempotencyKey: 'key-4' })).rejects.toThrow(/No such product/)
    await stripe.products.create({ id: 'prod_later', name: 'Later' })
    expect((await stripe.prices.create(price, { idempotencyKey: 'key-4' })).product).toBe('prod_later')
  })
})

describe('lists', () => {
  it('go through all pages, forwards and backwards, newest first', async () => {
    const product = await stripe.products.create({ name: 'Many' })
    const made: string[] = []
    for (let count = 0; count < 23; count += 1) {
      made.unshift((await stripe.prices.create({ ...MONTHLY, product: product.id })).id)
    }
    const all = await stripe.prices.list({ product: product.id, limit: 5 }).autoPagingToArray({ limit: 100 })
    expect(all.map(({ id }) => id)).toEqual(made)
    const second = await stripe.prices.list({ product: product.id, limit: 5, starting_after: made[4] ?? '' })
    expect(second).toMatchObject({ object: 'list', has_more: true, url: '/v1/prices' })
    const back = await stripe.prices.list({ product: product.id, limit: 5, ending_before: made[5] ?? '' })
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(0, 5))
    await expect(stripe.prices.list({ limit: 500 })).rejects.toThrow(/less than or equal to 100/)
    await expect(stripe.prices.list({ starting_after: 'price_none' })).rejects.toMatchObject({
      param: 'starting_after',
    })
  })

  it('filter by what Stripe filters by', async () => {
    const product = await stripe.products.create({ name: 'Keyed' })
    const price = { ...MONTHLY, product: product.id }
    const first = await stripe.prices.create({ ...price, lookup_key: 'basic_monthly' })
    await expect(stripe.prices.create({ ...price, lookup_key: 'basic_monthly' })).rejects.toThrow(
      /already uses that lookup key/,
    )
    const second = await stripe.prices.create({ ...price, lookup_key: 'basic_monthly', transfer_lookup_key: true })
    const found = await stripe.prices.list({ lookup_keys: ['basic_monthly', 'other'], active: true })
    expect(found.data.map(({ id }) => id)).toEqual([second.id])
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull()
    const recurring = { product: product.id, recurring: { interval: 'year' as const } }
    expect((await stripe.prices.list(recurring)).data).toEqual([])
    const past = { created: { lt: box.nowSeconds() - 1 } }
    expect((await stripe.products.list(past)).data).toEqual([])
    expect(
      (await stripe.events.list({ types: ['price.created', 'price.updated'], limit: 3 })).data.map(({ type }) => type),
    ).toContain('price.updated')
  })
})

describe('expand', () => {
  it('reaches four levels and no further, and needs `data.` in lists', async () => {
    const { customer, monthly } = await createShop(box)
    await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
    const mine = { customer: customer.id }
    const deep = stripe.subscriptions.list({ ...mine, expand: ['data.items.data.price.product'] })
    await expect(deep).rejects.toThrow('You cannot expand more than 4 levels of a property.')
    await expect(stripe.subscriptions.list({ ...mine, expand: ['customer'] })).rejects.toThrow(
      "This property cannot be expanded (customer). You may want to try expanding 'data.customer' instead.",
    )
    await expect(stripe.customers.retrieve(customer.id, { expand: ['email'] })).rejects.toThrow(
      'This property cannot be expanded (email).',
    )
    const { data } = await stripe.subscriptions.list({
      ...mine,
      expand: ['data.customer', 'data.latest_invoice.payments'],
    })
    expect(data[0]).toMatchObject({ customer: { id: customer.id }, latest_invoice: { payments: { object: 'list' } } })
    const included = await stripe.customers.retrieve(customer.id, {
      expand: ['subscriptions', 'invoice_settings.default_payment_method'],
    })
    expect(included).toMatchObject({
      subscriptions: { data: [{ status: 'active' }] },
      invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
    })
  })
})

it('metadata is merged, keys are deleted by an empty value, and all of it by an empty text', async () => {
  const { id } = await stripe.customers.create({ metadata: { a: '1', b: '2' } })
  expect((await stripe.customers.update(id, { metadata: { b: '', c: 3 } })).metadata).toEqual({ a: '1', c: '3' })
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({})
})

it('a deleted customer leaves a stub, its subscriptions end, and nothing can be done with it', async () => {
  const { customer, monthly } = await createShop(box)
  const { id } = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  expect(await stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, object: 'customer', deleted: true })
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ id: customer.id, deleted: true })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled')
  await expect(stripe.customers.update(customer.id, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' })
  const again = stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  await expect(again).rejects.toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
})

it('test clocks move two intervals at most, and never back', async () => {
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_780_000_000, name: 'mine' })
  const { customer, monthly } = await createShop(box, { clock: clock.id })
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: monthly.id }] })
  const advance = (frozen_time: number) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time })
  await expect(advance(1_780_000_000 - 1)).rejects.toMatchObject({ param: 'frozen_time' })
  await expect(advance(1_780_000_000 + 100 * 86_400)).rejects.toMatchObject({ param: 'frozen_time' })
  expect((await stripe.customers.list({ limit: 100 })).data.map(({ id }) => id)).not.toContain(customer.id)
  await stripe.testHelpers.testClocks.del(clock.id)
  await expect(stripe.subscriptions.list({ test_clock: clock.id })).resolves.toMatchObject({ data: [] })
})

it('works the same over a real port', async () => {
  const listener = getRequestListener(box.sandbox.api.fetch)
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    const client = new Stripe(TEST_KEY, { host: '127.0.0.1', port, protocol: 'http' })
    const customer = await client.customers.create({ email: 'port@example.com', metadata: { umlaut: 'Grüße & Co' } })
    expect(await client.customers.retrieve(customer.id)).toMatchObject({ metadata: { umlaut: 'Grüße & Co' } })
    const price = await client.prices.create({ ...MONTHLY, product_data: { name: 'Port' } })
    expect(String(price.unit_amount_decimal)).toBe('4900')
    await expect(client.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_none'",
    })
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})
