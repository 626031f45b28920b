import type { Page } from '@playwright/test'
import axe from 'axe-core'

/**
 * The accessibility violations of the page in its present state, or of its open dialog, which covers all else: each
 * violated rule with the offending element. Waits for running animations first, since the contrast of a dialog that is
 * fading in is meaningless.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => {
      const endTime = effect?.getComputedTiming().endTime
      return typeof endTime === 'number' && Number.isFinite(endTime)
    })
    await Promise.allSettled(ending.map(({ finished }) => finished))
    // Text on a transparent page has no contrast.
    document.body.style.opacity = '1'
    const part = document.querySelector('[role=dialog]') ?? document
    const { violations: violated } = await window.axe.run(part, { resultTypes: ['violations'] })
    document.body.style.removeProperty('opacity')
    return violated
  })
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
