import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './support/server.ts'
import { enterTeam, fillCrm, rowOf, teamContext, toast } from './support/team.ts'
import { expect, test } from './support/test.ts'

// Each of these needs a server of its own: one that is switched off under an open page, and one without anybody.

test.describe('a server that fails', () => {
  test.use({ allowedErrors: [/Failed to load resource|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE/] })

  test('is told of in the right words, and what is shown stays', async ({ page }) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'voxhall-crm-'))
    await fillCrm(dataDir)
    const failing = await startServer({ dataDir })
    try {
      await teamContext(page.context(), await enterTeam(failing.url))
      await page.goto(`${failing.url}/crm`)
      await expect(rowOf(page, 'active@')).toBeVisible()
      await page.getByRole('button', { name: 'Email CRM' }).click()
      await expect(page.getByRole('rowheader').first()).toHaveText('person00@example.com')
      await page.getByRole('button', { name: 'Subscriptions' }).click()
      await expect(rowOf(page, 'active@')).toBeVisible()
      await failing.kill()

      await page.getByRole('button', { name: 'Sync from Stripe' }).click()
      await expect(toast(page, 'Failed to sync subscriptions')).toBeVisible()
      await page.getByRole('button', { name: 'Check Usage Limits' }).click()
      await expect(toast(page, 'Failed to check usage limits')).toBeVisible()
      await rowOf(page, 'active@').getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('button', { name: 'Cancel subscription' }).click()
      await expect(toast(page, 'Failed to cancel subscription')).toBeVisible()
      await rowOf(page, 'canceled@').getByRole('button', { name: 'Reactivate' }).click()
      await expect(toast(page, 'Failed to reactivate subscription')).toBeVisible()
      await expect(toast(page, 'Failed to fetch subscribers')).toBeVisible()
      await expect(page.getByText('No connection, trying again.')).toBeVisible()
      await expect(rowOf(page, 'active@')).toBeVisible()

      await page.getByRole('button', { name: 'Email CRM' }).click()
      await expect(toast(page, 'Failed to fetch email CRM records')).toBeVisible()
      await rowOf(page, 'person00@').getByRole('button', { name: 'Mark contacted' }).click()
      await expect(toast(page, 'Failed to update follow-up status')).toBeVisible()
      await page.getByRole('button', { name: /^Notes on person00@/ }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Not lost.')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Failed to update notes')).toBeVisible()
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Not lost.')
    } finally {
      await failing.kill()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

test('tables without rows say how they come to have some', async ({ page }) => {
  const empty = await startServer()
  try {
    await teamContext(page.context(), await enterTeam(empty.url))
    await page.goto(`${empty.url}/crm`)
    await expect(
      page.getByText('No subscribers found. Sync from Stripe to load your subscription data.', { exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Email CRM' }).click()
    await expect(
      page.getByText('No email CRM records found. New signups will appear here automatically.', { exact: true }),
    ).toBeVisible()
  } finally {
    await page.close()
    await empty.stop()
  }
})
