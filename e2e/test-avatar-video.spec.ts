import { readFileSync } from 'node:fs'
import { signedIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { openTestTab } from './support/test-tab.ts'
import { expect, test } from './support/test.ts'
import { slowVideos } from './support/videos.ts'

// The Test tab: a text is spoken in a video of the photo, or as sound only when no video can be made.

// One of these tests mocks the clock.
test.use({ ownContext: true })

test('a text is spoken in a video of the photo, which plays, can be stopped and can be downloaded', async ({
  page,
  server,
}) => {
  await slowVideos(page)
  await signedIn(page, server.url)
  const dialog = await openTestTab(page, 'Good morning. Your car is ready, and drives like new.')
  await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
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
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await expect(dialog.getByRole('button', { name: 'Stop', exact: true })).toBeDisabled()
  expect(await violations(page)).toEqual([])

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the video' }).click()
  const file = readFileSync(await (await downloading).path())
  expect(file.length).toBeGreaterThan(10_000)
  // The first four bytes of every WebM file.
  expect(file.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})

test('making a video can be stopped', async ({ page, server }) => {
  await page.clock.install()
  await signedIn(page, server.url)
  const dialog = await openTestTab(page, 'Nobody waits for this.')
  let asked = 0
  await page.route('**/api/videos/*', async (route) => {
    asked += 1
    await route.continue()
  })
  const ordered = page.waitForResponse('**/api/videos')
  await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
  await ordered
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(dialog.getByText('Your photo says it in a video.')).toBeVisible()
  const before = asked
  // Long enough for the page to poll again, if it still did.
  await page.clock.runFor(3_000)
  await page.evaluate(() => fetch('/api/health'))
  expect(asked).toBe(before)
  await expect(dialog.locator('video')).toHaveCount(0)
})

test('a server that makes no videos says so, and the text is still heard', async ({ page, server }) => {
  await signedIn(page, server.url)
  const dialog = await openTestTab(page, 'Good morning, and welcome.')
  await page.route('**/api/videos', (route) =>
    route.fulfill({
      status: 202,
      json: {
        id: 'talk',
        status: 'error',
        video: null,
        error: { cause: 'no-codecs', text: 'T', detail: 'D' },
        askAgainMs: null,
      },
    }),
  )
  const audio = recordPageAudio(page)
  await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
  await expect.poll(async () => (await audio.stretches()).length).toBeGreaterThan(0)
  await expect(dialog.getByText(/^This server does not make videos\./)).toBeVisible()
})
