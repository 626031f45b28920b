import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { post, signUpAndConfirm } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { readMails, waitForMail } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'

const PASSWORD = 'correct horse battery'

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Display name').fill('Robin')
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await panel.getByRole('button', { name: 'Sign Up' }).click()
}

test('a visitor signs up, confirms the address by mail, stays signed in and logs out, in every tab', async ({
  page,
  context,
  server,
}) => {
  const email = `robin-${randomUUID()}@example.com`
  await signUp(page, email)
  await expect(page.getByText('Check your email')).toBeVisible()
  await expect(
    page.getByText("We've sent you a confirmation link to complete your registration.", { exact: true }),
  ).toBeVisible()

  const mail = await waitForMail(server.url, email)
  // A mail scanner opens the link: the page loads, but the address is not confirmed.
  const scanned = await context.newPage()
  await scanned.goto(mail.links[0] ?? 'no link')
  await expect(scanned.getByRole('button', { name: 'Confirm and log in' })).toBeVisible()
  await scanned.close()

  await page.goto(mail.links[0] ?? 'no link')
  await expect(page.getByText(email)).toBeVisible()
  expect(await violations(page)).toEqual([])
  // A tab that is still reading its plans when the other one logs out would be refused.
  const plansRead = (tab: Page) => tab.waitForResponse('**/api/billing/me')
  await Promise.all([plansRead(page), page.getByRole('button', { name: 'Confirm and log in' }).click()])
  await expect(page.getByText('Email confirmed')).toBeVisible()
  await expect(page).toHaveURL('/')
  const other = await context.newPage()
  await Promise.all([plansRead(other), other.goto('/pricing')])
  await other.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' }), 'in every tab').toBeVisible()
  await page.goto(mail.links[0] ?? 'no link')
  await expect(page.getByText('This address is already confirmed.')).toBeVisible()
})

test('a link for a new password works once', async ({ page, server }) => {
  const { email } = await signUpAndConfirm(server.url)
  await post(server.url, '/api/auth/request-password-reset', { email })
  const mail = await waitForMail(server.url, email, 'Choose a new password')
  await page.goto(mail.links[0] ?? 'no link')
  await page.getByLabel('New password').fill('a whole new password')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await page.goto(mail.links[0] ?? 'no link')
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('A new link is on its way')).toBeVisible()
  const next = (await readMails(server.url)).find(({ to }) => to === email)
  expect(next?.links[0]).not.toBe(mail.links[0])
})
