import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

// Motion is on, as for most visitors; the other tests reduce it.
test.use({ contextOptions: {}, ownContext: true, isDrawn: true })

/** The limit for all scripts of a first visit, in bytes on the wire, including the framework and HTTP headers. */
const MAX_SCRIPT_BYTES = 130_000
const MAX_SHIFT = 0.02
/** The page counts as loaded when nothing has arrived for this long. */
const QUIET_MS = 1_500

/** Files for calls, dialogs, forms and all sixteen drawings, which are loaded on demand. */
const NOT_AT_FIRST =
  /\/(?:call|calls-dialog|catalogue-dialog|customize|avatar-plan|business-plan|crm|contact|auth|toaster|capture-worklet|player-worklet|people)-?[^/]*\.js$/

test.use({ viewport: { width: 412, height: 823 } })

for (const path of ['/', '/pricing']) {
  test(`${path} loads few and only necessary scripts, and its layout does not shift`, async ({ page, context }) => {
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    const scripts = new Map<string, { address: string; bytes: number }>()
    let lastHeardMs = Date.now()
    devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script') scripts.set(requestId, { address: response.url, bytes: 0 })
    })
    devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      lastHeardMs = Date.now()
      const script = scripts.get(requestId)
      if (script) script.bytes = encodedDataLength
    })
    await page.addInitScript(() => {
      Object.assign(window, { shift: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if ('value' in entry) Object.assign(window, { shift: Reflect.get(window, 'shift') + Number(entry.value) })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })

    // The fonts arrive after the first paint, as on a slow line. What is shown until then needs a font of the system.
    const fallback = `local('Arial Bold'), local('Liberation Sans Bold')`
    const hasFallback = await page.evaluate((src) => new FontFace('x', src).load().then(Boolean, () => false), fallback)
    if (hasFallback) {
      await page.route('**/*.woff2', async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
        await route.continue()
      })
    }
    await page.goto(path)
    if (path === '/')
      await expect(page.locator('[data-niche] [aria-hidden] > svg[viewBox="0 0 400 480"]')).toBeAttached()
    await expect.poll(() => scripts.size).toBeGreaterThan(3)
    await expect.poll(() => Date.now() - lastHeardMs, { timeout: 30_000 }).toBeGreaterThan(QUIET_MS)

    const fetched = [...scripts.values()]
    expect(fetched.map(({ address }) => address).filter((address) => NOT_AT_FIRST.test(address))).toEqual([])
    expect(fetched.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
    expect(await page.evaluate(() => Number(Reflect.get(window, 'shift')))).toBeLessThanOrEqual(MAX_SHIFT)
  })
}

test('scripts load after the first paint, and sections far below become interactive when clicked or scrolled to', async ({
  page,
}) => {
  await page.goto('/')
  const firstScriptMs = await page.waitForFunction(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    return scripts.length > 0 && Math.min(...scripts.map(({ startTime }) => startTime))
  })
  const paintedMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
  )
  expect(await firstScriptMs.jsonValue()).toBeGreaterThanOrEqual(paintedMs)

  const isTakenOver = (selector: string) =>
    page.locator(selector).evaluate((part) => Object.keys(part).some((key) => key.startsWith('__reactFiber')))
  await expect.poll(() => isTakenOver('h1')).toBe(true)
  // This drawing loads last of all that loads by itself. Sections further down stay inactive until they are needed.
  await expect(page.locator('[data-niche] [aria-hidden] > svg[viewBox="0 0 400 480"]')).toBeAttached()
  expect(await isTakenOver('#studio')).toBe(false)
  // Clicks without a preceding pointer movement or scroll, as assistive technology does.
  await page.getByRole('button', { name: 'Learn More' }).evaluate((button: HTMLElement) => button.click())
  await expect(page.getByRole('heading', { name: 'What Our Customers Say' })).toBeVisible()

  await page.reload()
  await expect.poll(() => isTakenOver('h1')).toBe(true)
  await page.locator('#studio').evaluate((heading) => {
    Object.assign(heading, { isSame: true })
    heading.scrollIntoView()
  })
  await expect.poll(() => isTakenOver('#studio')).toBe(true)
  expect(await page.locator('#studio').evaluate((heading) => Reflect.get(heading, 'isSame'))).toBe(true)
})

/** Holds back all scripts, and returns a function that releases them. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => undefined as void
  const mayPass = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await mayPass
    await route.continue()
  })
  return release
}

test('a button pressed before the scripts are loaded works once they are, also far down the page', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible()
  release()
  await expect(page.getByRole('button', { name: 'Close the menu' })).toBeVisible()

  const releaseAgain = await holdScripts(page)
  await page.reload()
  // The button's section becomes interactive later than the rest of the page.
  await page.getByRole('button', { name: 'Learn More' }).click()
  releaseAgain()
  await expect(page.getByRole('heading', { name: 'What Our Customers Say' })).toBeVisible()
})

test('a plan pressed before the scripts are loaded is chosen and opens one checkout', async ({ page, context }) => {
  const release = await holdScripts(page)
  const checkouts = watchCheckouts(context)
  const opened = context.waitForEvent('page')
  await page.goto('/pricing')
  await page.getByRole('button', { name: 'Choose Premium' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Choose Premium' })).toHaveAttribute('aria-pressed', 'true')
  await expect(await opened).toHaveURL(/\/sandbox\/stripe\/pay\//)
  expect(checkouts).toEqual({ asked: ['/checkout/premium-monthly'], tabs: 1 })

  const releaseAgain = await holdScripts(page)
  await page.reload()
  const openedNext = context.waitForEvent('page')
  await page.getByRole('heading', { name: 'Basic' }).click()
  releaseAgain()
  await expect(page.getByRole('button', { name: 'Choose Basic' })).toHaveAttribute('aria-pressed', 'true')
  await expect(await openedNext).toHaveURL(/\/sandbox\/stripe\/pay\//)
  expect(checkouts).toEqual({ asked: ['/checkout/premium-monthly', '/checkout/basic-monthly'], tabs: 2 })
})

/**
 * Records new tabs and requested checkouts. Requests are recorded rather than addresses, since a checkout redirects to
 * the payment page at once.
 */
function watchCheckouts(context: BrowserContext): { asked: string[]; tabs: number } {
  const seen = { asked: [] as string[], tabs: 0 }
  context.on('page', () => (seen.tabs += 1))
  context.on('request', (request) => {
    if (/\/checkout\/[a-z-]+$/.test(request.url())) seen.asked.push(new URL(request.url()).pathname)
  })
  return seen
}
