import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { post, signUpAndConfirm } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { readMails, waitForMail } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'

const PASSWORD = 'correct horse battery'

async function openAuth(page: Page, tab: 'Sign In' | 'Sign Up' | 'TEAMS'): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name: tab }).click()
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await openAuth(page, 'Sign In')
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Password', { exact: true }).fill(password)
  await panel.getByRole('button', { name: 'Sign In' }).click()
}

async function logOut(header: Locator): Promise<void> {
  await header.getByRole('button', { name: 'Log out' }).click()
  await expect(header.getByRole('link', { name: 'Log in' })).toBeVisible()
}

async function signUp(page: Page, email: string): Promise<void> {
  await openAuth(page, 'Sign Up')
  const panel = page.getByRole('tabpanel')
  await panel.getByLabel('Display name').fill('Robin')
  await panel.getByLabel('Email').fill(email)
  await panel.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await panel.getByRole('button', { name: 'Sign Up' }).click()
}

test('a visitor signs up, confirms by the mail, signs in, stays signed in and logs out', async ({
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
  // A scanner follows the link: the page is there, and nothing is confirmed.
  const scanned = await context.newPage()
  await scanned.goto(mail.links[0] ?? 'no link')
  await expect(scanned.getByRole('button', { name: 'Confirm and log in' })).toBeVisible()
  await scanned.close()

  await page.goto(mail.links[0] ?? 'no link')
  await expect(page.getByText(email)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Confirm and log in' }).click()
  await expect(page.getByText('Email confirmed')).toBeVisible()
  await expect(page).toHaveURL('/')
  const header = page.getByRole('banner')
  await logOut(header)

  await signIn(page, email, PASSWORD)
  await expect(page).toHaveURL('/')
  await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.reload()
  await logOut(header)
  await expect(page).toHaveURL('/')
  await page.goto(mail.links[0] ?? 'no link')
  await expect(page.getByText('This address is already confirmed.')).toBeVisible()
})

test.describe('a session that ends while something is being read', () => {
  test.use({ allowedErrors: [/status of 401 .*\/api\/billing\/me/] })
  test('an address that a stranger signed up with: its mailbox chooses the password, and the stranger is out', async ({
    page,
    server,
  }) => {
    const email = `squatted-${randomUUID()}@example.com`
    await post(server.url, '/api/auth/sign-up/email', { email, password: 'the stranger knows it' })
    const mail = await waitForMail(server.url, email)
    await page.goto(mail.links[0] ?? 'no link')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Confirm and log in' }).click()
    const header = page.getByRole('banner')
    await logOut(header)
    await signIn(page, email, PASSWORD)
    await expect(header.getByRole('button', { name: 'Log out' })).toBeVisible()
    const strangers = { email, password: 'the stranger knows it' }
    await expect(post(server.url, '/api/auth/sign-in/email', strangers)).rejects.toThrow('401')
  })
})

test('a used link for a new password says so at once and sends a new one', async ({ page, server }) => {
  const { email } = await signUpAndConfirm(server.url)
  await post(server.url, '/api/auth/request-password-reset', { email })
  const mail = await waitForMail(server.url, email, 'Choose a new password')
  await page.goto(mail.links[0] ?? 'no link')
  await page.getByLabel('New password').fill('a whole new password')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()

  await page.goto(mail.links[0] ?? 'no link')
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByText('A new link is on its way')).toBeVisible()
  const next = (await readMails(server.url)).find(({ to }) => to === email)
  await page.goto(next?.links[0] ?? 'no link')
  await expect(page.getByLabel('New password')).toBeVisible()
})

test('signing in and out in one tab reaches the other', async ({ page, context, server }) => {
  const account = await signUpAndConfirm(server.url)
  await page.goto('/')
  const other = await context.newPage()
  await signIn(other, account.email, account.password)
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
})
