import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { openTalk, ownCalls, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'

const CREATE = 'Create an assistant for your business today'

test.describe('going back with a dialog open', () => {
  test('closes it and keeps the page; afterwards the history is as if it had never been open', async ({ page }) => {
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

    // A link in a dialog takes the place of the dialog in the history.
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

  test('ends a call as closing its dialog does', async ({ page, server }) => {
    const { dialog, account } = await openTalk(page, server.url, 'Marcus')
    await startCall(dialog, 'Marcus')
    await expect(dialog.getByText('Demo Mode', { exact: true })).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })).toBeVisible()
    await expect.poll(async () => (await ownCalls(server.url, account))[0]?.endReason).toBe('person-ended')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test.describe('when a voice cannot be had', () => {
    test.use({ allowedErrors: [/voices.*503|503.*voices/] })

    test('a notice lies under the head of the dialog that is open, and else under that of the page', async ({
      page,
    }) => {
      await page.route('**/api/voices/**', (route) => route.fulfill({ status: 503 }))
      await page.goto('/')
      await page.getByRole('button', { name: CREATE }).click()
      const dialog = page.getByRole('dialog')
      const below = dialog.getByRole('tablist')
      await dialog.getByRole('button', { name: /^Listen to / }).click()
      const notice = page.locator('[data-sonner-toast]')
      await expect(notice).toContainText('The voice could not be played')
      const top = async () => (await notice.boundingBox())?.y ?? 0
      const tabs = await below.boundingBox()
      // The tabs stand 20 px under the head.
      await expect.poll(async () => (await top()) - (tabs?.y ?? Infinity)).toBeGreaterThan(-12)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect.poll(top).toBe(76)
    })
  })
})

test.describe('a dialog whose script is slow', () => {
  test('says that it is on its way, and then is there', async ({ page }) => {
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
  })

  test('is fetched when the pointer comes near its button', async ({ page }) => {
    await page.goto('/')
    const asked = page.waitForRequest(/catalogue-dialog.*\.js/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).hover()
    await asked
  })
})

test('of somebody who logs out no half-written word stays', async ({ context, page, server }) => {
  await signInContext(context, await signUpAndConfirm(server.url))
  await page.goto('/contact')
  const message = page.getByRole('main').getByLabel('Message')
  await message.fill('Between the two of us: ')
  await page.reload()
  await expect(message, 'kept until then').toHaveValue('Between the two of us: ')
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('Between the two')
  await page.goto('/contact')
  await expect(message).toHaveValue('')
})
