import type { Locator } from '@playwright/test'
import { CATALOGUE } from '../contract/src/catalogue.ts'
import { signedIn } from './support/accounts.ts'
import { LIGHT_PAGE, openTalkDialog } from './support/talk.ts'
import { expect, test } from './support/test.ts'
import { slowVideos } from './support/videos.ts'

// The video that greets a person before a call (spec sections 2, 4, 8 and 9), here made by the server itself.

const loading = (name: string) => `Creating ${name}'s avatar. This usually takes 1-2 minutes.`
const panelOf = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: `Talk with ${name}`, exact: true })
const greetingOf = (name: string) => CATALOGUE.find((assistant) => assistant.name === name)?.greeting ?? ''

// A person who asks for less motion starts the video with a button (web/src/routes/talk-dialog.browser.test.tsx).
test.use({ contextOptions: {} })

test('the video is made while the portrait is shown, greets once, falls silent when a call begins, and is not made again', async ({
  page,
  server,
}) => {
  await slowVideos(page)
  await signedIn(page, server.url)
  await page.goto(LIGHT_PAGE)
  let orders = 0
  page.on('request', (request) => (orders += Number(request.url().endsWith('/api/videos'))))
  const dialog = await openTalkDialog(page, 'Ingrid')
  await expect(dialog.getByText(loading('Ingrid'))).toBeVisible()
  await expect(dialog.getByRole('img', { name: 'Ingrid' })).toBeVisible()
  // This is the first request for the video, so the server has to make it.
  await expect(panelOf(dialog, 'Ingrid')).toBeVisible({ timeout: 25_000 })
  const box = dialog.getByRole('log', { name: 'Conversation' })
  await expect(box.getByText(greetingOf('Ingrid'))).toBeVisible()
  const video = dialog.locator('video')
  const at = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      isHeard: !element.paused && !element.muted && element.volume === 1,
      isSeen: element.checkVisibility({ visibilityProperty: true }) && element.videoWidth > 0,
      hasMoved: element.currentTime > 0.3,
    }))
  await expect.poll(at).toEqual({ isHeard: true, isSeen: true, hasMoved: true })
  // The rest of the greeting passes quickly.
  await video.evaluate((element: HTMLVideoElement) => Object.assign(element, { playbackRate: 4 }))

  await expect(dialog.getByRole('button', { name: 'Play the introduction' })).toBeVisible()
  await expect(video).toBeHidden()
  await expect(box.getByText('The conversation appears here.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Close' }).click()
  const second = await openTalkDialog(page, 'Ingrid')
  await expect(second.getByRole('button', { name: 'Stop the introduction' })).toBeVisible()
  await expect.poll(at).toMatchObject({ isHeard: true })
  const element = await video.elementHandle()
  await panelOf(second, 'Ingrid').click()
  await expect(video).toHaveCount(0)
  expect(await element?.evaluate((gone: HTMLVideoElement) => gone.paused && gone.muted)).toBe(true)
  await expect(second.getByText('Demo Mode', { exact: true })).toBeVisible()
  await expect(video).toHaveCount(0)

  await second.getByRole('button', { name: 'End Call' }).click()
  await page.getByRole('dialog', { name: 'Choose Your Avatar Plan' }).getByRole('button', { name: 'Close' }).click()
  const third = await openTalkDialog(page, 'Ingrid')
  await expect(panelOf(third, 'Ingrid')).toBeVisible()
  await expect(third.getByRole('button', { name: 'Stop the introduction' })).toBeVisible()
  expect(orders).toBe(1)
})
