import type { Page } from '@playwright/test'

/** As a browser tells a page whose tab is looked at again: here every page counts as being looked at all the time. */
export async function comeBackTo(page: Page): Promise<void> {
  await page.evaluate(() => dispatchEvent(new Event('focus')))
}
