import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** The widths of a phone, a tablet, a desktop and a wide screen. */
const WIDTHS_PX = [390, 800, 1280, 1920]

/** Runs the check at each width, all in one browser, since starting a browser takes longer than a check. */
export async function atEveryWidth(page: Page, look: () => Promise<void>): Promise<void> {
  for (const width of WIDTHS_PX) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await look()
    })
  }
}

/** Checks that each element is visible, and that no other element of the page matches, not even a hidden duplicate. */
export async function expectOnly(...wanted: readonly Locator[]): Promise<void> {
  for (const locator of wanted) {
    await expect(locator).toHaveCount(1)
    await expect(locator).toBeVisible()
  }
}
