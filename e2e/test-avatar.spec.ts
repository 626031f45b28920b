import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { toDefinition } from '../server/src/features/studio/definition.ts'
import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { childsDrawing, portraitPicture } from './support/drawn-pictures.ts'
import { heardAnswer } from './support/heard-answer.ts'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { openCustomize } from './support/own-assistant.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { recordedQuestions } from './support/questions.ts'
import { ownCalls } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// The Test tab: a text in a video of the photo, and a conversation with an assistant that is not submitted yet.

test.setTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'voxhall-test-tab-'))
const NAME = 'Nora'
const GREETING = 'Hello, this is Mill Garage, the workshop by the old bridge. What may I do for you and your car?'
const QUESTION = 'When is your garage open?'
const ANSWER = 'We open at seven in the morning and close at two in the afternoon, from Monday to Friday.'
const TRUCKS = 'Trucks are repaired on Mondays alone, in the large hall behind the house.'
/** Somebody with these, as the server makes it of the form: all that can be heard in these tests. */
const definition = toDefinition('own_heard', {
  name: NAME,
  voiceId: 'hazel',
  firstMessage: GREETING,
  systemPrompt: '',
  knowledge: {
    pairs: [
      { question: QUESTION, answer: ANSWER },
      { question: 'Do you repair trucks?', answer: TRUCKS },
    ],
    notes: '',
  },
})
const spoken = recordedQuestions().find(({ text }) => text === 'when is your garage open')
if (!spoken) throw new Error('The recording is gone')
/** The time to open a call, the first message, and a pause. */
const GREETING_MS = 13_000

async function fill(dialog: Locator): Promise<void> {
  await dialog.getByLabel('Assistant Name').fill(NAME)
  await dialog.getByLabel('Voice Type').selectOption('hazel')
  await dialog.getByLabel('First Message').fill(GREETING)
  for (const [index, { question, answer }] of definition.knowledge.entries()) {
    await dialog.getByRole('button', { name: /^Add a(nother)? question$/ }).click()
    await dialog.getByRole('textbox', { name: `Question ${index + 1}` }).fill(question)
    await dialog.getByRole('textbox', { name: `Answer ${index + 1}` }).fill(answer)
  }
}

const turnTo = (dialog: Locator, tab: 'Customize' | 'Test Avatar') =>
  dialog.getByRole('tab', { name: tab, exact: true }).click()

async function converse(dialog: Locator): Promise<Locator> {
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByRole('button', { name: 'Start Interactive Conversation' }).click()
  await expect(dialog.getByRole('button', { name: 'Start Talking' })).toBeFocused()
  return dialog.getByRole('log')
}

async function signedIn(page: Page, serverUrl: string) {
  const account = await signUpAndConfirm(serverUrl)
  await signInContext(page.context(), account)
  return account
}

async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

test('a text is said in a video of the photo, which plays, stops and can be kept', async ({ page, server }) => {
  await signedIn(page, server.url)
  const dialog = await openCustomize(page)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: childsDrawing() })
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByLabel('Text to speak').fill('Good morning. Your car is ready, and it drives like new again.')
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
  const dialog = await openCustomize(page)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: childsDrawing() })
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByLabel('Text to speak').fill('Nobody waits for this.')
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

test.describe('spoken to', () => {
  const track = makeMicrophoneTrack(join(folder, 'question.wav'), [spoken.path], [GREETING_MS])
  test.use({ microphone: track.path })

  test('the assistant of the form answers from the form, and is heard; changed, it answers otherwise', async ({
    page,
    server,
  }) => {
    const account = await signedIn(page, server.url)
    const dialog = await openCustomize(page)
    await fill(dialog)
    let log = await converse(dialog)
    const audio = recordPageAudio(page)
    await page.evaluate(() => {
      const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      const tracks: MediaStreamTrack[] = []
      Object.assign(window, { microphoneTracks: tracks })
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await original(constraints)
        tracks.push(...stream.getTracks())
        return stream
      }
    })
    await dialog.getByRole('button', { name: 'Start Talking' }).click()
    await expect(log).toContainText(GREETING, { timeout: 20_000 })
    await expect(log).toContainText(ANSWER, { timeout: 40_000 })
    await expect(log.locator('[data-role=user]')).toHaveCount(1)
    expect(await violations(page)).toEqual([])

    await expect.poll(async () => (await audio.stretches()).length).toBeGreaterThan(1)
    const [sound, stretches] = [await audio.heard(), await audio.stretches()]
    const gaps = stretches
      .slice(1)
      .map((stretch, index) => ({ stretch, ms: stretch.fromMs - (stretches[index]?.toMs ?? 0) }))
    const beginnings = gaps.toSorted((a, b) => b.ms - a.ms).slice(0, 2)
    expect(await heardAnswer(definition, sound, stretches[0] ?? { fromMs: 0 })).toBe(GREETING)
    const heard = await Promise.all(beginnings.map(({ stretch }) => heardAnswer(definition, sound, stretch)))
    expect(heard).toContain(ANSWER)

    // Leaving the tab hangs up and gives the microphone back.
    await turnTo(dialog, 'Customize')
    await expect.poll(async () => (await ownCalls(server.url, account))[0]?.status).toBe('ended')
    const states = await page.evaluate(() =>
      (window as unknown as { microphoneTracks: MediaStreamTrack[] }).microphoneTracks.map(
        ({ readyState }) => readyState,
      ),
    )
    expect(states.length).toBeGreaterThan(0)
    expect(new Set(states)).toEqual(new Set(['ended']))

    await dialog.getByRole('textbox', { name: 'Answer 1' }).fill('Around the clock, from now on.')
    log = await converse(dialog)
    await dialog.getByLabel(`Type to ${NAME}`).fill(QUESTION)
    await dialog.getByLabel(`Type to ${NAME}`).press('Enter')
    await expect(log).toContainText('Around the clock, from now on.', { timeout: 20_000 })
    await dialog.getByRole('button', { name: 'Exit Conversation Mode' }).click()
    await expect(dialog.getByRole('button', { name: 'Start Interactive Conversation' })).toBeFocused()
    await expect
      .poll(async () => (await ownCalls(server.url, account)).map(({ status }) => status))
      .toEqual(['ended', 'ended'])
  })
})

test('where the browser has a recogniser of its own, free speech goes through it', async ({ page, server }) => {
  await signedIn(page, server.url)
  // Chromium without Google's service has one in name only: this one says what the test says.
  await page.addInitScript(() => {
    class Recognition extends EventTarget {
      lang = ''
      continuous = false
      interimResults = false
      start() {
        Object.assign(window, { recognition: this })
      }
      abort() {
        Object.assign(window, { recognition: null })
      }
    }
    Object.assign(window, { webkitSpeechRecognition: Recognition, SpeechRecognition: Recognition, recognition: null })
  })
  const current = () =>
    page.evaluate(() => {
      const { recognition } = window as unknown as { recognition: { lang: string; continuous: boolean } | null }
      return recognition && { lang: recognition.lang, continuous: recognition.continuous }
    })
  const dialog = await openCustomize(page)
  await fill(dialog)
  const log = await converse(dialog)
  expect(await current()).toBeNull()
  await dialog.getByRole('button', { name: 'Start Talking' }).click()
  await expect.poll(current).toEqual({ lang: 'en-US', continuous: true })
  await expect(log).toContainText(GREETING, { timeout: 20_000 })
  await expect(dialog.getByText('Talking', { exact: true })).toHaveCount(0, { timeout: 20_000 })
  await page.evaluate(() => {
    const result = Object.assign([{ transcript: 'could you tell me whether you repair trucks' }], { isFinal: true })
    const { recognition } = window as unknown as { recognition: EventTarget }
    recognition.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [result] }))
  })
  await expect(log).toContainText(TRUCKS, { timeout: 20_000 })
  await dialog.getByRole('button', { name: 'Stop Listening' }).click()
  expect(await current()).toBeNull()
  await expect(dialog.getByRole('button', { name: 'Start Talking' })).toBeVisible()
})

test('the photo talks, and the last four lines are shown', async ({ page, server }) => {
  await signedIn(page, server.url)
  const dialog = await openCustomize(page)
  await fill(dialog)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: await portraitPicture('culinary') })
  await expect(dialog.getByRole('button', { name: 'See it talk' })).toBeVisible({ timeout: 30_000 })
  const log = await converse(dialog)
  const face = dialog.locator('canvas[data-moving=true]')
  await expect(face).toBeVisible()
  const shownFace = () => face.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/jpeg', 0.3))
  const type = dialog.getByLabel(`Type to ${NAME}`)
  const still = await shownFace()
  await type.fill(QUESTION)
  await type.press('Enter')
  await expect(dialog.getByText('Talking', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect.poll(async () => (await shownFace()) === still).toBe(false)
  await expect(log).toContainText(ANSWER, { timeout: 20_000 })
  await type.fill('Do you repair trucks?')
  await type.press('Enter')
  await expect(log).toContainText(TRUCKS, { timeout: 20_000 })
  await expect(log.locator('[data-role]')).toHaveCount(4)
})

test('without a microphone the alert says so, and typing is answered', async ({ page, server, context }) => {
  await context.clearPermissions()
  await signedIn(page, server.url)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  const dialog = await openCustomize(page)
  await fill(dialog)
  const log = await converse(dialog)
  await expect(
    dialog
      .getByRole('alert')
      .getByText('Microphone access is required for conversation mode. Please allow access and try again.', {
        exact: true,
      }),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel(`Type to ${NAME}`).fill(QUESTION)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await expect(log).toContainText(ANSWER, { timeout: 20_000 })
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
  const dialog = await openCustomize(page)
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'face.png', mimeType: 'image/png', buffer: childsDrawing() })
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByLabel('Text to speak').fill('Good morning, and welcome.')
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
  await expect.poll(async () => (await audio.stretches()).length, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect(dialog.getByText(/^Videos are not made on this server\./)).toBeVisible({ timeout: 20_000 })
})

test('somebody who is signed out is told what it needs, with a way to come back', async ({ page }) => {
  const dialog = await openCustomize(page)
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByRole('button', { name: 'Start Interactive Conversation' }).click()
  await expect(dialog.getByText('A conversation with it needs an account.')).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('link', { name: 'Log in or sign up' })).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('link', { name: 'Log in or sign up' }).click()
  await expect(page).toHaveURL('/auth')
})
