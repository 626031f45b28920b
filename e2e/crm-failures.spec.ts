import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/free-port.ts'
import { LOCAL_TEAM_ACCESS_CODE } from '../server/src/config/env.ts'
import { makeDataDir } from './support/prepared-data.ts'
import { startServer } from './support/server.ts'
import { enterTeam, fillCrm, rowOf, teamContext, toast } from './support/team.ts'
import { expect, test } from './support/test.ts'

// The team's screen on a server of its own through a series of failures: the server has no records yet, is stopped
// under open pages and restarted, its payment provider is unreachable, and in the end the server is gone.
test.use({ allowedErrors: [/net::ERR_(?:CONNECTION|EMPTY|INCOMPLETE|SOCKET)|status of 503/] })

const STOP_LIMIT_MS = 2_000

async function see(page: Page, title: string, description: string | RegExp = /./): Promise<void> {
  await expect(toast(page, title)).toBeVisible()
  await expect(toast(page, title)).toContainText(description)
}

test('failures of the server are shown with the right texts, and the rows stay', async ({ page }) => {
  // This test starts two servers, one after the other.
  test.slow()
  const dataDir = makeDataDir()
  const port = await freePort()
  let server = await startServer({ dataDir, port })
  const stranger = await page.context().browser()?.newContext({ serviceWorkers: 'block' })
  if (!stranger) throw new Error('there is no browser')
  try {
    await test.step('empty tables say how they get rows', async () => {
      await teamContext(page.context(), server.url, await enterTeam(server.url))
      await page.goto(`${server.url}/crm?tab=emails`)
      await expect(
        page.getByText('No email CRM records found. New signups will appear here automatically.', { exact: true }),
      ).toBeVisible()
      await expect(page.getByLabel('Email follow-up figures')).toHaveText(
        'Total Signups0Pending Follow-ups0Completed Follow-ups0Follow-up Rate0%',
      )
      await page.getByRole('button', { name: 'Subscriptions' }).click()
      await expect(
        page.getByText('No subscribers found. Sync from Stripe to load your subscription data.', { exact: true }),
      ).toBeVisible()
    })

    await test.step('stopping the server is fast and causes no errors, and the page says that it is waiting', async () => {
      const entrance = await stranger.newPage()
      await entrance.goto(`${server.url}/auth`)
      await entrance.getByRole('tab', { name: 'TEAMS' }).click()
      await entrance.getByLabel('Access code').fill(LOCAL_TEAM_ACCESS_CODE)
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      const askedAtMs = performance.now()
      expect(await server.stop()).toBe(0)
      expect(performance.now() - askedAtMs).toBeLessThan(STOP_LIMIT_MS)
      // The shutdown did not wait for the page's event stream, nor for the browser's idle connections.
      expect(server.output()).not.toContain('were cut')
      await expect(page.getByText('No connection, trying again.')).toBeVisible()
      // This page has never shown a toast, and cannot load the script for toasts now, so the form itself shows the
      // error.
      await entrance.getByRole('button', { name: 'Access CRM' }).click()
      await expect(entrance.getByRole('alert')).toContainText('No connection')
      await expect(entrance.getByLabel('Access code')).toHaveValue(LOCAL_TEAM_ACCESS_CODE)
      expect(problems.filter((problem) => !problem.includes('ERR_CONNECTION_REFUSED'))).toEqual([])
    })

    await test.step('the page continues when the server is back', async () => {
      await fillCrm(dataDir)
      const away = { STRIPE_SECRET_KEY: 'sk_test_away', STRIPE_API_BASE: `http://localhost:${await freePort()}` }
      server = await startServer({ dataDir, port, env: away })
      await expect(rowOf(page, 'active@')).toBeVisible({ timeout: 25_000 })
      await expect(page.getByText('Changes appear as they happen')).toBeVisible()
    })

    await test.step('an unreachable payment provider', async () => {
      const words = 'The payment provider is not responding. Nothing was charged and nothing was changed.'
      await page.getByRole('button', { name: 'Sync from Stripe' }).click()
      await see(page, 'Failed to sync subscriptions', words)
      await rowOf(page, 'canceled@').getByRole('button', { name: 'Reactivate' }).click()
      await see(page, 'Failed to reactivate subscription', words)
      const opened = page.context().waitForEvent('page')
      await rowOf(page, 'paused@').getByRole('button', { name: 'Customer portal' }).click()
      await see(page, 'Failed to customer_portal subscription', words)
      // The new tab for the portal is closed again.
      await expect.poll(async () => (await opened).isClosed()).toBe(true)
      await rowOf(page, 'active@').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Cancel subscription' }).click()
      await see(page, 'Failed to cancel subscription', words)
      await expect(rowOf(page, 'active@')).toContainText('Active')
    })

    await test.step('an unreachable server', async () => {
      await page.getByRole('button', { name: 'Email CRM' }).click()
      await expect(page.getByRole('rowheader').first()).toHaveText('person00@example.com')
      await expect(page.getByLabel('Email follow-up figures')).toHaveText(
        'Total Signups60Pending Follow-ups30Completed Follow-ups15Follow-up Rate25%',
      )
      await page.getByRole('button', { name: 'Subscriptions' }).click()
      await server.kill()

      await page.getByRole('button', { name: 'Check Usage Limits' }).click()
      await see(page, 'Failed to check usage limits')
      await page.getByLabel('Tier', { exact: true }).selectOption('Premium')
      await see(page, 'Failed to fetch subscribers')
      await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible()
      await page.goBack()
      await expect(rowOf(page, 'active@')).toBeVisible()
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await see(page, 'Failed to export')

      await page.getByRole('button', { name: 'Email CRM' }).click()
      await see(page, 'Failed to fetch email CRM records')
      await rowOf(page, 'person00@').getByRole('button', { name: 'Mark contacted' }).click()
      await see(page, 'Failed to update follow-up status')
      await expect(rowOf(page, 'person00@')).toContainText('Pending')
      await page.getByRole('button', { name: /^Notes on person00@/ }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Not lost.')
      await page.getByRole('button', { name: 'Save' }).click()
      await see(page, 'Failed to update notes')
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Not lost.')
    })
  } finally {
    await stranger.close()
    await server.kill()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
