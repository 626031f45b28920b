import type { Locator, Page } from '@playwright/test'
import { portraitPicture } from './drawn-pictures.ts'
import { expect } from './test.ts'

/** An own assistant as tests fill it in. */
export const GREETING = 'Hello, this is Mill Garage.'
export const QUESTION = 'When is your garage open?'
export const ANSWER = 'We open at seven and close at two.'

export async function openCustomize(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await expect(dialog.getByRole('button', { name: 'Submit Assistant' })).toBeVisible()
  return dialog
}

export async function fillAssistant(dialog: Locator): Promise<void> {
  const photo = { name: 'face.png', mimeType: 'image/png', buffer: await portraitPicture('healthcare') }
  await dialog.getByLabel('Avatar Photo').setInputFiles(photo)
  await dialog.getByLabel('Assistant Name').fill('Nora')
  await dialog.getByLabel('Voice Type').selectOption('hazel')
  await dialog.getByLabel('First Message').fill(GREETING)
  await dialog.getByLabel('System Prompt').fill('You help customers of a garage.')
  await dialog.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByRole('textbox', { name: 'Question 1' }).fill(QUESTION)
  await dialog.getByRole('textbox', { name: 'Answer 1' }).fill(ANSWER)
}
