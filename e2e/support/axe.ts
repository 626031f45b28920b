import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The accessibility violations of the page in its present state: each violated rule with the offending element. Waits
 * for running animations first, since the contrast of a dialog that is fading in is meaningless.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      const endTime = effect?.getComputedTiming().endTime
      return typeof endTime === 'number' && Number.isFinite(endTime)
    })
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  // Text on a transparent page has no contrast.
  await page.evaluate(() => (document.documentElement.style.opacity = '1'))
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  await page.evaluate(() => document.documentElement.style.removeProperty('opacity'))
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}
