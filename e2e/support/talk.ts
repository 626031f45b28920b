import type { Locator, Page } from '@playwright/test'
import { listCallsResponseSchema, type CallRecord } from '../../contract/src/calls.ts'
import { signedIn, type Account } from './accounts.ts'
import { expect } from './test.ts'

/** A moment on a quiet machine, more where other servers begin beside it. */
const VIDEO_MADE = { timeout: 60_000 }

/** Opens the talk dialog of an assistant from the catalogue. @param name as the card says it */
export async function openTalkDialog(page: Page, name: string): Promise<Locator> {
  const catalogue = page.getByRole('dialog', { name: 'AI Assistants' })
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  const card = catalogue.getByRole('listitem').filter({ hasText: `with ${name}` })
  await card.getByRole('button', { name: 'Talk', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Talk with ${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Waits until one can talk: the video in which the assistant greets is made on the spot, the first time. */
export async function videoMade(dialog: Locator): Promise<void> {
  await expect(dialog.getByText(/^Creating /)).toHaveCount(0, VIDEO_MADE)
}

/** A new account opens the talk dialog of an assistant, and waits until one can talk. @param name as its card says it */
export async function openTalk(
  page: Page,
  serverUrl: string,
  name: string,
): Promise<{ dialog: Locator; account: Account }> {
  const account = await signedIn(page, serverUrl)
  await page.goto(serverUrl)
  const dialog = await openTalkDialog(page, name)
  await videoMade(dialog)
  return { dialog, account }
}

/** Once one can talk. */
export async function startCall(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: `Talk with ${name}` }).click()
}

/** The newest first, as the server keeps them. */
export async function ownCalls(serverUrl: string, account: Account): Promise<CallRecord[]> {
  const response = await fetch(`${serverUrl}/api/calls`, { headers: { authorization: `Bearer ${account.token}` } })
  return listCallsResponseSchema.parse(await response.json()).calls
}
