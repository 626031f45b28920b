import type { Page } from '@playwright/test'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { expect, test } from './support/test.ts'

/** One pixel, the least that a browser calls an image. */
const PHOTO = {
  name: 'face.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

/** The address of the tab that pressing something opens; the tab is closed again. */
async function newTabOf(page: Page, press: () => Promise<void>): Promise<string> {
  // The checkout leads on to the payment page at once, so the first address counts.
  const first = page.context().waitForEvent('request', (request) => /\/checkout\/[a-z-]+$/.test(request.url()))
  const [tab, request] = await Promise.all([page.context().waitForEvent('page'), first, press()])
  await tab.close()
  return new URL(request.url()).pathname
}

function plan(page: Page, name: string) {
  return page.getByRole('article', { name, exact: true })
}

async function openCustomize(page: Page) {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await expect(dialog).toBeVisible()
  return dialog
}

test.describe('the pricing page', () => {
  test('switches between months and years, and keeps the chosen plan', async ({ page }) => {
    await page.goto('/pricing')
    await expect(page.getByText('Start with our free trial and upgrade anytime.')).toBeVisible()
    await expect(plan(page, 'Basic')).toContainText('$9.99')
    await expect(plan(page, 'Premium')).toContainText('Most Popular')
    await expect(page.getByText('Most Popular')).toHaveCount(1)
    await expect(page.getByText('Save 20%')).toHaveCount(0)

    const choose = page.getByRole('button', { name: 'Choose Premium' })
    expect(await newTabOf(page, () => choose.click())).toBe('/checkout/premium-monthly')
    await expect(choose).toHaveAttribute('aria-pressed', 'true')

    const period = page.getByRole('switch')
    await period.focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Save 20%')).toBeVisible()
    await expect(plan(page, 'Basic')).toContainText('$99.99')
    await expect(plan(page, 'Basic')).toContainText('3000 minutes a year')
    await expect(plan(page, 'Enterprise')).toContainText('$999.99')
    await expect(choose).toHaveAttribute('aria-pressed', 'true')
    expect(await newTabOf(page, () => choose.press('Space'))).toBe('/checkout/premium-annual')

    // Each label sets its own period, however often it is pressed.
    for (let press = 0; press < 2; press += 1) await page.getByText('Monthly', { exact: true }).click()
    await expect(period).toHaveAttribute('aria-checked', 'false')
    await page.getByText('Annual', { exact: true }).click()
    await expect(period).toHaveAttribute('aria-checked', 'true')

    await page.getByRole('link', { name: 'Back to Home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('selects a card by a click anywhere on it, and leads to the checkout by its button alone', async ({
    page,
    context,
  }) => {
    await page.goto('/pricing')
    await plan(page, 'Enterprise').getByRole('heading').click()
    await plan(page, 'Basic').getByText('250 minutes a month').click()
    await expect(page.locator('[aria-pressed=true]')).toHaveText('Choose Basic')
    expect(context.pages()).toHaveLength(1)
    const again = page.getByRole('link', { name: 'Go to its checkout' })
    expect(await newTabOf(page, () => again.click())).toBe('/checkout/basic-monthly')
  })

  test('Custom logs and leads to the contact form', async ({ page }) => {
    await page.goto('/pricing')
    const logged = page.waitForEvent('console', (message) => message.text().includes('custom'))
    await page.getByRole('button', { name: 'Choose Custom' }).click()
    expect((await logged).type()).toBe('log')
    await expect(page).toHaveURL('/contact?about=custom-plan')
    expect(page.context().pages()).toHaveLength(1)
  })
})

test.describe('a checkout that leads nowhere', () => {
  test.use({ allowedErrors: [/503/] })

  test('says what was chosen, that nothing was charged, and what to do', async ({ page }) => {
    const answer = (code: string, title: string) =>
      page.route('**/api/billing/checkout', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          json: { code, title, detail: 'Nothing was charged and nothing was changed.' },
        }),
      )
    await answer('payments-off', 'Payments are not available here')
    await page.goto('/checkout/basic-annual')
    await expect(page.getByRole('heading', { level: 1, name: 'Basic' })).toBeVisible()
    await expect(page.getByText('$99.99 a year')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Payments are not available here yet' })).toBeVisible()
    await expect(page.getByText('Nothing was charged')).toBeVisible()
    await page.getByRole('button', { name: 'Talk for a minute, free' }).click()
    await expect(page.getByRole('dialog', { name: 'AI Assistants' })).toBeVisible()

    await answer('payments-unavailable', 'The payment provider is not responding')
    await page.goto('/checkout/basic-annual')
    await expect(page.getByRole('heading', { name: 'The payment provider is not responding' })).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/sandbox\/stripe\/pay\//)
  })
})

test('a checkout of no plan on offer leads to those that are', async ({ page }) => {
  await page.goto('/checkout/gold-weekly')
  await expect(page.getByRole('heading', { name: 'That plan does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'See the plans' }).click()
  await expect(page).toHaveURL('/pricing')
})

test.describe('the form of an own assistant', () => {
  test('asks for what is starred, keeps what was typed, and leads to the business plans', async ({ page, server }) => {
    await signInContext(page.context(), await signUpAndConfirm(server.url))
    let dialog = await openCustomize(page)
    await expect(dialog.getByLabel('Voice Type').getByRole('option')).toHaveCount(10)
    const submit = dialog.getByRole('button', { name: 'Submit Assistant' })
    await submit.click()
    await expect(dialog.getByText('Add a photo for your assistant.')).toBeVisible()
    await expect(dialog.getByText('Give your assistant a name.')).toBeVisible()
    await expect(dialog.getByText('Write what your assistant says first.')).toBeVisible()
    await expect(dialog.getByLabel('Avatar Photo')).toBeFocused()

    const question = dialog.getByRole('textbox', { name: 'Question 1' })
    const answer = dialog.getByRole('textbox', { name: 'Answer 1' })
    const invalid = () => Promise.all([question, answer].map((field) => field.getAttribute('aria-invalid')))
    await dialog.getByRole('button', { name: 'Add a question' }).click()
    await expect(question).toBeFocused()
    // Judged once they were left, or submitted.
    await answer.focus()
    await expect.poll(invalid).toEqual(['true', 'false'])
    await submit.click()
    await expect.poll(invalid).toEqual(['true', 'true'])
    await dialog.getByRole('button', { name: 'Remove question 1' }).click()

    await dialog.getByLabel('Assistant Name').fill('Nora')
    await dialog.getByLabel('Voice Type').selectOption('oak')
    await dialog.getByLabel('First Message').fill('Good morning.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    dialog = await openCustomize(page)
    await expect(dialog.getByLabel('Assistant Name')).toHaveValue('Nora')
    await expect(dialog.getByLabel('Voice Type')).toHaveValue('oak')

    await dialog.getByLabel('Avatar Photo').setInputFiles(PHOTO)
    await expect(dialog.getByRole('button', { name: 'Remove' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
    const plans = page.getByRole('dialog', { name: 'Choose Your Business Plan' })
    await expect(plans.getByRole('article')).toHaveCount(3)
    const medium = plans.getByRole('article', { name: 'Medium Business' })
    await expect(medium).toContainText('$799')
    await expect(medium).toContainText('1200 minutes')
    await expect(medium).toContainText('3 assistants')
    const start = medium.getByRole('button', { name: 'Get Started' })
    expect(await newTabOf(page, () => start.click())).toBe('/checkout/medium-business-monthly')
  })

  test.describe('given files', () => {
    // The recorder of traces fetches the photo's address itself, which the page's policy refuses; the page never does.
    test.use({ allowedErrors: [/Connecting to 'blob:/] })

    test('takes no file that is not an image, whatever it is called, and keeps the one before', async ({ page }) => {
      const dialog = await openCustomize(page)
      const field = dialog.getByLabel('Avatar Photo')
      await expect(field).toHaveAttribute('accept', 'image/*')
      await field.setInputFiles({ name: 'face.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
      await expect(dialog.getByText('That is not an image.')).toBeVisible()
      await field.setInputFiles(PHOTO)
      await expect(dialog.getByText('face.png')).toBeVisible()
      const broken = Buffer.from('\x89PNG\r\n\x1a\nno picture', 'latin1')
      await field.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: broken })
      await expect(dialog.getByText('That image could not be opened.')).toBeVisible()
      await expect(dialog.getByText('face.png')).toBeVisible()
    })
  })

  test('sends strangers to sign up before they hear a text, and brings them back', async ({ page, server }) => {
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

  test('says a text in the chosen voice, and stops', async ({ page, context, server }) => {
    await signInContext(context, await signUpAndConfirm(server.url))
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

  test.describe('when the voice fails', () => {
    test.use({ allowedErrors: [/503/] })
    test('says so, and keeps the text', async ({ page, context, server }) => {
      await signInContext(context, await signUpAndConfirm(server.url))
      await page.route('**/api/speech', (route) => route.fulfill({ status: 503, body: '' }))
      const dialog = await openCustomize(page)
      await dialog.getByRole('tab', { name: 'Test Avatar' }).click()
      await dialog.getByLabel('Text to speak').fill('Hello.')
      await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
      await expect(dialog.getByRole('alert')).toContainText('Failed to generate talking video. Please try again.')
      await expect(dialog.getByLabel('Text to speak')).toHaveValue('Hello.')
    })
  })
})

test('the catalogue filters by label and by words, says how many it found, and leads back', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  const dialog = page.getByRole('dialog', { name: 'AI Assistants' })
  await expect(dialog.getByRole('status')).toHaveText('All 16 assistants')
  await dialog.getByRole('button', { name: 'Behavioral Health' }).click()
  await expect(dialog.getByRole('status')).toHaveText('1 assistant')
  await dialog.getByRole('button', { name: 'All fields' }).click()
  await dialog.getByLabel('Search assistants').fill('WIFI')
  await expect(dialog.getByRole('article')).toHaveCount(1)
  await dialog.getByLabel('Search assistants').fill('zeppelin')
  await expect(dialog.getByRole('status')).toHaveText('0 assistants')
  await dialog.getByRole('button', { name: 'Show all assistants' }).click()
  await expect(dialog.getByRole('article')).toHaveCount(16)
})
