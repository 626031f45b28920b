import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { LOCAL_TEAM_ACCESS_CODE } from '../server/src/config/env.ts'
import { signUpAndConfirm } from './support/accounts.ts'
import { buyPlans } from './support/payments.ts'
import { colleague, enterTeam, rowOf, seeAtOnce, teamContext, toast } from './support/team.ts'
import { expect, test } from './support/test.ts'

// The team's screen on a real server. Display, sorting and editing are tested without a server in
// web/src/routes/crm*.browser.test.tsx.

async function exportCsv(page: Page): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  return {
    name: file.suggestedFilename(),
    lines: readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  }
}

test('the access code opens the dashboard: sync, limits, cancel, reactivate, portal, export, log out', async ({
  page,
  server: { url },
}) => {
  const domain = `${randomUUID()}.example`
  const emails = await buyPlans(url, domain)
  await page.goto('/crm')
  await expect(page).toHaveURL('/auth')
  await page.getByRole('tabpanel').getByLabel('Access code').fill(LOCAL_TEAM_ACCESS_CODE)
  await page.getByRole('button', { name: 'Access CRM' }).click()
  await expect(page).toHaveURL('/crm')
  await expect(page.getByRole('heading', { level: 1, name: 'CRM Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Homepage' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()

  await page.getByRole('button', { name: 'Sync from Stripe' }).click()
  await expect(toast(page, 'subscriptions from Stripe')).toContainText(/Synced \d+ subscriptions/)
  await page.getByRole('button', { name: 'Check Usage Limits' }).click()
  await expect(toast(page, 'Usage Check Complete')).toContainText('Found 0 alerts (0 exceeded limits)')
  await page.getByLabel('Status', { exact: true }).selectOption('Active')
  await page.getByRole('button', { name: 'Email', exact: true }).click()
  await page.getByRole('searchbox').fill(domain)
  await expect(page).toHaveURL(`/crm?sort=email&order=asc&status=active&q=${domain}`)
  await expect(page.getByRole('rowheader')).toHaveText(emails.map((email) => new RegExp(email)))
  const exported = await exportCsv(page)
  expect(exported.name).toBe('voxhall-subscribers.csv')
  expect(exported.lines.slice(1).map((line) => line.split(',', 2))).toEqual(emails.map((email) => [email, 'active']))

  const [email = 'no email'] = emails
  await page.goto(`/crm?q=${encodeURIComponent(email)}`)
  const row = rowOf(page, email)
  await row.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(toast(page, 'Subscription cancel completed')).toBeVisible()
  await expect(row).toContainText('Canceled')
  await row.getByRole('button', { name: 'Reactivate' }).click()
  await expect(toast(page, 'Subscription reactivate completed')).toBeVisible()
  await expect(row).toContainText('Active')
  const opened = page.context().waitForEvent('page')
  await row.getByRole('button', { name: 'Customer portal' }).click()
  const portal = await opened
  await expect(portal).toHaveURL(/\/sandbox\/stripe\//)
  await expect(portal.getByText(email).first()).toBeVisible()
  expect(await portal.evaluate(() => window.opener === null)).toBe(true)
  await portal.close()

  const stored = await page.evaluate(() => localStorage.getItem('voxhall.teamToken'))
  const { token } = JSON.parse(stored ?? '{}') as { token: string }
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  await expect
    .poll(async () => {
      const answer = await fetch(`${url}/api/crm/stats`, { headers: { 'voxhall-team': token } })
      return answer.status
    })
    .toBe(401)
  await page.goto('/crm')
  await expect(page).toHaveURL('/auth')
})

test.describe('two members of the team', () => {
  test.use({ allowedErrors: [/status of 409 /] })

  test('see each other’s changes at once, and do not overwrite them', async ({ page, server }) => {
    await teamContext(page.context(), server.url, await enterTeam(server.url))
    await page.goto('/crm?tab=emails')
    await expect(page.getByText('Changes appear as they happen')).toBeVisible()
    await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
    const { email } = await signUpAndConfirm(server.url)
    await seeAtOnce(page.getByRole('row'), email)

    const other = colleague(server.url, await enterTeam(server.url))
    await other.edit(email, { followUpStatus: 'contacted' })
    await seeAtOnce(rowOf(page, email), 'Contacted')
    await page.getByRole('button', { name: `Notes on ${email}` }).click()
    const editor = page.getByRole('dialog').getByRole('textbox')
    await editor.fill('Mine.')
    await other.edit(email, { notes: '=THEIRS()' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Failed to update notes')).toContainText('Their change is saved and yours is not.')
    await expect(editor).toHaveValue('Mine.')
    expect((await other.find(email)).notes).toBe('=THEIRS()')
    await page.getByRole('button', { name: 'Add theirs above mine' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Notes updated')).toBeVisible()
    expect((await other.find(email)).notes).toBe('=THEIRS()\n\nMine.')
    await expect(page.locator('html[data-same-page]')).toBeAttached()

    await page.getByRole('searchbox').fill(email)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    const { name, lines } = await exportCsv(page)
    expect(name).toBe('voxhall-email-crm.csv')
    // The cell is exported as text, not as a formula.
    expect(lines.join('\n')).toMatch(/"?'=THEIRS\(\)/)
  })
})
