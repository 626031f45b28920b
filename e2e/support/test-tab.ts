import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { signInContext, signUpAndConfirm, type Account } from './accounts.ts'

/** One of the two tabs of the dialog in which an assistant is made. */
export async function turnTo(dialog: Locator, tab: 'Customize' | 'Test Avatar'): Promise<void> {
  await dialog.getByRole('tab', { name: tab, exact: true }).click()
}

/** Somebody new, signed in on this page. */
export async function signedIn(page: Page, serverUrl: string): Promise<Account> {
  const account = await signUpAndConfirm(serverUrl)
  await signInContext(page.context(), account)
  return account
}

/** What axe finds on the page as it is now. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}
