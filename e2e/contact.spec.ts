import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

const WORDS = 'We bake bread and would like our phone answered.'

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })

test('a visitor writes by keyboard alone, and is told what becomes of it', async ({ page }) => {
  await page.goto('/contact?about=custom-plan')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Let’s talk about your plan')
  const topic = page.getByLabel('What is it about?')
  await expect(topic).toHaveValue('custom-plan')
  await topic.focus()
  for (const typed of ['Bea Baker', 'Bread & Sons', `bea-${randomUUID()}@example.com`, WORDS]) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeFocused()
  await expect(send(page)).toHaveCount(0)
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect(message(page)).toHaveValue('')
})

test('what is missing is said at its field, and the first one gets the focus', async ({ page }) => {
  await page.goto('/contact')
  await send(page).click()
  const email = page.getByLabel('Email')
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(/Enter your email address/)
  await expect(message(page)).toHaveAccessibleDescription(/Write your message/)
  await email.fill('bea@')
  await email.blur()
  await expect(email).toHaveAccessibleDescription(/Enter a full address/)
  await email.fill('bea@example.com')
  await expect(email).toHaveAttribute('aria-invalid', 'false')
  expect(await violations(page)).toEqual([])
})

test('who is signed in need not type their address', async ({ page, context, server }) => {
  const account = await signUpAndConfirm(server.url)
  await signInContext(context, account)
  await page.goto('/contact')
  await expect(page.getByLabel('Email')).toHaveValue(account.email)
  await expect(page.getByLabel('Name')).toHaveValue(account.displayName)
})

test.describe('when it can not be sent', () => {
  test.use({ allowedErrors: [/\/api\/contact/] })

  test('every word stays, also over a reload, until it is sent', async ({ page }) => {
    await page.goto('/contact')
    await page.getByLabel('Email').fill(`bea-${randomUUID()}@example.com`)
    await message(page).fill(WORDS)
    await page.route('**/api/contact', (route) => route.abort())
    await send(page).click()
    await expect(page.getByRole('alert')).toContainText('The server could not be reached')
    await expect(message(page)).toHaveValue(WORDS)

    await page.unroute('**/api/contact')
    await page.reload()
    await expect(message(page)).toHaveValue(WORDS)
    await send(page).click()
    await expect(page.getByRole('heading', { name: 'Your message has arrived' })).toBeVisible()
    await page.reload()
    await expect(send(page)).toBeEnabled()
    await expect(message(page)).toHaveValue('')
  })
})
