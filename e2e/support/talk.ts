import type { Locator, Page } from '@playwright/test'
import { listCallsResponseSchema, type CallRecord } from '../../contract/src/calls.ts'
import { signedIn, type Account } from './accounts.ts'
import { expect } from './test.ts'

const VIDEO_ORDERS = '**/api/videos'
/** The talk dialog opens over any page. This one costs the browser a third less than the home page. */
export const LIGHT_PAGE = '/terms'

/**
 * Opens the talk dialog of a catalogue assistant.
 * @param name as on the assistant's card
 */
export async function openTalkDialog(page: Page, name: string): Promise<Locator> {
  const catalogue = page.getByRole('dialog', { name: 'AI Assistants' })
  await page.getByRole('banner').getByRole('button', { name: 'AI Assistants' }).click()
  const card = catalogue.getByRole('listitem').filter({ hasText: `with ${name}` })
  await card.getByRole('button', { name: 'Talk', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Talk with ${name}` })
  await expect(dialog).toBeVisible()
  return dialog
}

/** Like `openTalkDialog`, but skips the video, which would take seconds to make. */
export async function openTalkWithoutVideo(page: Page, name: string): Promise<Locator> {
  // The request is never answered, so the video stays in preparation.
  await page.route(VIDEO_ORDERS, () => undefined)
  const dialog = await openTalkDialog(page, name)
  await dialog.getByRole('button', { name: 'Continue without the video' }).click()
  return dialog
}

/**
 * Signs in a new account and opens an assistant's talk dialog, ready for a call.
 * @param name as on the assistant's card
 */
export async function openTalk(
  page: Page,
  serverUrl: string,
  name: string,
): Promise<{ dialog: Locator; account: Account }> {
  const account = await signedIn(page, serverUrl)
  await page.goto(`${serverUrl}${LIGHT_PAGE}`)
  return { dialog: await openTalkWithoutVideo(page, name), account }
}

/** Starts the call once the button appears. */
export async function startCall(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name: `Talk with ${name}` }).click()
}

/** The account's calls from the server, newest first. */
export async function ownCalls(serverUrl: string, account: Account): Promise<CallRecord[]> {
  const response = await fetch(`${serverUrl}/api/calls`, { headers: { authorization: `Bearer ${account.token}` } })
  return listCallsResponseSchema.parse(await response.json()).calls
}
