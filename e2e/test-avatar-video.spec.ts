import { readFileSync } from 'node:fs'
import { signedIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { openCustomize } from './support/own-assistant.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { openTestTab, turnTo } from './support/test-tab.ts'
import { expect, test } from './support/test.ts'

// The Test tab: a text said in a video of the photo, and as sound where no video is made.

test('a text is said in a video of the photo, which plays, stops and can be kept', async ({ page, server }) => {
  await signedIn(page, server.url)
  const dialog = await openTestTab(
    page,
    'Good morning. Your car is ready, and it drives like new again. Come by whenever it suits you, we are here until six.',
  )
  await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
  await expect(
    dialog
      .getByText('Sending the photo...')
      .or(dialog.getByText(/^Making the video/))
      .first(),
  ).toBeVisible()

  const video = dialog.locator('video')
  await expect(video).toBeVisible({ timeout: 60_000 })
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(seconds).toBeGreaterThan(0.3)
  expect(await video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(100)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true)
  await expect(dialog.getByRole('button', { name: 'Stop', exact: true })).toBeDisabled()

  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download the video' }).click()
  const file = readFileSync(await (await downloading).path())
  expect(file.length).toBeGreaterThan(10_000)
  // What every WebM begins with.
  expect(file.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
})

test('while a video is made, it can be stopped', async ({ page, server }) => {
  await page.clock.install()
  await signedIn(page, server.url)
  const dialog = await openTestTab(page, 'Nobody waits for this.')
  let asked = 0
  await page.route('**/api/avatars/talks/*', async (route) => {
    asked += 1
    await route.continue()
  })
  const ordered = page.waitForResponse('**/api/avatars/talks')
  await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
  await ordered
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(dialog.getByText('Your photo says it in a video.')).toBeVisible()
  const before = asked
  // In which it would be asked for again.
  await page.clock.runFor(3_000)
  await page.evaluate(() => fetch('/api/health'))
  expect(asked).toBe(before)
  await expect(dialog.locator('video')).toHaveCount(0)
})

test.describe('with ElevenLabs', () => {
  test.use({ allowedErrors: [/403/] })

  test('a key is asked for, sent trimmed with the text, refused in words, and kept nowhere', async ({
    page,
    server,
  }) => {
    await signedIn(page, server.url)
    const dialog = await openCustomize(page)
    await turnTo(dialog, 'Test Avatar')
    await expect(dialog.getByLabel('ElevenLabs API key')).toHaveCount(0)
    await dialog.getByLabel('Text-to-speech provider').selectOption('elevenlabs')
    const key = dialog.getByLabel('ElevenLabs API key')
    await expect(key).toHaveAttribute('type', 'password')
    await dialog.getByLabel('Text to speak').fill('Good morning.')
    await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
    await expect(dialog.getByText('Please provide your ElevenLabs API key', { exact: true })).toBeVisible()
    await expect(key).toBeFocused()
    expect(await violations(page)).toEqual([])

    // As the server answers once ElevenLabs has refused a key; no test reaches the vendor.
    await page.route('**/api/speech', (route) =>
      route.fulfill({
        status: 403,
        json: { code: 'speech-key-refused', title: 'T', detail: 'ElevenLabs did not accept the key.' },
      }),
    )
    await key.fill('  xi-secret ')
    const sent = page.waitForRequest('**/api/speech')
    await dialog.getByRole('button', { name: 'Talk', exact: true }).click()
    const request = await sent
    expect(request.headers()['x-speech-key']).toBe('xi-secret')
    expect(request.postDataJSON()).toEqual({ text: 'Good morning.', voiceId: 'willow', provider: 'elevenlabs' })
    const alert = dialog.getByRole('alert')
    await expect(alert).toContainText('Failed to generate talking video. Please try again.')
    await expect(alert).toContainText('ElevenLabs did not accept the key.')
    expect(
      await page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store)))),
    ).not.toContain('xi-secret')

    await turnTo(dialog, 'Customize')
    await turnTo(dialog, 'Test Avatar')
    await expect(key).toHaveValue('  xi-secret ')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
    await turnTo(dialog, 'Test Avatar')
    await expect(key).toHaveCount(0)
    await dialog.getByLabel('Text-to-speech provider').selectOption('elevenlabs')
    await expect(key).toHaveValue('')
  })
})

test('a server that makes no videos says so, and the text is heard all the same', async ({ page, server }) => {
  await signedIn(page, server.url)
  const dialog = await openTestTab(page, 'Good morning, and welcome.')
  await page.route('**/api/avatars/talks', (route) =>
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
