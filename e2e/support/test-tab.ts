import type { Locator, Page } from '@playwright/test'
import { childsDrawing } from './drawn-pictures.ts'
import { openCustomize } from './own-assistant.ts'

/** Switches between the two tabs of the dialog that creates an assistant. */
export async function turnTo(dialog: Locator, tab: 'Customize' | 'Test Avatar'): Promise<void> {
  await dialog.getByRole('tab', { name: tab, exact: true }).click()
}

/** Opens the dialog at its Test tab, with a child's drawing as the photo and a text to speak. */
export async function openTestTab(page: Page, text: string): Promise<Locator> {
  const dialog = await openCustomize(page)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: childsDrawing() })
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByLabel('Text to speak').fill(text)
  return dialog
}
