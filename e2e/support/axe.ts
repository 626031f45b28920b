import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What hinders people on the page as it is now: each rule that is broken, with the element that breaks it. Waits for what
 * ends: a dialog that is still fading in has the contrast of neither here nor there.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      const endTime = effect?.getComputedTiming().endTime
      return typeof endTime === 'number' && Number.isFinite(endTime)
    })
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}
