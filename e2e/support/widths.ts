import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** A phone, a tablet, a desk, a wide screen. */
const WIDTHS_PX = [390, 800, 1280, 1920]

/** Looks at the same thing at each width, in one browser: to start one takes longer than to look. */
export async function atEveryWidth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS_PX) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await look()
    })
  }
}

/** In sight, and nothing else on the page answers to it: not even a hidden twin. */
export async function expectOnly(...wanted: readonly Locator[]): Promise<void> {
  for (const locator of wanted) {
    await expect(locator).toHaveCount(1)
    await expect(locator).toBeVisible()
  }
}

/** The header with its links in sight: on phones they are folded away. */
export async function unfoldHeader(page: Page): Promise<Locator> {
  const banner = page.getByRole('banner')
  const menu = banner.getByRole('button', { name: 'Open the menu' })
  const entry = banner.getByRole('button', { name: 'AI Assistants' })
  await expect(entry.or(menu)).toBeVisible()
  if (await menu.isVisible()) await menu.click()
  return banner
}
