import { listOwnAssistantsResponseSchema, type OwnAssistant } from '../contract/src/own-assistant.ts'
import { signInContext, signUpAndConfirm, type Account } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { ANSWER, fillAssistant, keptOf, makeAssistant, openCustomize } from './support/own-assistant.ts'
import { expect, test } from './support/test.ts'

// What one does with an assistant of one's own, beside the way from a photo to its page (own-assistant.spec.ts).

/** As the server has them, the newest first. */
async function ownAssistants(serverUrl: string, { token }: Account): Promise<OwnAssistant[]> {
  const response = await fetch(`${serverUrl}/api/own-assistants`, { headers: { authorization: `Bearer ${token}` } })
  return listOwnAssistantsResponseSchema.parse(await response.json()).assistants
}

test('what was filled in is there after the tab was closed, the photo included', async ({ page }) => {
  let dialog = await openCustomize(page)
  await fillAssistant(dialog)
  const other = await page.context().newPage()
  await expect.poll(() => keptOf(page, 'words')).toContain(ANSWER)
  await expect.poll(() => keptOf(page, 'photo')).toBeDefined()
  await page.close()
  dialog = await openCustomize(other)
  await expect(dialog.getByText('face.png')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Answer 1' })).toHaveValue(ANSWER)
})

test.describe('of two tabs that edit', () => {
  test.use({ allowedErrors: [/409/] })

  test('the second is told, keeps its words, and chooses', async ({ page, server }) => {
    const account = await signUpAndConfirm(server.url)
    await signInContext(page.context(), account)
    await makeAssistant(server.url, account)
    const other = await page.context().newPage()
    const editIn = async (tab: typeof page, name: string) => {
      await tab.goto('/assistants')
      await tab.getByRole('button', { name: 'Edit Nora' }).click()
      const dialog = tab.getByRole('dialog', { name: 'Edit Nora' })
      await dialog.getByLabel('Assistant Name').fill(name)
      return dialog
    }
    const [first, second] = [await editIn(page, 'Nina'), await editIn(other, 'Nico')]
    await first.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('article', { name: 'Nina' })).toBeVisible()

    await second.getByRole('button', { name: 'Save' }).click()
    const alert = second.getByRole('alert').filter({ hasText: 'This assistant was changed in the meantime' })
    await expect(alert).toBeInViewport({ ratio: 1 })
    await expect(second.getByLabel('Assistant Name')).toHaveValue('Nico')
    expect((await ownAssistants(server.url, account)).map(({ name }) => name)).toEqual(['Nina'])
    await alert.getByRole('button', { name: 'Show the newer version' }).click()
    const shown = other.getByRole('dialog', { name: 'Edit Nina' })
    await expect(shown.getByLabel('Assistant Name')).toHaveValue('Nina')
    await expect(shown.getByText('This assistant was changed in the meantime')).toHaveCount(0)

    await shown.getByLabel('Assistant Name').fill('Nelly')
    await page.getByRole('button', { name: 'Edit Nina' }).click()
    const again = page.getByRole('dialog', { name: 'Edit Nina' })
    await again.getByLabel('First Message').fill('Good evening.')
    await again.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('“Good evening.”')).toBeVisible()
    await shown.getByRole('button', { name: 'Save', exact: true }).click()
    await shown.getByRole('button', { name: 'Replace it with mine' }).click()
    await expect(other.getByRole('article', { name: 'Nelly' })).toBeVisible()
    expect(await ownAssistants(server.url, account)).toMatchObject([
      { name: 'Nelly', firstMessage: 'Hello, this is Mill Garage.' },
    ])
  })
})

test('is edited, paused and deleted, and its page says so', async ({ page, server }) => {
  const account = await signUpAndConfirm(server.url)
  await signInContext(page.context(), account)
  await page.goto('/assistants')
  await page.getByRole('button', { name: 'Make your first assistant' }).click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await fillAssistant(dialog)
  await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose Your Business Plan' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  const card = page.getByRole('article', { name: 'Nora' })
  await card.getByRole('button', { name: 'Edit Nora' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Nora' })
  await expect(edit.getByRole('textbox', { name: 'Answer 1' })).toHaveValue(ANSWER)
  expect(await violations(page)).toEqual([])
  await edit.getByLabel('Assistant Name').fill('Nina')
  await edit.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('article', { name: 'Nina' })
  const address = (await renamed.getByRole('link', { name: 'Talk with Nina' }).getAttribute('href')) ?? ''
  await renamed.getByRole('button', { name: 'Pause Nina' }).click()
  await expect(renamed.getByText('Paused', { exact: true })).toBeVisible()

  await page.goto(address)
  await expect(page.getByText('Only you see this page: the assistant is paused.')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(await violations(page)).toEqual([])
  await page.goto('/assistants')
  await renamed.getByRole('button', { name: 'Delete Nina' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete Nina?' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('dialog', { name: 'Delete Nina?' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
  // The button that had the keyboard is gone with its card.
  await expect(page.getByRole('heading', { name: 'My assistants' })).toBeFocused()
})

test.describe('an address', () => {
  test.use({ allowedErrors: [/404/] })

  test('at which nobody is says so', async ({ page }) => {
    await page.goto('/a/nobody-here')
    await expect(page.getByRole('heading', { name: 'There is no assistant at this address' })).toBeVisible()
  })
})
