import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { repositoryRoot } from '../scripts/repository-root.ts'
import { signedIn } from './support/accounts.ts'
import { LIGHT_PAGE, openTalkDialog } from './support/talk.ts'
import { ALLOWED_SHOP_VARIABLE } from './support/prepared-data.ts'
import { pageWithTag, startShop } from './support/shop.ts'
import { expect, test } from './support/test.ts'

// An assistant embedded in a page of another site, whose content security policy admits only our script and our frame. A
// whole conversation on another site is in customer.spec.ts.

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

test.describe('on another site', () => {
  test('one tag adds a button and loads nothing more until it is pressed; a visitor is greeted, and closing ends the call', async ({
    page,
    server,
  }) => {
    expect(gzipSync(readFileSync(join(repositoryRoot, 'build/client/embed.js'))).byteLength).toBeLessThanOrEqual(10_000)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(process.env[ALLOWED_SHOP_VARIABLE] ?? '')
    const launcher = page.getByRole('button', { name: 'Talk with Giovanni' })
    await expect(launcher).toBeVisible()
    expect(page.frames()).toHaveLength(1)
    expect(asked.filter((url) => url.startsWith(server.url))).toEqual([
      `${server.url}/embed.js`,
      `${server.url}/api/embed/culinary/site`,
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
    test('visitors see no button, and the console tells the developer why', async ({ page, server }) => {
      const stranger = await startShop(() => pageWithTag(server.url))
      const told = page.waitForEvent('console', (message) => message.text().startsWith('Voxhall: '))
      await page.goto(stranger.url)
      expect((await told).text()).toContain(`${stranger.url} is not allowed`)
      await expect(page.locator('voxhall-assistant, iframe')).toHaveCount(0)
      await stranger.stop()
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
    await page.goto(LIGHT_PAGE)
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
