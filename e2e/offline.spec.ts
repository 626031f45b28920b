import type { Page } from '@playwright/test'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { serveSite, type Site } from './support/deployments.ts'
import { expect, test as base } from './support/test.ts'

const test = base.extend<{ site: Site }>({
  site: async ({ server }, use) => {
    const site = await serveSite(server.url)
    await use(site)
    await site.stop()
  },
  baseURL: ({ site }, use) => use(site.url),
})

// Each test has its own site, so the tests of this file can run at the same time.
test.describe.configure({ mode: 'parallel' })
test.use({
  ownContext: true,
  serviceWorkers: 'allow',
  // Offline requests that no service worker handles fail, and the browser logs that.
  allowedErrors: [/ERR_INTERNET_DISCONNECTED|status of (404|501|503)|no\/such\/page/],
})

const OFFLINE_TEXT = 'You are offline. Pages you have seen work; talking needs a connection.'

/** Loads a page and waits until the service worker has cached all of its files. */
async function visit(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise((resolve) => active.addEventListener('statechange', resolve))
  })
}

/** Checks for a new service worker, as browsers do by themselves from time to time. */
async function askForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
}

const offerIn = (page: Page) => page.getByRole('region', { name: 'New version' })
const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['version'] ?? 'first')
const cacheCount = (page: Page) => page.evaluate(async () => (await caches.keys()).length)

/** Marks the page; the mark is lost when the page reloads. */
async function remember(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isRemembered: true }))
}
const isRemembered = (page: Page) => page.evaluate(() => 'isRemembered' in window)

async function openCatalogue(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(16)
}

test('after one visit, every screen works without a connection, including portraits and fonts, and the app can be installed', async ({
  page,
  context,
  server,
  site,
}) => {
  await visit(page)
  await context.setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: OFFLINE_TEXT })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: OFFLINE_TEXT })).toBeVisible()
  await openCatalogue(page)
  const portraits = page.getByRole('dialog').getByRole('article').locator('img')
  await expect(portraits).toHaveCount(16)
  for (const portrait of await portraits.all()) {
    await portrait.scrollIntoViewIfNeeded()
    await expect.poll(() => portrait.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth)).toBeTruthy()
  }
  expect(
    await page.evaluate(async () => (await document.fonts.load('1em "Instrument Sans Variable"')).length),
  ).not.toBe(0)

  await page.goto('/pricing?from=mail')
  await expect(page.getByRole('heading', { level: 1, name: 'Plans & Pricing' })).toBeVisible()
  await page.goto('/auth')
  const signIn = page.getByRole('tabpanel', { name: 'Sign In' })
  await signIn.getByLabel('Email').fill('robin@example.com')
  await signIn.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await signIn.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('An unexpected error occurred. Please try again.', { exact: true })).toBeVisible()
  await expect(signIn.getByLabel('Email')).toHaveValue('robin@example.com')
  const missing = await page.goto('/no/such/page')
  expect(missing?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()

  await context.setOffline(false)
  await expect(page.getByText(OFFLINE_TEXT)).toBeHidden()

  await signInContext(context, site.url, await signUpAndConfirm(server.url))
  await page.goto('/')
  // Answers of the API are never cached, nor do they pass through the service worker.
  const answers = await page.evaluate(async () => {
    await fetch('/api/health')
    return Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
      .then((lists) => lists.flat())
      .then((requests) => requests.map(({ url }) => new URL(url).pathname))
  })
  expect(answers).toContain('/pricing')
  expect(answers.filter((path) => /^\/(api|v1|dev)(\/|$)/.test(path))).toEqual([])
  const [health] = await Promise.all([
    page.waitForResponse('**/api/health'),
    page.evaluate(async () => fetch('/api/health')),
  ])
  expect(health.fromServiceWorker()).toBe(false)

  const devtools = await context.newCDPSession(page)
  const { errors, data } = await devtools.send('Page.getAppManifest')
  expect(errors).toEqual([])
  // What Chromium asks of an app before it offers to install it: https://web.dev/articles/install-criteria
  const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; purpose: string }[] }
  expect(manifest).toMatchObject({ name: 'Voxhall', start_url: '/', scope: '/', display: 'standalone' })
  const { icons } = manifest
  const ofUse = (purpose: string) => icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)
  expect(ofUse('any')).toEqual(['any', '192x192', '512x512'])
  expect(ofUse('maskable')).toEqual(['192x192', '512x512'])
  const drawn = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const image = new Image()
          image.src = src
          await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }),
      ),
    icons.map(({ src }) => src),
  )
  for (const [at, { sizes }] of icons.entries()) if (sizes !== 'any') expect(drawn[at]).toBe(sizes)
})

test('a new version is offered after a talk, still waits after a reload, and is loaded when it is accepted', async ({
  page,
  context,
  server,
  site,
}) => {
  await signInContext(context, site.url, await signUpAndConfirm(server.url))
  await visit(page)
  await openCatalogue(page)
  await page.getByRole('dialog').getByRole('article').first().getByRole('button', { name: /^Talk/ }).click()
  const talk = page.getByRole('dialog', { name: /^Talk with/ })
  await expect(talk).toBeVisible()
  await site.deploy('second')
  await remember(page)
  await askForUpdate(page)
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state))
    .toBe('installed')
  // Its text is filled in a moment after the notice itself.
  await expect(page.locator('[data-site-notice]')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(talk).toBeHidden()
  await expect(offerIn(page)).toContainText('A new version of Voxhall is ready.')
  expect(await isRemembered(page)).toBe(true)

  await offerIn(page).getByRole('button', { name: 'Not now' }).click()
  await expect(offerIn(page)).toBeHidden()

  await page.reload()
  expect(await versionOf(page)).toBe('first')
  await expect(offerIn(page)).toBeVisible()
  // The page of the first version still finds its scripts in the cache, although the server no longer has them.
  await openCatalogue(page)
  await page.keyboard.press('Escape')

  await offerIn(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => versionOf(page).catch(() => '')).toBe('second')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => cacheCount(page)).toBe(1)
  await expect(offerIn(page)).toBeHidden()
  await openCatalogue(page)
})

test(
  'a new version accepted in one tab does not reload the other tab until it is accepted there',
  { tag: '@nightly' },
  async ({ page, context, site }) => {
    await visit(page)
    const other = await context.newPage()
    await visit(other, '/pricing')
    await site.deploy('second')
    await remember(other)
    await askForUpdate(page)
    await offerIn(page).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => versionOf(page).catch(() => '')).toBe('second')

    expect(await isRemembered(other)).toBe(true)
    await openCatalogue(other)
    await other.keyboard.press('Escape')
    await offerIn(other).getByRole('button', { name: 'Reload' }).click()
    await expect.poll(() => versionOf(other).catch(() => '')).toBe('second')
    await expect(offerIn(other)).toBeHidden()
  },
)
