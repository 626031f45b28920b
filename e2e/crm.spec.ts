import { readFileSync } from 'node:fs'
import { LOCAL_TEAM_ACCESS_CODE } from '../server/src/config/env.ts'
import { signUpAndConfirm } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { EMAILS, emailsIn, openCrm, test, WITHIN_A_SECOND } from './support/crm.ts'
import { colleague, enterTeam, rowOf, teamContext, toast } from './support/team.ts'
import { expect } from './support/test.ts'

test.describe('the way in', () => {
  test('leads anybody else to the access code, and the code to the dashboard and out again', async ({
    page,
    server,
  }) => {
    await page.goto('/crm')
    await expect(page).toHaveURL('/auth')
    await page.getByRole('tabpanel').getByLabel('Access code').fill(LOCAL_TEAM_ACCESS_CODE)
    await page.getByRole('button', { name: 'Access CRM' }).click()
    await expect(page).toHaveURL('/crm')
    await expect(page.getByRole('heading', { level: 1, name: 'CRM Dashboard' })).toBeVisible()
    await expect(page.getByText('Manage subscriptions and email follow-ups', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Homepage' }).click()
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'CRM Dashboard' })).toBeVisible()

    const stored = await page.evaluate(() => localStorage.getItem('voxhall.teamToken'))
    const { token } = JSON.parse(stored ?? '{}') as { token: string }
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page).toHaveURL('/')
    await expect
      .poll(async () => {
        const answer = await fetch(`${server.url}/api/crm/stats`, { headers: { 'voxhall-team': token } })
        return answer.status
      })
      .toBe(401)
    await page.goto('/crm')
    await expect(page).toHaveURL('/auth')
  })

  test.describe('does not trust the flag', () => {
    test.use({ allowedErrors: [/status of 401 .*\/api\/crm\//] })

    test('that anybody can set', async ({ page }) => {
      await page.addInitScript(() => {
        if (window.origin !== 'null' && location.pathname === '/crm') localStorage.setItem('teamAccess', 'true')
      })
      await page.goto('/crm')
      await expect(page).toHaveURL('/auth')
      await expect(toast(page, 'Your team access has ended')).toBeVisible()
    })
  })
})

test.describe('subscriptions', () => {
  test('are shown by status, tier, usage and what can be done', async ({ page, server }) => {
    await openCrm(page, server)
    for (const name of ['Homepage', 'Subscriptions', 'Email CRM', 'Sync from Stripe', 'Check Usage Limits']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    }
    const figures = page.getByLabel('Subscription figures')
    await expect(figures).toHaveText(/Total Subscribers6Active Subscribers1Monthly Revenue\$9\.99Usage Limit Exceeded0/)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Email',
      'Status',
      'Tier',
      'Revenue',
      'Usage',
      'Start Date',
      'Actions',
    ])
    // Newest first.
    expect(await emailsIn(page)).toEqual(
      ['active', 'canceled', 'past-due', 'unpaid', 'incomplete', 'paused'].map((status) => `${status}@example.com`),
    )
    const tones = { active: 'green', canceled: 'red', 'past-due': 'yellow', unpaid: 'orange', incomplete: 'grey' }
    for (const [status, tone] of Object.entries({ ...tones, paused: 'grey' })) {
      const badge = rowOf(page, `${status}@example.com`).getByRole('cell').nth(0).locator('[data-tone]')
      await expect(badge, status).toHaveAttribute('data-tone', tone)
    }
    const tiers = { active: 'blue', canceled: 'purple', 'past-due': 'gold', unpaid: 'grey' }
    for (const [status, tone] of Object.entries(tiers)) {
      const badge = rowOf(page, `${status}@example.com`).getByRole('cell').nth(1).locator('[data-tone]')
      await expect(badge, status).toHaveAttribute('data-tone', tone)
    }
    const meter = (email: string) => rowOf(page, email).getByRole('meter')
    await expect(meter('active@')).toHaveAttribute('aria-valuenow', '50')
    await expect(meter('past-due@')).toHaveAttribute('aria-valuenow', '90')
    // As wide as its share, and never wider than the whole.
    const widthOf = (email: string) =>
      meter(email)
        .locator('span')
        .evaluate((bar: HTMLElement) => bar.style.width)
    expect(await widthOf('active@')).toBe('50%')
    expect(await widthOf('paused@')).toBe('100%')
    // Without a limit there is no bar.
    await expect(meter('unpaid@')).toHaveCount(0)

    const actions = (email: string) => rowOf(page, email).getByRole('button').allInnerTexts()
    expect(await actions('active@')).toEqual(['Cancel', 'Customer portal'])
    expect(await actions('canceled@')).toEqual(['Reactivate', 'Customer portal'])
    expect(await actions('past-due@')).toEqual(['Customer portal'])
  })

  test('are cancelled only after a question', async ({ page, server }) => {
    await openCrm(page, server)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await rowOf(page, 'active@').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toContainText('Cancel this subscription?')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(requests.filter((url) => url.includes('manage-subscription'))).toEqual([])
  })

  test('are filtered, sorted and searched, and the address keeps it', async ({ page, server }) => {
    await openCrm(page, server)
    await page.getByLabel('Status', { exact: true }).selectOption('Past due')
    await expect(page.getByRole('rowheader')).toHaveText(['past-due@example.com'])
    await expect(page.getByText('1 found')).toBeVisible()
    await page.getByLabel('Tier', { exact: true }).selectOption('Basic')
    await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible()
    await expect(page).toHaveURL('/crm?status=past_due&tier=Basic')
    await page.goBack()
    await expect(page.getByRole('rowheader')).toHaveText(['past-due@example.com'])
    await page.reload()
    await expect(page.getByLabel('Status', { exact: true })).toHaveValue('past_due')
    await page.getByLabel('Status', { exact: true }).selectOption('Any status')
    await page.getByRole('button', { name: 'Revenue' }).click()
    await expect(page.getByRole('columnheader', { name: 'Revenue' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByRole('rowheader').first()).toHaveText('past-due@example.com')
    await page.getByLabel('Search by email').fill('paid')
    await expect(page.getByRole('rowheader')).toHaveText(['unpaid@example.com'])
    await expect(page).toHaveURL('/crm?sort=revenue&order=desc&q=paid')
  })

  test('are exported as they are listed', async ({ page, server }) => {
    await openCrm(page, server, '/crm?status=unpaid')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('voxhall-subscribers.csv')
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^unpaid@example\.com,unpaid,Custom,0,12,0,false,/)
  })

  test('say that they are on their way while they are', async ({ page, server }) => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/crm/subscribers?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await teamContext(page.context(), await enterTeam(server.url))
    await page.goto('/crm')
    await expect(page.getByRole('status').getByText('Loading...')).toBeAttached()
    await expect(page.locator('main .animate-spin')).toBeVisible()
    gate.resolve()
    await expect(rowOf(page, 'active@')).toBeVisible()
    await expect(page.locator('main .animate-spin')).toHaveCount(0)
  })
})

test('changes of others appear by themselves, and an open editor stays', async ({ page, server }) => {
  await openCrm(page, server, EMAILS)
  await expect(page.getByText('Changes appear as they happen')).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await page.getByRole('button', { name: /^Notes on person00@/ }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Half a sentence')
  const { email } = await signUpAndConfirm(server.url)
  // The dialog hides the table from those who listen, not from those who look.
  await expect(page.getByText(email)).toBeVisible(WITHIN_A_SECOND)
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Half a sentence')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const other = colleague(server.url, await enterTeam(server.url))
  await rowOf(page, email).focus()
  await other.edit(email, { followUpStatus: 'contacted' })
  await expect(rowOf(page, email)).toContainText('Contacted', WITHIN_A_SECOND)
  await expect(rowOf(page, email)).toBeFocused()
  await expect(page.locator('html[data-same-page]')).toBeAttached()
})

for (const { name, width, colorScheme } of [
  { name: 'a phone at night', width: 390, colorScheme: 'dark' as const },
  { name: 'a desk by day', width: 1280, colorScheme: 'light' as const },
]) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme })

    test('nothing stands in anybody’s way', async ({ page, server }) => {
      await openCrm(page, server)
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Email CRM' }).click()
      await expect(page.getByText('person00@example.com')).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })
}
