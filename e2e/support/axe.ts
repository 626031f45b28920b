import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What stands in somebody's way on the page as it is now: each rule that is broken, with the element that breaks it. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} (${node.target.join(' ')})`))
}
