import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repositoryRoot } from '../../../scripts/repository-root.ts'
import { PLAN_PRICES } from '#contract/plans.ts'
import { PRICES_TO_SELL } from '../features/billing/products.ts'
import { createTestSandbox, TEST_KEY, type TestSandbox } from '../../../stripe-sandbox/sandbox-testing.ts'
import { setUpStripeAccount } from './stripe-account.ts'
import { ensureStripePrices } from './stripe-setup.ts'

// Runs the command as an operator would, or its core, with the Stripe sandbox at another address in place of Stripe.

let sandbox: TestSandbox
let server: Server
let base: string
/** The settings asked for in the portal, of which the sandbox keeps only a part. */
let portalWish = new URLSearchParams()
/** Stripe disables an endpoint that fails for days; the sandbox never does. */
let isEndpointDisabled = false

beforeAll(async () => {
  sandbox = await createTestSandbox()
  const listener = getRequestListener(async (request) => {
    const makesPortal = request.method === 'POST' && request.url.endsWith('/billing_portal/configurations')
    if (makesPortal) portalWish = new URLSearchParams(await request.clone().text())
    const response = await sandbox.sandbox.api.fetch(request)
    if (!isEndpointDisabled || request.method !== 'GET' || !request.url.includes('/webhook_endpoints')) return response
    return new Response((await response.text()).replaceAll('"enabled"', '"disabled"'))
  })
  server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  base = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await sandbox.close()
})

function run(env: Record<string, string>): Promise<{ code: number; out: string; err: string }> {
  const given = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    STRIPE_API_BASE: base,
    PUBLIC_URL: 'https://voxhall.example',
    ...env,
  }
  return new Promise((resolve) => {
    // Run outside the repository, so that a developer's own .env is not read.
    const options = { cwd: tmpdir(), env: given }
    const child = execFile(
      process.execPath,
      [join(repositoryRoot, 'scripts/billing-setup.ts')],
      options,
      (_, out, err) => {
        resolve({ code: child.exitCode ?? -1, out, err })
      },
    )
  })
}

test('creates what is missing, prints the variables to set, and then finds everything', async () => {
  const first = await run({ STRIPE_SECRET_KEY: TEST_KEY })
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out.match(/ created /g)).toHaveLength(PLAN_PRICES.length + 1)
  expect(first.out).toMatch(/^basic-monthly +\$9\.99 a month +created +price_\w+$/m)
  const secret = /^STRIPE_WEBHOOK_SECRET=(whsec_\w+)$/m.exec(first.out)?.[1]
  expect(secret).toBeDefined()
  const state = async () => ({
    prices: (await sandbox.stripe.prices.list({ limit: 100 })).data,
    products: (await sandbox.stripe.products.list({ limit: 100 })).data,
    portals: (await sandbox.stripe.billingPortal.configurations.list({ limit: 100 })).data,
    webhooks: (await sandbox.stripe.webhookEndpoints.list({ limit: 100 })).data,
  })
  const made = await state()
  expect(new Set(made.prices.map(({ lookup_key: key }) => key))).toEqual(new Set(PLAN_PRICES.map(({ id }) => id)))
  expect(made.webhooks).toMatchObject([{ url: 'https://voxhall.example/api/webhooks/stripe', status: 'enabled' }])
  const changes = ['created', 'updated', 'deleted', 'paused', 'resumed'].map((what) => `customer.subscription.${what}`)
  const payments = ['checkout.session.completed', 'invoice.paid', 'invoice.payment_failed', 'customer.updated']
  expect(made.webhooks[0]?.enabled_events).toEqual(expect.arrayContaining([...changes, ...payments]))
  const putOff = [...portalWish].filter(([name]) => name.includes('[schedule_at_period_end]'))
  expect(putOff.map(([, condition]) => condition)).toEqual(['decreasing_item_amount', 'shortening_interval'])

  const second = await setUp('https://voxhall.example/api/webhooks/stripe')
  expect(second.prices.filter(({ isNew }) => isNew)).toEqual([])
  expect(second).toMatchObject({ portal: { isNew: false }, webhook: { id: made.webhooks[0]?.id, secret: null } })
  expect(await state()).toEqual(made)

  const atHome = await run({ STRIPE_SECRET_KEY: TEST_KEY, PUBLIC_URL: 'http://localhost:3000' })
  expect(atHome).toMatchObject({ code: 0, err: '' })
  expect(atHome.out.match(/ exists /g)).toHaveLength(PLAN_PRICES.length + 1)
  expect(atHome.out).toContain('stripe listen --forward-to http://localhost:3000/api/webhooks/stripe')
})

/** What the command does, without starting it. */
const setUp = (webhookUrl: string | null) =>
  setUpStripeAccount({ secretKey: TEST_KEY, apiBase: base }, { prices: PRICES_TO_SELL, webhookUrl })

test('an endpoint that Stripe has disabled is replaced by a new one', async () => {
  isEndpointDisabled = true
  const { webhook } = await setUp('https://voxhall.example/api/webhooks/stripe')
  isEndpointDisabled = false
  expect(webhook?.secret).toMatch(/^whsec_\w+$/)
})

test('a price that was changed by hand is recreated, and its lookup key moves to the new one', async () => {
  const [before] = (await sandbox.stripe.prices.list({ lookup_keys: ['premium-annual'] })).data
  await sandbox.stripe.prices.update(before?.id ?? '', { metadata: { minutes: '1' } })
  const { prices, portal } = await setUp(null)
  expect(prices.filter(({ isNew }) => isNew)).toMatchObject([{ id: 'premium-annual' }])
  const [after] = (await sandbox.stripe.prices.list({ lookup_keys: ['premium-annual'] })).data
  expect(after).toMatchObject({ unit_amount: 19_999, metadata: { minutes: '6000' } })
  expect(after?.id).not.toBe(before?.id)
  // The old portal would go on selling the old price.
  expect(portal.isNew).toBe(true)
})

test('a plan with a new amount gets a new price, and its lookup key moves there', async () => {
  const raised = PRICES_TO_SELL.filter(({ id }) => id === 'basic-monthly').map((price) => ({ ...price, cents: 1_099 }))
  await ensureStripePrices(sandbox.stripe, raised)
  const { data } = await sandbox.stripe.prices.list({ lookup_keys: ['basic-monthly'] })
  expect(data).toMatchObject([{ unit_amount: 1_099 }])
})

test('without a key, or with a wrong one, it says what is wrong', async () => {
  expect(await run({})).toMatchObject({ code: 1, err: expect.stringContaining('STRIPE_SECRET_KEY is needed') })
  expect(await run({ STRIPE_SECRET_KEY: 'sk_test_wrong' })).toMatchObject({
    code: 1,
    err: expect.stringContaining('Invalid API Key'),
  })
})
