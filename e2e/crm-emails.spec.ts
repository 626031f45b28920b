import { readFileSync } from 'node:fs'
import { EMAILS, emailsIn, OLDEST, openCrm, test } from './support/crm.ts'
import { colleague, enterTeam, FORMULA, rowOf, toast } from './support/team.ts'
import { expect } from './support/test.ts'

test.describe('the e-mail follow-ups', () => {
  test('go from pending to contacted to completed, and back', async ({ page, server }) => {
    await openCrm(page, server, `${OLDEST}&q=person56`)
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
    await openCrm(page, server, `${EMAILS}&q=person59`)
    await expect(rowOf(page, 'person59@')).toContainText('Pending')
    await expect(page.getByLabel('Email follow-up figures')).toHaveText(
      /^Total Signups\d+Pending Follow-ups\d+Completed Follow-ups\d+Follow-up Rate\d+%$/,
    )
  })

  test('are turned over page by page, each person once', async ({ page, server }) => {
    await openCrm(page, server, `${OLDEST}&q=person`)
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

  test('are exported all, not only those of the page, and none as a formula', async ({ page, server }) => {
    await openCrm(page, server, `${OLDEST}&q=person`)
    await expect(page.getByRole('rowheader')).toHaveCount(25)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('voxhall-email-crm.csv')
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.match(/^person\d\d@/gm)).toHaveLength(60)
    expect(text.match(/^person\d\d@/gm)?.[0]).toBe('person59@')
    expect(text).toContain(`,"'${FORMULA.replaceAll('"', '""')}"`)
  })

  test.describe('that a colleague has moved on meanwhile', () => {
    test.use({ allowedErrors: [/status of 409 |\/api\/crm\/events/] })

    test('stay as the colleague has left them, and are shown so', async ({ page, server }) => {
      // The moment before a change arrives, made longer.
      await page.route('**/api/crm/events', (route) => route.abort())
      await openCrm(page, server, `${EMAILS}&q=person48`)
      const row = rowOf(page, 'person48@')
      await expect(row).toContainText('Pending')
      const other = colleague(server.url, await enterTeam(server.url))
      await other.edit('person48@example.com', { followUpStatus: 'completed' })
      await row.getByRole('button', { name: 'Mark contacted' }).click()
      await expect(toast(page, 'Failed to update follow-up status')).toContainText('Someone else has changed this.')
      await expect(row).toContainText('Completed')
      expect(await other.find('person48@example.com')).toMatchObject({ follow_up_status: 'completed' })
    })
  })

  test('can be worked on with the keyboard alone', async ({ page, server }) => {
    await openCrm(page, server, `${OLDEST}&q=person5`)
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
    await page.keyboard.press('Home')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: /^Notes on person59@/ })).toBeFocused()

    await page.getByRole('button', { name: 'Subscriptions' }).click()
    await rowOf(page, 'active@').focus()
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'active@').getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Cancel this subscription?')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'active@').getByRole('button', { name: 'Cancel' })).toBeFocused()
  })
})

test.describe('notes', () => {
  test('open with what is there, and are kept only by Save', async ({ page, server }) => {
    await openCrm(page, server, `${EMAILS}&q=person00`)
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
      await openCrm(page, server, `${EMAILS}&q=person40`)
      await page.getByRole('button', { name: /^Notes on person40@/ }).click()
      const editor = page.getByRole('dialog').getByRole('textbox')
      await editor.fill('Mine.')
      const other = colleague(server.url, await enterTeam(server.url))
      await other.edit('person40@example.com', { notes: 'Theirs.' })
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Failed to update notes')).toContainText('Their change is saved and yours is not.')
      await expect(page.getByRole('alert').filter({ hasText: 'A colleague has saved different notes.' })).toContainText(
        'Theirs.',
      )
      await expect(editor).toHaveValue('Mine.')
      expect((await other.find('person40@example.com')).notes).toBe('Theirs.')
      await page.getByRole('button', { name: 'Add theirs above mine' }).click()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(toast(page, 'Notes updated')).toBeVisible()
      expect((await other.find('person40@example.com')).notes).toBe('Theirs.\n\nMine.')
    })

    test('are saved when only something else of the record was changed', async ({ page, server }) => {
      await openCrm(page, server, `${EMAILS}&q=person44`)
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
