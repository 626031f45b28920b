import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, expectFocusKept, isAskedOnLeaving } from '../ui/show-testing.tsx'
import { openTeamServer } from './crm-testing.ts'
import type { Answers } from '../lib/answers-testing.ts'
import { openSite } from './site-testing.tsx'

// The team's screen: the contacts to follow up.

const rows = () => page.getByRole('rowheader')
const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })
const notesOf = (email: string) => page.getByRole('button', { name: new RegExp(`^Notes on ${email}@`) })
const editor = () => page.getByRole('dialog', { name: 'Notes' }).getByRole('textbox')
const emailsShown = () =>
  rows()
    .elements()
    .map(({ textContent }) => textContent)

async function openEmails(query = '', answers: Answers = {}) {
  const team = openTeamServer()
  const site = await openSite(`/crm?tab=emails${query}`, { isTeam: true, answers: { ...team.answers, ...answers } })
  await expect.element(rows().first()).toBeVisible()
  return { site, team }
}

test('a follow-up goes from pending to contacted to completed, and back', async () => {
  await openEmails('&q=person56')
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Email', 'Display Name', 'Signup Date', 'Status', 'Last Contact', 'Notes', 'Actions'])
  await expect.element(button('Sync from Stripe')).not.toBeInTheDocument()
  await expect
    .element(page.getByLabelText('Email follow-up figures'))
    .toHaveTextContent('Total Signups60Pending Follow-ups30Completed Follow-ups15Follow-up Rate25%')
  const row = rowOf('person56@')
  const contact = row.getByRole('cell').nth(3)
  await expect.element(contact.getByText('none')).toBeInTheDocument()
  await row.getByRole('button', { name: 'Mark contacted, person56@example.com', exact: true }).click()
  await expect.element(page.getByText('Follow-up status updated').first()).toBeVisible()
  await expect.element(row.getByText('Contacted', { exact: true })).toBeVisible()
  expect(contact.element().querySelector('time')?.dateTime).toMatch(/^20\d\d-/)
  await row.getByRole('button', { name: /^Mark completed/ }).click()
  await expect.element(row.getByText('Completed', { exact: true })).toBeVisible()
  await expect.element(contact.getByText('none')).toBeInTheDocument()
  await row.getByRole('button', { name: /^Reset/ }).click()
  await expect.element(row.getByText('Pending', { exact: true })).toBeVisible()
})

test('the pages show each person once, and the address keeps the page', async () => {
  const { site } = await openEmails('&sort=signup&order=asc')
  const seen = emailsShown()
  expect(seen).toHaveLength(25)
  for (const rest of [25, 10]) {
    await button('Next').click()
    await expect.element(rows()).toHaveLength(rest)
    await expect.poll(() => emailsShown()[0]).not.toBe(seen.at(-25))
    seen.push(...emailsShown())
  }
  expect(new Set(seen).size).toBe(60)
  await expect.element(button('Next')).toBeDisabled()
  await expectFocusKept(button('Next'))
  expect(site.path()).toContain('cursor=50')
  await button('Previous').click()
  await expect.poll(() => emailsShown()[0]).toBe(seen[25])
  await button('Previous').click()
  await expect.poll(() => emailsShown()[0]).toBe(seen[0])
  await expect.element(button('Previous')).toBeDisabled()
  // A search begins on the first page of what it finds.
  await button('Next').click()
  await page.getByRole('searchbox').fill('person59')
  await expect.poll(emailsShown).toEqual(['person59@example.com'])
})

test('a follow-up that a colleague has changed is not overwritten, and the change is shown', async () => {
  const { team } = await openEmails('&q=person48')
  team.edit('person48@example.com', { followUpStatus: 'completed' }, false)
  await rowOf('person48@')
    .getByRole('button', { name: /^Mark contacted/ })
    .click()
  await expect.element(page.getByText('Failed to update follow-up status')).toBeVisible()
  await expect.element(page.getByText(/Someone else has changed this\./)).toBeVisible()
  await expect.element(rowOf('person48@').getByText('Completed', { exact: true })).toBeVisible()
  expect(team.emailOf('person48@example.com').follow_up_status).toBe('completed')
})

test('when the server changes a row, the focus stays, and an open editor keeps the typed text', async () => {
  const { team } = await openEmails('&q=person0&sort=status&order=desc')
  await expect.element(page.getByText('Changes appear as they happen')).toBeVisible()
  await notesOf('person00').click()
  await editor().fill('Half a sentence')
  team.edit('person01@example.com', { followUpStatus: 'contacted' }, true)
  // The table behind the dialog is updated, too.
  await expect.poll(() => document.querySelector('[data-row=e1]')?.textContent).toContain('Contacted')
  await expect.element(editor()).toHaveValue('Half a sentence')
  await expect.element(editor()).toHaveFocus()
  await button('Cancel').click()
  ;(rowOf('person02@').element() as HTMLElement).focus()
  team.edit('person02@example.com', { followUpStatus: 'completed' }, true)
  await expect.element(rows().last()).toHaveTextContent('person02@example.com')
  await expect.element(rowOf('person02@')).toHaveFocus()
})

test('changes made while the connection was lost are shown when it is back', async () => {
  const { team } = await openEmails('&q=person01')
  const connection = page.getByRole('status').filter({ hasText: /Changes appear|No connection/ })
  await expect.element(connection).toHaveTextContent('Changes appear as they happen')
  await expect.element(rowOf('person01@').getByText('Pending', { exact: true })).toBeVisible()
  team.breakOff()
  team.edit('person01@example.com', { followUpStatus: 'completed' }, false)
  await expect
    .poll(() => {
      dispatchEvent(new Event('online'))
      return rowOf('person01@').element().textContent
    })
    .toContain('Completed')
})

test('the table can be used with the keyboard alone', async () => {
  await openEmails('&sort=signup&order=asc&q=person5')
  const table = page.getByRole('table', { name: 'Email follow-ups' })
  await expect.element(table).toHaveAccessibleDescription(/^The arrow keys move from row to row/)
  ;(button('Last Contact').element() as HTMLElement).focus()
  await userEvent.tab()
  await expect.element(rowOf('person59@')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(rowOf('person57@')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(editor()).toHaveFocus()
  await userEvent.keyboard('By keyboard.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Notes updated')).toBeVisible()
  await expect.element(rowOf('person57@')).toHaveFocus()
  await expect.element(rowOf('person57@').getByText('By keyboard.')).toBeVisible()
  await userEvent.keyboard('{End}')
  await expect.element(rowOf('person50@')).toHaveFocus()
  // As by a click.
  ;(rowOf('person56@').element() as HTMLElement).focus()
  await userEvent.tab()
  await expect.element(notesOf('person56')).toHaveFocus()
  await userEvent.keyboard('{Home}')
  await userEvent.tab()
  await expect.element(notesOf('person59')).toHaveFocus()
  while (rowOf('person59@').element().contains(document.activeElement)) await userEvent.tab()
  expect(table.element().contains(document.activeElement), 'the buttons of the other rows are skipped').toBe(false)
})

test('the editor shows notes exactly as typed, and only Save keeps changes', async () => {
  await openEmails('&q=person00')
  await notesOf('person00').click()
  await expect.element(editor()).toHaveValue('Prefers e-mail.\n<b>not bold</b>')
  await editor().fill('Gone with Cancel.')
  // A press beside the editor loses nothing.
  await userEvent.click(document.documentElement, { position: { x: 8, y: 400 } })
  await new Promise(requestAnimationFrame)
  await expect.element(editor()).toHaveValue('Gone with Cancel.')
  await button('Cancel').click()
  await expect.element(editor()).not.toBeInTheDocument()
  await notesOf('person00').click()
  await expect.element(editor()).toHaveValue('Prefers e-mail.\n<b>not bold</b>')
  await editor().fill('Kept by Save.')
  await button('Save').click()
  await expect.element(page.getByText('Notes updated')).toBeVisible()
  await expect.element(editor()).not.toBeInTheDocument()
  await expect.element(notesOf('person00').getByText('Kept by Save.')).toBeVisible()
})

test('text that is not saved is there again after Escape, and a colleague’s notes since then are shown', async () => {
  const { team } = await openEmails('&q=person40')
  await notesOf('person40').click()
  await editor().fill('Mine.')
  expect(isAskedOnLeaving()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(editor()).not.toBeInTheDocument()
  await notesOf('person40').click()
  await expect.element(editor()).toHaveValue('Mine.')
  await expect.element(editor()).toHaveAccessibleDescription('You typed this before. It is not saved yet.')
  await userEvent.keyboard('{Escape}')
  team.edit('person40@example.com', { notes: 'Theirs.' }, true)
  await expect.element(notesOf('person40').getByText('Theirs.')).toBeVisible()
  await notesOf('person40').click()
  await expect.element(editor()).toHaveValue('Mine.')
  await expect.element(page.getByRole('alert').getByText('Theirs.')).toBeVisible()
  await button('Cancel').click()
  await notesOf('person40').click()
  await expect.element(editor()).toHaveValue('Theirs.')
  expect(isAskedOnLeaving()).toBe(false)
})

test('notes that a colleague has changed are not overwritten, and no typed text is lost', async () => {
  const { team } = await openEmails('&q=person40')
  await notesOf('person40').click()
  await editor().fill('Mine.')
  team.edit('person40@example.com', { notes: 'Theirs.' }, false)
  await button('Save').click()
  await expect.element(page.getByText(/Their change is saved and yours is not\./)).toBeVisible()
  const alert = page.getByRole('alert').filter({ hasText: 'A colleague has saved different notes.' })
  await expect.element(alert.getByText('Theirs.', { exact: true })).toBeVisible()
  await expect.element(editor()).toHaveValue('Mine.')
  expect(team.emailOf('person40@example.com').notes).toBe('Theirs.')
  await button('Use theirs').click()
  await expect.element(editor()).toHaveValue('Theirs.')
  await editor().fill('Mine.')
  await button('Add theirs above mine').click()
  await button('Save').click()
  await expect.element(page.getByText('Notes updated')).toBeVisible()
  expect(team.emailOf('person40@example.com').notes).toBe('Theirs.\n\nMine.')
})

test('notes are saved when only another field of the record has changed', async () => {
  const { team } = await openEmails('&q=person44')
  await notesOf('person44').click()
  await editor().fill('Mine alone.')
  team.edit('person44@example.com', { followUpStatus: 'contacted' }, false)
  await button('Save').click()
  await expect.element(page.getByText('Notes updated')).toBeVisible()
  await expect.element(rowOf('person44@').getByText('Contacted', { exact: true })).toBeVisible()
  expect(team.emailOf('person44@example.com').notes).toBe('Mine alone.')
})

test('an edit that does not reach the server is reported, and no typed text is lost', async () => {
  const away = () => Promise.reject(new TypeError('Failed to fetch'))
  const { team } = await openEmails('&q=person41', { 'PATCH /api/crm/emails/e41': away })
  await rowOf('person41@')
    .getByRole('button', { name: /^Mark contacted/ })
    .click()
  await expect.element(page.getByText('Failed to update follow-up status')).toBeVisible()
  await expect.element(rowOf('person41@').getByText('Pending', { exact: true })).toBeVisible()
  await notesOf('person41').click()
  await editor().fill('Not lost.')
  await button('Save').click()
  await expect.element(page.getByText('Failed to update notes')).toBeVisible()
  await expect.element(editor()).toHaveValue('Not lost.')
  expect(team.changes).toEqual([])
})
