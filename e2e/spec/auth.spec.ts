import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { STORED } from '../../web/src/lib/storage-keys.ts'
import { signUpAndConfirm } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import { atEveryWidth, expectOnly } from '../support/widths.ts'

const PASSWORD = 'correct horse battery'
const ENTRY = '**/api/auth/sign-*/email'

async function openTab(page: Page, name: 'Sign In' | 'Sign Up' | 'TEAMS'): Promise<void> {
  await page.goto('/auth')
  await page.getByRole('tab', { name, exact: true }).click()
}

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
}

/** The next answer waits until this is called, so that what is shown meanwhile can be looked at. */
async function holdAnswer(page: Page): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(ENTRY, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

async function expectNotice(page: Page, title: string, text: string): Promise<void> {
  await expectOnly(page.getByText(title, { exact: true }), page.getByText(text, { exact: true }))
}

test('the tabs hold their own fields, and keep what was typed', async ({ page }) => {
  await page.goto('/auth')
  await atEveryWidth(page, async () => {
    await expect(page.getByRole('tab')).toHaveText(['Sign In', 'Sign Up', 'TEAMS'])
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await expectOnly(page.getByLabel('Email'), page.getByLabel('Password', { exact: true }))
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email')
    await fill(page, 'robin@example.com')
    await page.getByRole('tab', { name: 'Sign Up' }).click()
    await expectOnly(page.getByRole('textbox', { name: 'Display name', exact: true }), page.getByLabel('Email'))
    await expect(page.getByLabel('Email')).toHaveValue('')
    await page.getByRole('tab', { name: 'TEAMS' }).click()
    await expectOnly(page.getByLabel('Access code'), page.getByRole('button', { name: 'Access CRM', exact: true }))
    await page.getByLabel('Access code').pressSequentially('1234567')
    await expect(page.getByLabel('Access code')).toHaveValue('123456')
    await page.getByRole('tab', { name: 'Sign In' }).click()
    await expect(page.getByLabel('Email')).toHaveValue('robin@example.com')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD)
  })
})

test('while the server thinks, the buttons say so', async ({ page, server }) => {
  await openTab(page, 'Sign Up')
  await fill(page, `robin-${randomUUID()}@example.com`)
  const signUp = await holdAnswer(page)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expectOnly(page.getByRole('button', { name: 'Creating account...', exact: true }))
  signUp()
  await expectNotice(page, 'Check your email', "We've sent you a confirmation link to complete your registration.")

  await page.unroute(ENTRY)
  const account = await signUpAndConfirm(server.url, { password: PASSWORD })
  await openTab(page, 'Sign In')
  await fill(page, account.email)
  const signIn = await holdAnswer(page)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expectOnly(page.getByRole('button', { name: 'Signing in...', exact: true }))
  signIn()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('tab')).toHaveCount(0)
  const kept = () => page.evaluate((key) => localStorage.getItem(key), STORED.session.key)
  expect(await kept()).toContain(account.email)
})

test.describe('what goes wrong', () => {
  test.use({ allowedErrors: [/\/api\/(auth|team)\//] })

  test('is told in the words of the specification', async ({ page }) => {
    await page.route(ENTRY, (route) => route.abort())
    for (const name of ['Sign In', 'Sign Up'] as const) {
      await openTab(page, name)
      await fill(page, 'robin@example.com')
      await page.getByRole('button', { name, exact: true }).click()
      await expectNotice(page, 'Error', 'An unexpected error occurred. Please try again.')
    }
    await page.unroute(ENTRY)

    const problem = {
      status: 429,
      json: { code: 'rate-limited', title: 'Too many attempts', detail: 'Wait a little.' },
    }
    await page.route(ENTRY, (route) => route.fulfill(problem))
    for (const [name, title] of [
      ['Sign In', 'Sign in failed'],
      ['Sign Up', 'Sign up failed'],
    ] as const) {
      await openTab(page, name)
      await fill(page, 'robin@example.com')
      await page.getByRole('button', { name, exact: true }).click()
      await expectNotice(page, title, 'Wait a little.')
    }
  })

  test('a wrong access code opens nothing; the right one leaves the flag that the specification names', async ({
    page,
  }) => {
    await openTab(page, 'TEAMS')
    await page.getByLabel('Access code').fill('000000')
    await page.getByRole('button', { name: 'Access CRM' }).click()
    await expectNotice(page, 'Invalid access code', 'Please enter the correct 6-digit access code.')
    const flag = () => page.evaluate(() => localStorage.getItem('teamAccess'))
    expect(await flag()).toBeNull()
    await page.getByLabel('Access code').fill('246810')
    await page.getByRole('button', { name: 'Access CRM' }).click()
    await expect.poll(flag).toBe('true')
    await expect(page).not.toHaveURL('/auth')
  })
})
