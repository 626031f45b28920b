import type { Locator, Page } from '@playwright/test'
import { listCallsResponseSchema, type CallRecord } from '../../contract/src/calls.ts'
import { signInContext, signUpAndConfirm, type Account } from './accounts.ts'
import { expect } from './test.ts'

/** Somebody new opens the talk dialog of an assistant. @param name as its card says it */
export async function openTalk(
  page: Page,
  serverUrl: string,
  name: string,
): Promise<{ dialog: Locator; account: Account }> {
  const account = await signUpAndConfirm(serverUrl)
  await signInContext(page.context(), account)
  await page.goto('/')
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  const card = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: `with ${name}` })
  await card.getByRole('button', { name: 'Talk', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Talk with ${name}` })
  await expect(dialog).toBeVisible()
  return { dialog, account }
}

export async function startCall(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: `Talk with ${name}` }).click()
}

/** The newest first, as the server keeps them. */
export async function ownCalls(serverUrl: string, account: Account): Promise<CallRecord[]> {
  const response = await fetch(`${serverUrl}/api/calls`, { headers: { authorization: `Bearer ${account.token}` } })
  return listCallsResponseSchema.parse(await response.json()).calls
}
