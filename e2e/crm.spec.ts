import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { LOCAL_TEAM_ACCESS_CODE } from '../server/src/env.ts'
import { signUpAndConfirm } from './support/accounts.ts'
import { startServer, type RunningServer } from './support/server.ts'
import { colleague, enterTeam, fillCrm, rowOf, teamContext, toast } from './support/team.ts'
import { expect, test as base } from './support/test.ts'

/** The same tests' server, with a filled CRM. */
const test = base.extend<object, { server: RunningServer }>({
  server: [
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'voxhall-crm-'))
      await fillCrm(dataDir)
      const server = await startServer({ dataDir })
      await use(server)
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

const EMAILS = '/crm?tab=emails'
/** Oldest first, so that sign-ups of other tests stay away from it. */
const OLDEST = '/crm?tab=emails&sort=signup&order=asc'

async function open(page: Page, server: RunningServer, path = '/crm'): Promise<void> {
  await teamContext(page.context(), await enterTeam(server.url))
  await page.goto(path)
  await expect(page.getByRole('table')).toBeVisible()
}

function emailsIn(page: Page): Promise<string[]> {
  return page.getByRole('rowheader').allInnerTexts()
}

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}

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
    await open(page, server)
    for (const name of ['Homepage', 'Subscriptions', 'Email CRM', 'Sync from Stripe', 'Check Usage Limits']) {
      await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    }
    const figures = page.getByLabel('Figures of the subscriptions')
    await expect(figures).toHaveText(/Total Subscribers6Active Subscribers1Monthly Revenue\$9\.99Usage Limit Exceeded1/)
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
    // No limit, and one that is exceeded: no bar.
    await expect(meter('unpaid@')).toHaveCount(0)
    await expect(meter('incomplete@')).toHaveCount(0)

    const actions = (email: string) => rowOf(page, email).getByRole('button').allInnerTexts()
    expect(await actions('active@')).toEqual(['Cancel', 'Customer portal'])
    expect(await actions('canceled@')).toEqual(['Reactivate', 'Customer portal'])
    expect(await actions('past-due@')).toEqual(['Customer portal'])
  })

  test('are cancelled only after a question', async ({ page, server }) => {
    await open(page, server)
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await rowOf(page, 'active@').getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toContainText('Cancel this subscription?')
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(requests.filter((url) => url.includes('manage-subscription'))).toEqual([])
  })

  test('are filtered, sorted and searched, and the address keeps it', async ({ page, server }) => {
    await open(page, server)
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
    await page.getByLabel('Search by e-mail').fill('paid')
    await expect(page.getByRole('rowheader')).toHaveText(['unpaid@example.com'])
    await expect(page).toHaveURL('/crm?sort=revenue&order=desc&q=paid')
  })

  test('are exported as they are listed', async ({ page, server }) => {
    await open(page, server, '/crm?status=unpaid')
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
})

test.describe('the e-mail follow-ups', () => {
  test('go from pending to contacted to completed, and back', async ({ page, server }) => {
    await open(page, server, `${OLDEST}&q=person56`)
    await expect(page.getByRole('columnheader')).toHaveText([
      'Email',
      'Display Name',
      'Signup Date',
      'Status',
      'Last Contact',
      'Notes',
      'Actions',
    ])
    await expect(page.getByRole('button', { name: 'Sync from Stripe' })).toHaveCount(0)
    const row = rowOf(page, 'person56@')
    const contact = row.getByRole('cell').nth(3)
    await expect(contact).toContainText('none')
    await row.getByRole('button', { name: 'Mark contacted' }).click()
    await expect(toast(page, 'Follow-up status updated')).toBeVisible()
    await expect(row).toContainText('Contacted')
    await expect(contact.locator('time')).toHaveAttribute('datetime', /^20\d\d-/)
    await row.getByRole('button', { name: 'Mark completed' }).click()
    await expect(row).toContainText('Completed')
    await expect(contact).toContainText('none')
    await row.getByRole('button', { name: 'Reset' }).click()
    await expect(row).toContainText('Pending')
  })

  test('show what nobody knows as pending', async ({ page, server }) => {
    await open(page, server, `${EMAILS}&q=person59`)
    await expect(rowOf(page, 'person59@')).toContainText('Pending')
    await expect(page.getByLabel('Figures of the e-mail follow-ups')).toHaveText(
      /^Total Signups\d+Pending Follow-ups\d+Completed Follow-ups\d+Follow-up Rate\d+%$/,
    )
  })

  test('are turned over page by page, each person once', async ({ page, server }) => {
    await open(page, server, `${OLDEST}&q=person`)
    const seen = await emailsIn(page)
    expect(seen).toHaveLength(25)
    for (const rest of [25, 10]) {
      await page.getByRole('button', { name: 'Next' }).click()
      await expect(page.getByText(seen.at(-1) ?? '')).toBeHidden()
      await expect(page.getByRole('rowheader')).toHaveCount(rest)
      seen.push(...(await emailsIn(page)))
    }
    expect(new Set(seen).size).toBe(60)
    await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('rowheader').first()).toHaveText(seen[25] ?? '')
    await page.reload()
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('rowheader').first()).toHaveText(seen[0] ?? '')
    await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  })

  test('can be worked on with the keyboard alone', async ({ page, server }) => {
    await open(page, server, `${OLDEST}&q=person5`)
    await page.getByRole('button', { name: 'Last Contact' }).focus()
    await page.keyboard.press('Tab')
    await expect(rowOf(page, 'person59@')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'person57@')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Notes' })).toBeFocused()
    await page.keyboard.type('By keyboard.')
    await page.keyboard.press('Control+Enter')
    await expect(toast(page, 'Notes updated')).toBeVisible()
    await expect(rowOf(page, 'person57@')).toBeFocused()
    await expect(rowOf(page, 'person57@')).toContainText('By keyboard.')
    await page.keyboard.press('End')
    await expect(rowOf(page, 'person50@')).toBeFocused()
  })
})

test.describe('notes', () => {
  test('open with what is there, and are kept only by Save', async ({ page, server }) => {
    await open(page, server, `${EMAILS}&q=person00`)
    const cell = page.getByRole('button', { name: /^Notes on person00@/ })
    await cell.click()
    const editor = page.getByRole('dialog').getByRole('textbox')
    await expect(editor).toHaveValue('Prefers e-mail.\n<b>not bold</b>')
    await editor.fill('Gone with Cancel.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await cell.click()
    await expect(editor).toHaveValue('Prefers e-mail.\n<b>not bold</b>')
    await editor.fill('Kept by Save.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, 'Notes updated')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(cell).toContainText('Kept by Save.')
  })

  test.describe('that a colleague has changed meanwhile', () => {
    test.use({ allowedErrors: [/status of 409 /] })

    test('are not written over, and nothing that was typed is lost', async ({ page, server }) => {
      await open(page, server, `${EMAILS}&q=person40`)
      await page.getByRole('button', { name: /^Notes on person40@/ }).click()
      const editor = page.getByRole('dialog').getByRole('textbox')
      await editor.fill('Mine.')
      const other = colleague(server.url, await enterTeam(server.url))
      await other.edit('person40@example.com', { notes: 'Theirs.' })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Failed to update notes')).toContainText(
        'Their change was kept and yours was not saved.',
      )
      await expect(
        page.getByRole('alert').filter({ hasText: 'A colleague saved other notes meanwhile.' }),
      ).toContainText('Theirs.')
      await expect(editor).toHaveValue('Mine.')
      expect((await other.find('person40@example.com')).notes).toBe('Theirs.')
      await page.getByRole('button', { name: 'Put theirs before mine' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Notes updated')).toBeVisible()
      expect((await other.find('person40@example.com')).notes).toBe('Theirs.\n\nMine.')
    })

    test('are saved when only something else of the record was changed', async ({ page, server }) => {
      await open(page, server, `${EMAILS}&q=person44`)
      await page.getByRole('button', { name: /^Notes on person44@/ }).click()
      await page.getByRole('dialog').getByRole('textbox').fill('Mine alone.')
      const other = colleague(server.url, await enterTeam(server.url))
      await other.edit('person44@example.com', { followUpStatus: 'contacted' })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Notes updated')).toBeVisible()
      await expect(rowOf(page, 'person44@')).toContainText('Contacted')
    })
  })
})

test('changes of others appear by themselves, and an open editor stays', async ({ page, server }) => {
  await open(page, server, EMAILS)
  await expect(page.getByText('Changes appear as they happen')).toBeVisible()
  await page.evaluate(() => document.documentElement.setAttribute('data-same-page', ''))
  await page.getByRole('button', { name: /^Notes on person00@/ }).click()
  await page.getByRole('dialog').getByRole('textbox').fill('Half a sentence')
  const { email } = await signUpAndConfirm(server.url)
  // The dialog hides the table from those who listen, not from those who look.
  await expect(page.getByText(email)).toBeVisible({ timeout: 3_000 })
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('Half a sentence')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).click()

  const other = colleague(server.url, await enterTeam(server.url))
  await rowOf(page, email).focus()
  await other.edit(email, { followUpStatus: 'contacted' })
  await expect(rowOf(page, email)).toContainText('Contacted', { timeout: 1_500 })
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
      await open(page, server)
      expect(await violations(page)).toEqual([])
      await page.getByRole('button', { name: 'Email CRM' }).click()
      await expect(page.getByText('person00@example.com')).toBeVisible()
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })
}
