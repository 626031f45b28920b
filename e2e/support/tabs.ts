import type { Page } from '@playwright/test'

/**
 * Sends the event by which a browser tells a page that its tab is shown again. In these tests, pages never lose focus
 * by themselves.
 */
export async function comeBackTo(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}
