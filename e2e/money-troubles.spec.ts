import type { Page } from '@playwright/test'
import { signInContext, signUpAndConfirm, type Account } from './support/accounts.ts'
import { openRelay, payWithCard, RELAYED_WEBHOOK, sandboxOf, type Relay } from './support/payments.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { enterTeam } from './support/team.ts'
import { expect, test } from './support/test.ts'

// Failures around a payment. In each case nothing is lost, nothing is granted without payment, and nothing is paid
// twice.

const PAY_PAGE = /\/sandbox\/stripe\/pay\//
/** When the page says that the provider is slow, and how often it asks for the plan after a return from the provider. */
const SLOW_AFTER_MS = 5_000
const REFRESH_MS = 10_000
const active = (page: Page) => page.getByText('Your plan Basic is active')

test.describe('an abandoned checkout', () => {
  // The page of an expired checkout answers 410.
  test.use({ allowedErrors: [/status of 410/] })

  test('grants nothing and can be resumed; a second tab leads to the plan paid in the first, charged once', async ({
    page,
    server,
  }) => {
    const { email } = await signIn(page, server.url)
    await page.goto('/checkout/basic-monthly')
    await expect(page).toHaveURL(PAY_PAGE)
    const first = page.url()
    await page
      .getByRole('link', { name: /back|cancel/i })
      .first()
      .click()
    await expect(page.getByText('You left the payment page. Nothing was charged')).toBeVisible()
    await expect(page).toHaveURL('/pricing')
    await page.goto('/account')
    await expect(page.getByText('You have no plan yet.')).toBeVisible()
    await expect(page.getByText('No invoices yet.')).toBeVisible()

    // Choosing another plan expires this checkout, so that only the later choice can be paid.
    await page.goto('/checkout/premium-monthly')
    await expect(page).toHaveURL(PAY_PAGE)
    await page.goto(first)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This checkout has expired')
    await page.goto('/checkout/basic-monthly')
    await expect(page).toHaveURL(PAY_PAGE)
    const other = await page.context().newPage()
    await other.goto('/checkout/basic-monthly')
    await expect(other).toHaveURL(page.url())
    await payWithCard(page)
    await expect(active(page)).toBeVisible()
    await payWithCard(other)
    await expect(active(other)).toBeVisible()

    const stripe = sandboxOf(server.url)
    const customers = (await stripe.customers.list({ email })).data
    expect(customers).toHaveLength(1)
    const [customer] = customers
    const subscriptions = await stripe.subscriptions.list({ customer: customer?.id ?? '', status: 'all' })
    expect(subscriptions.data).toHaveLength(1)
    expect((await stripe.invoices.list({ customer: customer?.id ?? '' })).data).toMatchObject([{ amount_paid: 999 }])
  })
})

async function signIn(page: Page, serverUrl: string): Promise<Account> {
  const account = await signUpAndConfirm(serverUrl)
  await signInContext(page.context(), serverUrl, account)
  return account
}

/**
 * A site whose payment provider is a separate process, as Stripe is, behind a relay that can interrupt the connection.
 */
interface Shop {
  site: RunningServer
  relay: Relay
}

const withShop = test.extend<{ shop: Shop }>({
  shop: async ({ server: provider }, use) => {
    const relay = await openRelay(provider.url)
    const endpoint = await sandboxOf(provider.url).webhookEndpoints.create({
      url: `${relay.url}${RELAYED_WEBHOOK}`,
      enabled_events: ['*'],
    })
    const site = await startServer({
      env: {
        STRIPE_SECRET_KEY: 'sk_test_voxhall_sandbox',
        STRIPE_API_BASE: relay.url,
        STRIPE_WEBHOOK_SECRET: endpoint.secret ?? '',
      },
    })
    relay.forwardTo(`${site.url}/api/webhooks/stripe`)
    await use({ site, relay })
    await site.stop()
    await relay.close()
  },
})

withShop.describe('an unreachable payment provider', () => {
  withShop.use({ allowedErrors: [/status of 503/], ownContext: true })

  withShop('charges nothing, says so, and loses no payment', async ({ page, shop: { site, relay } }) => {
    const { email } = await signIn(page, site.url)
    await page.clock.install()
    relay.set('down')
    await page.goto(`${site.url}/checkout/basic-monthly`)
    await expect(page.getByRole('heading', { name: 'The payment provider is not responding' })).toBeVisible()
    await expect(page.getByText('Nothing was charged and nothing was changed.')).toBeVisible()

    relay.set('slow')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Opening the payment page…' })).toBeVisible()
    await page.clock.fastForward(SLOW_AFTER_MS)
    await expect(page.getByText('The payment provider is slow to respond.')).toBeVisible()
    relay.set('up')
    await expect(page).toHaveURL(PAY_PAGE)

    // The provider is unreachable again while the person pays: neither requests nor webhook events get through.
    relay.set('down')
    const deliveriesBefore = relay.deliveries.length
    await payWithCard(page)
    await expect(page.getByText('We could not check your payment yet')).toBeVisible()
    await expect(page.getByText('If you paid, your payment is safe')).toBeVisible()
    expect(relay.deliveries).toHaveLength(deliveriesBefore)
    await page.goto(`${site.url}/account`)
    await expect(page.getByText('You have no plan yet.')).toBeVisible()
    await expect(page.getByText('The payment provider is not answering right now')).toBeVisible()
    relay.set('up')
    // The site reads the provider again by itself and need not wait for its events; the page asks the site again.
    await expect.poll(() => rowsOf(site.url, email)).toMatchObject([{ subscription_status: 'active' }])
    await page.clock.fastForward(REFRESH_MS)
    await expect(page.getByRole('article', { name: 'Basic' })).toContainText('250 minutes left')

    relay.set('down')
    await page.reload()
    await expect(page.getByRole('article', { name: 'Basic' })).toContainText('250 minutes left')
    await page.getByRole('button', { name: 'Change or cancel' }).click()
    await expect(page.getByText('Nothing was charged and nothing was changed.').last()).toBeVisible()
    relay.set('up')
    await expect.poll(() => rowsOf(site.url, email)).toMatchObject([{ subscription_status: 'active' }])
  })
})

async function rowsOf(siteUrl: string, email: string): Promise<unknown[]> {
  const { token } = await enterTeam(siteUrl)
  const query = new URLSearchParams({ q: email })
  const answer = await fetch(`${siteUrl}/api/crm/subscribers?${query.toString()}`, {
    headers: { 'voxhall-team': token },
  })
  return ((await answer.json()) as { rows: unknown[] }).rows
}
