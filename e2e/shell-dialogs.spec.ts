import { expect, test } from './support/test.ts'

const CREATE = 'Create an assistant for your business today'

test.describe('going back with a dialog open', () => {
  test('closes it and keeps the page, and the dialog leaves no trace in the history', async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    const dialog = page.getByRole('dialog')
    const openCatalogue = () => header.getByRole('button', { name: 'AI Assistants' }).click()
    await header.getByRole('link', { name: 'Plans & Pricing' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Plans & Pricing' })).toBeVisible()

    await openCatalogue()
    await expect(dialog).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/pricing')

    await openCatalogue()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    // The page of a link in a dialog replaces the dialog's entry in the history.
    await openCatalogue()
    await dialog.getByText('Sign up to talk').first().click()
    await expect(page).toHaveURL('/auth')
    await expect(dialog).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/pricing')
    await expect(dialog).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: CREATE })).toBeVisible()
  })
})

test.describe('a dialog whose script loads slowly', () => {
  test('shows that it is opening, then opens, and its script is loaded when the pointer is over its button', async ({
    page,
  }) => {
    const held = Promise.withResolvers<void>()
    await page.route(/customize-dialog.*\.js/, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/')
    await page.getByRole('button', { name: CREATE }).click()
    const note = page.getByRole('status').getByText('Opening…')
    await expect(note).toBeVisible()
    held.resolve()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(note).toHaveCount(0)

    // The dialog's script is loaded when the pointer is over its button, before the click.
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const asked = page.waitForRequest(/catalogue-dialog.*\.js/)
    await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).hover()
    await asked
  })
})
