import { listOwnAssistantsResponseSchema, type OwnAssistant } from '../contract/src/own-assistant.ts'
import { signInContext, signUpAndConfirm, type Account } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { GREETING, makeAssistant } from './support/own-assistant.ts'
import { expect, test } from './support/test.ts'

// What owners do with their assistants, beside the way from a photo to its page (own-assistant.spec.ts).

/** As the server has them, the newest first. */
async function ownAssistants(serverUrl: string, { token }: Account): Promise<OwnAssistant[]> {
  const response = await fetch(`${serverUrl}/api/own-assistants`, { headers: { authorization: `Bearer ${token}` } })
  return listOwnAssistantsResponseSchema.parse(await response.json()).assistants
}

test.describe('of two tabs that edit', () => {
  test.use({ allowedErrors: [/409/] })

  test('the second is told, keeps its words, and chooses; a paused one is seen by its owner alone', async ({
    page,
    server,
  }) => {
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
    const card = page.getByRole('article', { name: 'Nina' })
    await card.getByRole('button', { name: 'Pause Nina' }).click()
    await expect(card.getByText('Paused', { exact: true })).toBeVisible()
    await page.goto((await card.getByRole('link', { name: 'Talk with Nina' }).getAttribute('href')) ?? '')
    await expect(page.getByText('Only you see this page: the assistant is paused.')).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(await violations(page)).toEqual([])

    await second.getByRole('button', { name: 'Save' }).click()
    const alert = second.getByRole('alert').filter({ hasText: 'This assistant was changed in the meantime' })
    await expect(alert).toBeInViewport({ ratio: 1 })
    await expect(second.getByLabel('Assistant Name')).toHaveValue('Nico')
    expect((await ownAssistants(server.url, account)).map(({ name }) => name)).toEqual(['Nina'])
    await alert.getByRole('button', { name: 'Replace it with mine' }).click()
    await expect(other.getByRole('article', { name: 'Nico' })).toBeVisible()
    expect(await ownAssistants(server.url, account)).toMatchObject([
      { name: 'Nico', firstMessage: GREETING, status: 'paused' },
    ])
  })
})
