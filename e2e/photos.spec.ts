import type { Locator } from '@playwright/test'
import { listOwnAssistantsResponseSchema } from '../contract/src/own-assistant.ts'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { portraitPicture } from './support/drawn-pictures.ts'
import { keptOf, openCustomize } from './support/own-assistant.ts'
import { expect, test } from './support/test.ts'

// A photo becomes a talking face: the face is found in the browser, or marked by hand.

/** The centre of a handle, as shares of the displayed picture's width and height. */
async function placeOf(dialog: Locator, name: string): Promise<{ x: number; y: number }> {
  const handle = dialog.getByRole('button', { name, exact: true })
  return handle.evaluate((element) => {
    const own = element.getBoundingClientRect()
    const frame = element.parentElement?.getBoundingClientRect() ?? own
    return {
      x: (own.x + own.width / 2 - frame.x) / frame.width,
      y: (own.y + own.height / 2 - frame.y) / frame.height,
    }
  })
}

test('a face is found automatically, kept in the draft, submitted, and animated on the assistant’s page', async ({
  page,
  server,
}) => {
  const account = await signUpAndConfirm(server.url)
  await signInContext(page.context(), server.url, account)
  let dialog = await openCustomize(page)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: await portraitPicture('healthcare') })
  await expect(dialog.getByText('This is where the face is.')).toBeVisible({ timeout: 20_000 })
  const [leftEye, rightEye, mouth] = [
    await placeOf(dialog, 'Left eye'),
    await placeOf(dialog, 'Right eye'),
    await placeOf(dialog, 'Middle of the mouth'),
  ]
  expect(rightEye.x - leftEye.x).toBeGreaterThan(0.15)
  expect(Math.abs(rightEye.y - leftEye.y)).toBeLessThan(0.05)
  expect(mouth.y).toBeGreaterThan(leftEye.y + 0.15)

  // A correction by keyboard must still be there after a reload.
  await dialog.getByRole('button', { name: 'Left eye' }).press('Shift+ArrowLeft')
  const corrected = await placeOf(dialog, 'Left eye')
  expect(corrected.x).toBeCloseTo(leftEye.x - 0.03, 2)
  await dialog.getByLabel('Assistant Name').fill('Nora')
  await dialog.getByLabel('First Message').fill('Hello.')
  await expect.poll(() => keptOf(page, 'words')).toContain('Hello.')
  await page.reload()
  dialog = await openCustomize(page)
  await expect(dialog.getByText('This is where the face is.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Left eye' })).toBeVisible()

  await dialog.getByRole('button', { name: 'Submit Assistant' }).click()
  await expect(page.getByRole('dialog', { name: 'Choose Your Business Plan' })).toBeVisible()
  const answer = await fetch(`${server.url}/api/own-assistants`, {
    headers: { authorization: `Bearer ${account.token}` },
  })
  const [assistant] = listOwnAssistantsResponseSchema.parse(await answer.json()).assistants
  // In this portrait, the distance between the eyes is 15% of its width.
  const { left, right } = assistant?.photoFace?.eyes ?? { left: { x: 0 }, right: { x: 0 } }
  expect(left.x).toBeGreaterThan(0.35)
  expect(right.x).toBeLessThan(0.65)
  expect(right.x - left.x).toBeGreaterThan(0.1)

  await page.goto(`/a/${assistant?.slug}`)
  await expect(page.locator('canvas[data-moving=true]')).toBeVisible()
})
