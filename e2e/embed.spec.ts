import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { repositoryRoot } from '../scripts/repository-root.ts'
import { signedIn } from './support/accounts.ts'
import { openTalkDialog } from './support/talk.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { startShop } from './support/shop.ts'
import { expect, test } from './support/test.ts'

// An assistant embedded in a page of another site, whose content security policy admits only our script and our frame. A
// whole conversation on another site is in customer.spec.ts.

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const policyFor = (base: string) =>
  `default-src 'none'; script-src ${base}; frame-src ${base}; connect-src ${base}; base-uri 'none'`
const tag = (base: string, data: string) => `<script src="${base}/embed.js" ${data} async></script>`

test.describe('on another site', () => {
  let voxhall: RunningServer
  let shop: Awaited<ReturnType<typeof startShop>>
  let stranger: Awaited<ReturnType<typeof startShop>>

  test.beforeAll(async () => {
    const page = () => ({
      html: tag(voxhall.url, 'data-assistant="culinary" data-label="Talk with Giovanni"'),
      policy: policyFor(voxhall.url),
    })
    shop = await startShop(page)
    stranger = await startShop(page)
    voxhall = await startServer({ env: { ALLOWED_ORIGINS: shop.url } })
  })
  test.afterAll(async () => {
    await voxhall.stop()
    await shop.stop()
    await stranger.stop()
  })

  test('one tag adds a button and loads nothing more until it is pressed; a visitor is greeted, and closing ends the call', async ({
    page,
  }) => {
    expect(gzipSync(readFileSync(join(repositoryRoot, 'build/client/embed.js'))).byteLength).toBeLessThanOrEqual(10_000)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(shop.url)
    const launcher = page.getByRole('button', { name: 'Talk with Giovanni' })
    await expect(launcher).toBeVisible()
    expect(page.frames()).toHaveLength(1)
    expect(asked.filter((url) => url.startsWith(voxhall.url))).toEqual([
      `${voxhall.url}/embed.js`,
      `${voxhall.url}/api/embed/culinary/site`,
    ])
    expect(await page.evaluate(() => document.cookie)).toBe('')

    await launcher.click()
    const frame = page.frameLocator('iframe[title="Talk with Giovanni"]')
    await frame.getByRole('button', { name: 'Talk with Giovanni' }).click()
    await expect(frame.getByText('Demo Mode', { exact: true })).toBeVisible()
    await expect(frame.getByRole('timer')).toBeVisible()
    await expect(frame.getByRole('log', { name: 'Conversation' })).toContainText('Giovanni')
    await page.getByRole('dialog', { name: 'Talk with Giovanni' }).getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('iframe')).toHaveCount(0)
    await expect(launcher).toBeFocused()
  })

  test.describe('on a site that is not allowed', () => {
    test.use({ allowedErrors: [/Voxhall: |status of 403/] })
    test('visitors see no button, and the console tells the developer why', async ({ page }) => {
      const told = page.waitForEvent('console', (message) => message.text().startsWith('Voxhall: '))
      await page.goto(stranger.url)
      expect((await told).text()).toContain(`${stranger.url} is not allowed`)
      await expect(page.locator('voxhall-assistant, iframe')).toHaveCount(0)
    })
  })
})

test.describe('Healthcare’s agent', () => {
  test.use({ allowedErrors: [/embed\.js|Failed to load resource/] })

  test('is loaded by the script: a failure is shown, trying again works, and it can be opened a second time', async ({
    page,
    server,
  }) => {
    await signedIn(page, server.url)
    let isAway = true
    await page.route('**/embed.js*', (route) => (isAway ? route.abort() : route.continue()))
    await page.goto('/')
    const dialog = await openTalkDialog(page, 'Amara')
    await expect(dialog.getByText('Failed to load D-ID agent. Please try again.')).toBeVisible()
    isAway = false
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    const frame = dialog.frameLocator('iframe[title="Talk with Amara"]')
    await frame.getByRole('button', { name: 'Talk with Amara' }).click()
    await expect(frame.getByText('Demo Mode', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Loading AI Agent...')).toHaveCount(0)
    await frame.getByRole('button', { name: 'End Call' }).click()
    const plans = page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })
    await expect(plans).toBeVisible()

    await plans.getByRole('button', { name: 'Close' }).click()
    const again = await openTalkDialog(page, 'Amara')
    const frameAgain = again.frameLocator('iframe[title="Talk with Amara"]')
    await expect(frameAgain.getByRole('button', { name: 'Talk with Amara' })).toBeVisible()
    await expect(again.getByText('Loading AI Agent...')).toHaveCount(0)
  })
})
