import type { Page } from '@playwright/test'
import { PUBLIC_PATHS } from '../contract/src/screens.ts'
import { expect, test } from './support/test.ts'

/** Screens that are not indexed, with their titles. Without an account, the last one leads to logging in. */
const PRIVATE = [
  ['/auth', 'Log in or sign up · Voxhall'],
  ['/reset-password?token=none', 'New password · Voxhall'],
  ['/checkout/basic-monthly', 'Checkout · Voxhall'],
  ['/account', 'Log in or sign up · Voxhall'],
] as const

/** Reads the head of the served HTML without running scripts, as search engines and link previews do. */
async function readHead(page: Page, html: string) {
  return page.evaluate((text) => {
    const head = new DOMParser().parseFromString(text, 'text/html')
    const content = (selector: string) => head.querySelector(selector)?.getAttribute('content') ?? null
    return {
      lang: head.documentElement.lang,
      title: head.title,
      description: content('meta[name="description"]'),
      robots: content('meta[name="robots"]'),
      viewport: content('meta[name="viewport"]'),
      canonical: head.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
      address: content('meta[property="og:url"]'),
      picture: content('meta[property="og:image"]'),
      pictureText: content('meta[property="og:image:alt"]'),
      shared: [content('meta[property="og:title"]'), content('meta[property="og:description"]')],
      facts: [...head.querySelectorAll('script[type="application/ld+json"]')].map((script): unknown =>
        JSON.parse(script.textContent),
      ),
      headings: head.querySelectorAll('h1').length,
      words: head.querySelector('main')?.textContent.split(/\s+/).length ?? 0,
    }
  }, html)
}

function pngSize(bytes: Buffer): { width: number; height: number } {
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

test('every public page has metadata for search engines and sharing, and is named in the sitemap', async ({
  page,
  request,
  server,
}) => {
  const seen: Awaited<ReturnType<typeof readHead>>[] = []
  for (const path of PUBLIC_PATHS) {
    const response = await request.get(path)
    expect(response.status(), path).toBe(200)
    const head = await readHead(page, await response.text())
    seen.push(head)
    const address = new URL(path, server.url).href
    expect(head, path).toMatchObject({ lang: 'en', canonical: address, address, robots: null, headings: 1 })
    expect(head.viewport, path).toContain('width=device-width')
    expect(head.words, path).toBeGreaterThan(80)
    expect(head.title.length, head.title).toBeLessThanOrEqual(60)
    expect(head.description?.length, path).toBeLessThanOrEqual(155)
    expect(head.description?.length, path).toBeGreaterThan(50)
    expect(head.shared).toEqual([head.title, head.description])
    expect(head.pictureText).toBeTruthy()
  }
  for (const what of ['title', 'description', 'canonical'] as const) {
    expect(new Set(seen.map((head) => head[what])).size, `each page has its own ${what}`).toBe(seen.length)
  }
  for (const picture of new Set(seen.map((head) => head.picture))) {
    expect(picture).toMatch(new RegExp(`^${server.url}/share/`))
    const response = await request.get(picture ?? '')
    expect(response.headers()['content-type']).toBe('image/png')
    // Other sites embed the picture in their link previews.
    expect(response.headers()['cross-origin-resource-policy']).toBe('cross-origin')
    expect(pngSize(await response.body())).toEqual({ width: 1200, height: 630 })
  }

  const home = await readHead(page, await (await request.get('/')).text())
  expect(home.facts).toMatchObject([
    { '@graph': [{ '@type': 'Organization', url: `${server.url}/` }, { '@type': 'WebSite' }] },
  ])
  const pricing = await readHead(page, await (await request.get('/pricing')).text())
  const offers = (cents: readonly string[]) => cents.map((price) => ({ '@type': 'Offer', price, priceCurrency: 'USD' }))
  expect(pricing.facts).toMatchObject([
    {
      '@graph': [
        { '@type': 'Product', name: 'Voxhall Basic', offers: offers(['9.99', '99.99']) },
        { '@type': 'Product', name: 'Voxhall Premium', offers: offers(['19.99', '199.99']) },
        { '@type': 'Product', name: 'Voxhall Enterprise', offers: offers(['99.99', '999.99']) },
      ],
    },
  ])

  const robots = await request.get('/robots.txt')
  expect(robots.headers()['content-type']).toContain('text/plain')
  expect(await robots.text()).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses).toHaveLength(PUBLIC_PATHS.length)
  for (const address of addresses) expect((await request.get(address)).status(), address).toBe(200)
})

test('navigation updates the metadata to that of the served pages, and private screens ask not to be indexed', async ({
  page,
  request,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const canonical = page.locator('link[rel="canonical"]')
  const response = await page.goto('/privacy')
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy.split(';').find((part) => part.includes('script-src'))).not.toContain("'unsafe-inline'")
  await expect(canonical).toHaveAttribute('href', `${server.url}/privacy`)
  const contents = page.getByRole('navigation', { name: 'On this page' })
  await contents.getByRole('link', { name: 'Your voice in a call' }).click()
  await expect(page).toHaveURL('/privacy#voice')
  await expect(page.getByRole('heading', { name: 'Your voice in a call' })).toBeInViewport()
  await expect(contents.locator('[aria-current]')).toHaveText('Your voice in a call')
  await page.getByRole('article').getByRole('link', { name: 'Terms', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms' })).toBeVisible()
  await expect(page).toHaveTitle(/^Terms of use/)
  await expect(canonical).toHaveAttribute('href', `${server.url}/terms`)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', `${server.url}/share/home.png`)
  await page.goto('/responsible-ai')
  await page.getByRole('link', { name: 'read first' }).click()
  await expect(page).toHaveURL('/privacy#voice')
  await expect(page.getByRole('heading', { name: 'Your voice in a call' })).toBeInViewport()

  // The request is left pending: otherwise the checkout would redirect to the payment page.
  await page.route('**/api/billing/checkout', () => undefined)
  for (const [path, title] of PRIVATE) {
    const head = await readHead(page, await (await request.get(path)).text())
    expect(head).toMatchObject({ robots: 'noindex', canonical: null })
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(title)
    await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute('content', 'noindex')
  }
})

test.describe('at an address without a page', () => {
  test.use({ allowedErrors: [/no\/such\/page|404/] })

  test('the status is 404, the path is logged once, nothing is indexed, and links lead on', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text())
    })
    const response = await page.goto('/no/such/page')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
    await expect.poll(() => logged.filter((line) => line.endsWith('/no/such/page')).length).toBe(1)

    const main = page.getByRole('main')
    await main.getByRole('button', { name: 'See the AI Assistants' }).click()
    await expect(page.getByRole('dialog', { name: 'AI Assistants' })).toBeVisible()
    await page.keyboard.press('Escape')
    await main.getByRole('link', { name: 'Plans & Pricing' }).click()
    await expect(page).toHaveURL('/pricing')
    await page.goBack()
    await main.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})
