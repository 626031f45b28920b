import type { Page } from '@playwright/test'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

async function openCustomize(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await expect(dialog).toBeVisible()
  return dialog
}

test.describe('the form of an own assistant', () => {
  test('sends signed-out visitors to sign in before they hear a text, and brings them back', async ({
    page,
    server,
  }) => {
    const account = await signUpAndConfirm(server.url)
    const dialog = await openCustomize(page)
    await dialog.getByLabel('Assistant Name').fill('Nora')
    await dialog.getByRole('tab', { name: 'Test Avatar' }).click()
    await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
    await expect(dialog.getByText('Please enter some text to speak').first()).toBeVisible()
    await dialog.getByLabel('Text to speak').fill('Hello.')
    await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
    await dialog.getByRole('link', { name: 'Log in or sign up' }).click()

    await page.getByRole('tab', { name: 'Sign In' }).click()
    const form = page.getByRole('tabpanel', { name: 'Sign In' })
    await form.getByLabel('Email').fill(account.email)
    await form.getByLabel('Password').fill(account.password)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/')
    await expect(dialog.getByLabel('Assistant Name')).toHaveValue('Nora')
  })

  test('speaks a text and can be stopped', async ({ page, context, server }) => {
    await signInContext(context, server.url, await signUpAndConfirm(server.url))
    const dialog = await openCustomize(page)
    await dialog.getByRole('tab', { name: 'Test Avatar' }).click()
    const said = page.waitForResponse('**/api/speech')
    await dialog
      .getByLabel('Text to speak')
      .fill('Good morning, this is a sentence that takes a while, so that somebody can stop it in the middle.')
    await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
    expect((await said).status()).toBe(200)
    const status = dialog.getByRole('status')
    await expect(status).toHaveText('Speaking')
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expect(status).toHaveText('')
  })
})
