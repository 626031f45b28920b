import { rmSync } from 'node:fs'
import type { Browser, Locator, Page } from '@playwright/test'
import { listCallsResponseSchema } from '../contract/src/calls.ts'
import { addPerson, inDatabase, signIn, signInContext, type Account } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { waitForMail } from './support/mailbox.ts'
import { addClockedCustomer, DECLINED_CARD, payWithCard, sandboxOf, useAllBut } from './support/payments.ts'
import { makeDataDir } from './support/prepared-data.ts'
import { startServer } from './support/server.ts'
import { comeBackTo } from './support/tabs.ts'
import { LIGHT_PAGE, openTalkWithoutVideo, startCall } from './support/talk.ts'
import { enterTeam, rowOf, seeAtOnce, teamContext, toast } from './support/team.ts'
import { expect, openContext, test } from './support/test.ts'

// The life of a plan from the first payment into the next period, as seen by the subscriber and by the team at /crm.

/**
 * The time left in the plan when the call begins. That calls on a plan may outlast a demo minute is tested on the
 * server.
 */
const LEFT_MS = 8_000
const DAY_SECONDS = 86_400
/** The longest that a server may take to shut down. */
const STOP_LIMIT_MS = 2_000

async function talkWith(page: Page, siteUrl: string, name: string): Promise<Locator> {
  await page.goto(`${siteUrl}${LIGHT_PAGE}`)
  const dialog = await openTalkWithoutVideo(page, name)
  await startCall(dialog, name)
  return dialog
}

async function watchCrm(browser: Browser, serverUrl: string): Promise<Page> {
  const context = await openContext(browser, { reducedMotion: 'reduce' })
  await teamContext(context, serverUrl, await enterTeam(serverUrl))
  const page = await context.newPage()
  await page.goto(`${serverUrl}/crm`)
  await expect(page.getByText('No subscribers found.')).toBeVisible()
  await expect(page.getByText('Changes appear as they happen')).toBeVisible()
  // Marks the document, to check at the end that the page was never reloaded.
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  return page
}

async function latestCall(serverUrl: string, { token }: Account) {
  const response = await fetch(`${serverUrl}/api/calls`, { headers: { authorization: `Bearer ${token}` } })
  return listCallsResponseSchema.parse(await response.json()).calls[0]
}

test.describe('a plan', () => {
  // The declined card, and the call refused because no minutes are left.
  test.use({ allowedErrors: [/status of 402 .*\/(sandbox\/stripe\/pay|api\/calls)/] })

  test('is paid, used up, canceled, reactivated and renewed, and the team sees every step', async ({
    page,
    quietBrowser,
  }) => {
    // This test covers the whole life of a plan and starts the server twice.
    test.slow()
    const dataDir = makeDataDir()
    const nowSeconds = Math.floor(Date.now() / 1_000)
    const { clockId, ...person } = await inDatabase(dataDir, async (db) => {
      const added = await addPerson(db)
      return { ...added, clockId: await addClockedCustomer(db, { ...added, nowSeconds }) }
    })
    let server = await startServer({ dataDir })
    const { url } = server
    try {
      const account = await signIn(url, person)
      const { email, userId } = account
      const stripe = sandboxOf(url)

      const team = await watchCrm(quietBrowser, url)
      const row = rowOf(team, email)
      await signInContext(page.context(), url, account)

      await test.step('choose the plan, and pay in a new tab', async () => {
        await page.goto(`${url}/pricing`)
        const [checkout] = await Promise.all([
          page.context().waitForEvent('page'),
          page.getByRole('button', { name: 'Choose Basic' }).click(),
        ])
        await expect(checkout).toHaveURL(/\/sandbox\/stripe\/pay\//)
        expect(await violations(checkout)).toEqual([])
        await payWithCard(checkout, { card: DECLINED_CARD })
        await expect(checkout.getByRole('alert')).toHaveText('Your card was declined.')
        await expect(row).toHaveCount(0)
        await payWithCard(checkout)
        await seeAtOnce(row, 'Active')
        await expect(row).toContainText('$9.99')
        await expect(row).toContainText('0 / 250 min')
        await expect(checkout.getByText('Your plan Basic is active')).toBeVisible()
        await checkout.close()
      })

      // Adds an earlier call to the database while the server is stopped. The restarted server counts its minutes.
      await test.step('an earlier call has used nearly all minutes', async () => {
        await page.goto('about:blank')
        const askedAtMs = performance.now()
        expect(await server.stop()).toBe(0)
        expect(performance.now() - askedAtMs).toBeLessThan(STOP_LIMIT_MS)
        // The shutdown did not wait for the team's event stream, nor for the browser's idle connections.
        expect(server.output()).not.toContain('were cut')
        await expect(team.getByText('No connection, trying again.')).toBeVisible()
        await inDatabase(dataDir, (db) => useAllBut(db, { userId, leftMs: LEFT_MS }))
        server = await startServer({ dataDir, port: Number(new URL(url).port) })
        await expect(row).toContainText('249.9 / 250 min', { timeout: 20_000 })
        await waitForMail(url, email, 'Your minutes are running low')
      })

      await test.step('talk until the server ends the call', async () => {
        const dialog = await talkWith(page, url, 'Giovanni')
        await expect(dialog.getByRole('timer')).toHaveText(/^0:0\d$/)
        await dialog.getByLabel('Type to Giovanni').fill('what happens to what I say?')
        await dialog.getByRole('button', { name: 'Send' }).click()
        await expect(dialog.getByRole('log')).toContainText('what happens to what I say?')
        await expect(row).toContainText('Limit exceeded', { timeout: LEFT_MS + 20_000 })
        await seeAtOnce(dialog.getByRole('alert'), 'Your minutes are used up')
        await expect(dialog.getByRole('link', { name: 'See your plan' })).toBeVisible()
        const call = await latestCall(url, account)
        expect(call).toMatchObject({ status: 'ended', endReason: 'limit-reached' })
        expect(call?.durationMs).toBeGreaterThanOrEqual(LEFT_MS)
        expect(call?.durationMs).toBeLessThan(LEFT_MS + 2_000)
        await expect(row).toContainText('250 / 250 min')
        await team.getByRole('button', { name: 'Check Usage Limits' }).click()
        await expect(toast(team, 'Usage Check Complete')).toContainText('Found 1 alerts (1 exceeded limits)')
        await expect(team.getByLabel('Subscription figures')).toContainText('Usage Limit Exceeded1')
        const mail = await waitForMail(url, email, 'Your minutes are used up')
        expect(mail.links).toContain(`${url}/account`)
        // The person has a plan, so no plan is offered.
        await expect(page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })).toHaveCount(0)
        await page.keyboard.press('Escape')
        await expect(dialog).toHaveCount(0)
      })

      await test.step('no call begins without minutes, and a link leads to the plan', async () => {
        const dialog = await talkWith(page, url, 'Giovanni')
        await expect(dialog.getByRole('alert')).toContainText('Your minutes are used up')
        await expect(dialog.getByRole('alert')).toContainText(/You get new ones on \w+ \d+, \d+/)
        await dialog.getByRole('link', { name: 'See your plan' }).click()
        await expect(page).toHaveURL(`${url}/account`)
        await expect(page.getByText('No minutes left')).toBeVisible()
        await expect(page.getByText('A larger plan gives you more at once.')).toBeVisible()
      })

      const plan = page.getByRole('article', { name: 'Basic' })
      await test.step('cancel on the provider’s page', async () => {
        const [portal] = await Promise.all([
          page.context().waitForEvent('page'),
          page.getByRole('button', { name: 'Change or cancel' }).click(),
        ])
        await expect(portal).toHaveURL(/\/sandbox\/stripe\/portal\//)
        expect(await violations(portal)).toEqual([])
        await portal.getByRole('link', { name: 'Cancel plan' }).click()
        await portal.getByRole('button', { name: 'Cancel plan' }).click()
        await seeAtOnce(row, 'Canceled')
        await portal.close()
        await comeBackTo(page)
        await expect(plan.getByText('Canceled', { exact: true })).toBeVisible()
      })

      await test.step('the team reactivates the plan', async () => {
        await row.getByRole('button', { name: 'Reactivate' }).click()
        await expect(toast(team, 'Subscription reactivate completed')).toBeVisible()
        await seeAtOnce(row, 'Active')
        await comeBackTo(page)
        await expect(plan).toContainText('Renews on')
        await expect(plan).toContainText('No minutes left')
      })

      await test.step('a month later the minutes start again', async () => {
        await stripe.testHelpers.testClocks.advance(clockId, { frozen_time: nowSeconds + 32 * DAY_SECONDS })
        await expect
          .poll(async () => (await stripe.testHelpers.testClocks.retrieve(clockId)).status, { intervals: [100] })
          .toBe('ready')
        await seeAtOnce(row, /(^|\D)0 \/ 250 min/)
        await comeBackTo(page)
        await expect(plan).toContainText('250 minutes left')
        await expect(page.getByRole('cell', { name: '$9.99' })).toHaveCount(2)
      })
      await expect(team.locator('html[data-same-page]')).toBeAttached()
      await team.context().close()
    } finally {
      await page.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})
