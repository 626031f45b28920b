import { readFileSync } from 'node:fs'
import { signedIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { openTestTab } from './support/test-tab.ts'
import { expect, test } from './support/test.ts'
import { slowVideos } from './support/videos.ts'

// The Test tab of a whole product; daily, web/src/features/assistants/form/test/test-avatar.browser.test.tsx tests it.
const NIGHTLY = { tag: '@nightly' }

test('a text is spoken in a video of the photo', NIGHTLY, async ({ page, server }) => {
  await slowVideos(page)
  await signedIn(page, server.url)
  const dialog = await openTestTab(page, 'Good morning. Your car is ready, and drives like new.')
  const talk = dialog.getByRole('button', { name: 'Talk', exact: true })
  const stop = dialog.getByRole('button', { name: 'Stop', exact: true })
  const ordered = page.waitForResponse('**/api/videos')
  await talk.click()
  await ordered
  await stop.click()
  await expect(dialog.getByText('Your photo says it in a video.')).toBeVisible()

  await talk.click()
  await expect(
    dialog
      .getByText('Sending the photo...')
      .or(dialog.getByText(/^Making the video/))
      .first(),
  ).toBeVisible()

  const video = dialog.locator('video')
  await expect(video).toBeVisible({ timeout: 25_000 })
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(seconds).toBeGreaterThan(0.3)
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(100)
  await stop.click()
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await expect(stop).toBeDisabled()
  expect(await violations(page)).toEqual([])

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the video' }).click()
  const file = readFileSync(await (await downloading).path())
  expect(file.length).toBeGreaterThan(10_000)
  // The first four bytes of every WebM file.
  expect(file.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})
