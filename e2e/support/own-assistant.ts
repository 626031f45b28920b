import { createCanvas } from '@napi-rs/canvas'
import type { Locator, Page } from '@playwright/test'
import { expect } from './test.ts'

/** An own assistant as tests fill it in. */
export const GREETING = 'Hello, this is Mill Garage.'
export const QUESTION = 'When is your garage open?'
export const ANSWER = 'We open at seven and close at two.'

/** A plain square: a valid picture without a face. */
function plainPicture(): Buffer {
  const canvas = createCanvas(128, 128)
  const context = canvas.getContext('2d')
  context.fillStyle = 'peachpuff'
  context.fillRect(0, 0, 128, 128)
  return canvas.toBuffer('image/png')
}

export async function openCustomize(page: Page): Promise<Locator> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await expect(dialog.getByRole('button', { name: 'Submit Assistant' })).toBeVisible()
  return dialog
}

/**
 * Reads a part of the form from IndexedDB, as JSON; undefined when it is not stored. The page stores a part shortly
 * after it was filled in.
 */
export function keptOf(page: Page, part: 'words' | 'photo'): Promise<string | undefined> {
  return page.evaluate(
    (key) =>
      new Promise((resolve) => {
        const opening = indexedDB.open('voxhall')
        opening.addEventListener('success', () => {
          const { result: database } = opening
          const reading = database.transaction('drafts').objectStore('drafts').get(key)
          reading.addEventListener('success', () => {
            database.close()
            resolve(JSON.stringify(reading.result))
          })
        })
      }),
    `assistant.${part}`,
  )
}

export async function fillAssistant(dialog: Locator): Promise<void> {
  const photo = { name: 'face.png', mimeType: 'image/png', buffer: plainPicture() }
  await dialog.getByLabel('Avatar Photo').setInputFiles(photo)
  await dialog.getByLabel('Assistant Name').fill('Nora')
  await dialog.getByLabel('Voice Type').selectOption('hazel')
  await dialog.getByLabel('First Message').fill(GREETING)
  await dialog.getByLabel('System Prompt').fill('You help customers of a garage.')
  await dialog.getByRole('button', { name: 'Add a question' }).click()
  await dialog.getByRole('textbox', { name: 'Question 1' }).fill(QUESTION)
  await dialog.getByRole('textbox', { name: 'Answer 1' }).fill(ANSWER)
}
