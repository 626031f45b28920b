import type { Page } from '@playwright/test'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { makeAssistant } from './support/own-assistant.ts'
import { videoMade } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// Every rule of axe, on what people see first. What only a person can judge, such as whether a text helps, is not in it.

const SIZES = [
  { name: 'a phone', width: 390, height: 844 },
  { name: 'a desk', width: 1280, height: 800 },
]

const ONE_PIXEL = {
  name: 'face.gif',
  mimeType: 'image/gif',
  buffer: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
}

/** What stands in somebody's way once the page has come to rest. */
async function violationsAtRest(page: Page): Promise<string[]> {
  await untilAtRest(page)
  return violations(page)
}

/** A dialog that is still fading in has the contrast of neither here nor there. What moves for ever is not waited for. */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      const endTime = effect?.getComputedTiming().endTime
      return typeof endTime === 'number' && Number.isFinite(endTime)
    })
    // One that is broken off is over, too.
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
}

async function openCatalogue(page: Page): Promise<void> {
  await page.goto('/')
  const banner = page.getByRole('banner')
  const entry = banner.getByRole('button', { name: 'AI Assistants' })
  const menu = banner.getByRole('button', { name: 'Open the menu' })
  await expect(entry.or(menu)).toBeVisible()
  // On phones the header's links are folded away.
  if (await menu.isVisible()) await menu.click()
  await entry.click()
  await expect(page.getByRole('dialog').getByRole('article')).toHaveCount(16)
}

for (const { name, width, height } of SIZES) {
  test.describe(`on ${name} (${width} px) nothing stands in anybody's way`, () => {
    test.use({ viewport: { width, height } })

    test('on the home page', async ({ page }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
    })

    for (const tab of ['Sign In', 'Sign Up', 'TEAMS']) {
      test(`on the way in, at ${tab}`, async ({ page }) => {
        await page.goto('/auth')
        await page.getByRole('tab', { name: tab }).click()
        await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible()
        expect(await violationsAtRest(page)).toEqual([])
      })
    }

    test('in the catalogue', async ({ page }) => {
      await openCatalogue(page)
      expect(await violationsAtRest(page)).toEqual([])
    })

    test('in the form of an own assistant, its errors, its test and the business plans', async ({ page, server }) => {
      await signInContext(page.context(), await signUpAndConfirm(server.url))
      await page.goto('/')
      await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
      await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
      await expect(dialog.getByText('Give your assistant a name.')).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])

      await dialog.getByLabel('Assistant Name').fill('Nora')
      await dialog.getByLabel('First Message').fill('Good morning.')
      await dialog.getByLabel('Avatar Photo').setInputFiles(ONE_PIXEL)
      await dialog.getByRole('tab', { name: 'Test Avatar' }).click()
      await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
      expect(await violationsAtRest(page)).toEqual([])

      await dialog.getByRole('tab', { name: 'Customize' }).click()
      await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
      await expect(page.getByRole('dialog', { name: 'Choose Your Business Plan' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
    })

    test('among one’s own assistants, in their dialogs and on their page', async ({ page, server }) => {
      const account = await signUpAndConfirm(server.url)
      await signInContext(page.context(), account)
      await page.goto('/assistants')
      await expect(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])

      const { slug } = await makeAssistant(server.url, account)
      await page.reload()
      await expect(page.getByRole('article', { name: 'Nora' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
      await page.getByRole('button', { name: 'Edit Nora' }).click()
      await expect(page.getByRole('dialog', { name: 'Edit Nora' }).getByLabel('Assistant Name')).toHaveValue('Nora')
      expect(await violationsAtRest(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Delete Nora' }).click()
      await expect(page.getByRole('dialog', { name: 'Delete Nora?' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])

      await page.goto(`/a/${slug}`)
      await expect(page.getByRole('button', { name: 'Talk with Nora' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
    })

    test('at the checkout', async ({ page }) => {
      // Stays there as long as there is no answer.
      await page.route('**/api/billing/checkout', () => undefined)
      await page.goto('/checkout/premium-monthly')
      await expect(page.getByText('Opening the payment page…')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1, name: 'Premium' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
    })

    test('on the pricing page', async ({ page }) => {
      await page.goto('/pricing')
      await expect(page.getByRole('heading', { level: 1, name: 'Plans & Pricing' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
    })

    for (const path of ['/privacy', '/terms', '/responsible-ai']) {
      test(`on the page of rules at ${path}`, async ({ page }) => {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(await violationsAtRest(page)).toEqual([])
      })
    }

    test('before a call begins', async ({ page, context, server }) => {
      await signInContext(context, await signUpAndConfirm(server.url))
      await openCatalogue(page)
      const card = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'with Marcus' })
      await card.getByRole('button', { name: 'Talk', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Talk with Marcus' })
      await videoMade(dialog)
      await expect(dialog.getByRole('button', { name: 'Talk with Marcus' })).toBeVisible()
      expect(await violationsAtRest(page)).toEqual([])
    })

    test.describe('where there is no page', () => {
      test.use({ allowedErrors: [/no\/such\/page/] })

      test('on the not-found screen', async ({ page }) => {
        await page.goto('/no/such/page')
        await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
        expect(await violationsAtRest(page)).toEqual([])
      })
    })
  })
}
