import type { Locator, Page } from '@playwright/test'
import { CATALOGUE } from '../contract/src/catalogue.ts'
import { signedIn } from './support/accounts.ts'
import { openTalk, openTalkDialog, videoMade } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// The video that is made before one can talk (spec sections 2, 4, 8 and 9): made by the server itself.

const ORDERS = '**/api/videos'
const loading = (name: string) => `Creating ${name}'s avatar. This usually takes 1-2 minutes.`
const panelOf = (dialog: Locator, name: string) =>
  dialog.getByRole('button', { name: `Talk with ${name}`, exact: true })
const greetingOf = (name: string) => CATALOGUE.find((assistant) => assistant.name === name)?.greeting ?? ''

/** At half its pace, the greeting lasts as long as a busy machine needs to look at it. */
function slowVideos(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    addEventListener('play', ({ target }) => Object.assign(target ?? {}, { playbackRate: 0.5 }), true)
  })
}

async function signedInPage(page: Page, serverUrl: string): Promise<void> {
  await signedIn(page, serverUrl)
  await page.goto(serverUrl)
}

test.describe('with motion', () => {
  test.use({ contextOptions: {} })

  test('it is made while the portrait waits, greets once, and falls silent when a call begins', async ({
    page,
    server,
  }) => {
    await slowVideos(page)
    await signedInPage(page, server.url)
    let orders = 0
    page.on('request', (request) => (orders += Number(request.url().endsWith('/talks'))))
    const dialog = await openTalkDialog(page, 'Ingrid')
    await expect(dialog.getByText(loading('Ingrid'))).toBeVisible()
    await expect(dialog.getByRole('img', { name: 'Ingrid' })).toBeVisible()
    await videoMade(dialog)
    await expect(panelOf(dialog, 'Ingrid')).toBeVisible()
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

    await expect(dialog.getByRole('button', { name: 'Play the introduction' })).toBeVisible()
    await expect(video).toBeHidden()
    await expect(box.getByText('The conversation appears here.')).toBeVisible()

    await dialog.getByRole('button', { name: 'Play the introduction' }).click()
    await expect(video).toBeVisible()
    const element = await video.elementHandle()
    await panelOf(dialog, 'Ingrid').click()
    await expect(video).toHaveCount(0)
    expect(await element?.evaluate((gone: HTMLVideoElement) => gone.paused && gone.muted)).toBe(true)
    await expect(dialog.getByText('Demo Mode', { exact: true })).toBeVisible()
    await expect(video).toHaveCount(0)

    await dialog.getByRole('button', { name: 'End Call' }).click()
    await page.getByRole('dialog', { name: 'Choose Your Avatar Plan' }).getByRole('button', { name: 'Close' }).click()
    const again = await openTalkDialog(page, 'Ingrid')
    await expect(panelOf(again, 'Ingrid')).toBeVisible()
    await expect(again.getByRole('button', { name: 'Stop the introduction' })).toBeVisible()
    expect(orders).toBe(1)
  })
})

test('with reduced motion it plays when it is asked to, and not before', async ({ page, server }) => {
  await slowVideos(page)
  const { dialog } = await openTalk(page, server.url, 'Tenzin')
  const button = dialog.getByRole('button', { name: 'Play the introduction' })
  await expect(button).toBeVisible()
  const video = dialog.locator('video')
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused && element.currentTime === 0)).toBe(true)
  await button.click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0.2)
  await dialog.getByRole('button', { name: 'Stop the introduction' }).click()
  await expect(video).toBeHidden()
})

test('nobody has to wait for it, and the minute of the trial begins when one can talk', async ({ page, server }) => {
  await signedInPage(page, server.url)
  // On its way for ever.
  await page.route(ORDERS, () => undefined)
  await page.clock.install()
  const dialog = await openTalkDialog(page, 'Dale')
  await expect(dialog.getByText(loading('Dale'))).toBeVisible()
  await page.clock.runFor(90_000)
  await expect(dialog.getByText(loading('Dale'))).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue without the video' }).click()
  await expect(panelOf(dialog, 'Dale')).toBeVisible()
  await expect(dialog.locator('video')).toHaveCount(0)
  await page.clock.runFor(58_000)
  await expect(dialog).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })).toBeVisible()
})

test.describe('where the order does not arrive', () => {
  test.use({ allowedErrors: [/Failed to load resource/] })
  test('the panel is there at once, with the portrait', async ({ page, server }) => {
    await signedInPage(page, server.url)
    await page.route(ORDERS, (route) => route.abort())
    const dialog = await openTalkDialog(page, 'Dale')
    await expect(panelOf(dialog, 'Dale')).toBeVisible()
    await expect(dialog.locator('video')).toHaveCount(0)
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
})

test('each failure is told in the words of the specification, with another try and a way to talk at once', async ({
  page,
  server,
}) => {
  await signedInPage(page, server.url)
  const failures = [
    ['upload-failed', 'Failed to create talking avatar. Please try again.', 'The picture could not be uploaded.'],
    ['talk-failed', 'Failed to create talking avatar. Please try again.', 'The video could not be requested.'],
    ['rendering-failed', 'Avatar creation failed. Please try again.', 'The video could not be made.'],
  ] as const
  let failing = true
  for (const [cause, text, detail] of failures) {
    failing = true
    await page.unroute(ORDERS)
    await page.route(ORDERS, async (route) => {
      // Without an answer, it is on its way for ever.
      if (!failing) return
      const error = { cause, text, detail }
      await route.fulfill({
        status: 202,
        json: { id: 'talk', status: 'error', video: null, error, askAgainMs: null },
      })
    })
    const dialog = await openTalkDialog(page, 'Marcus')
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText(text)
    await expect(alert).toContainText(detail)
    failing = false
    await alert.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByText(loading('Marcus'))).toBeVisible()
    await expect(alert).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Continue without the video' }).click()
    await expect(panelOf(dialog, 'Marcus')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.reload()
  }
})
