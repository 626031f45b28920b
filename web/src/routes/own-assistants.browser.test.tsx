import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { violations } from '../ui/show-testing.tsx'
import { openSite } from './site-testing.tsx'
import { keptAssistant, NORA } from './workshop-testing.ts'

// The list of own assistants. Actions on a single one are tested in assistant-workshop.browser.test.tsx.

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const card = page.getByRole('article', { name: 'Nora', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('an assistant can be paused, opened and deleted', async () => {
  await page.viewport(1280, 800)
  const site = await openSite('/assistants', { isSignedIn: true, answers: keptAssistant().answers })
  await expect.element(card).toBeVisible()
  expect(await violations()).toEqual([])
  await button('Pause Nora').click()
  await expect.element(card.getByText('Paused', { exact: true })).toBeVisible()
  await card.getByRole('link', { name: 'Open Nora' }).click()
  await expect.poll(() => site.path()).toBe(`/assistants/${NORA.id}`)
  await page.getByRole('main').getByRole('link', { name: 'My assistants' }).click()
  await button('Delete Nora').click()
  await expect.element(dialog('Delete Nora?')).toBeVisible()
  expect(await violations()).toEqual([])
  await dialog('Delete Nora?').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
  // The focused button was removed together with its card.
  await expect.element(page.getByRole('heading', { name: 'My assistants' })).toHaveFocus()
})
