import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { toDefinition } from '../server/src/features/assistants/own/definition.ts'
import { signedIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { portraitPicture } from './support/drawn-pictures.ts'
import { heardAnswer } from './support/heard-answer.ts'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { openCustomize } from './support/own-assistant.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { recordedQuestions } from './support/questions.ts'
import { ownCalls } from './support/talk.ts'
import { turnTo } from './support/test-tab.ts'
import { expect, test } from './support/test.ts'

// The Test tab: a conversation with an assistant that is not submitted yet.

const folder = mkdtempSync(join(tmpdir(), 'voxhall-test-tab-'))
const NAME = 'Nora'
const GREETING = 'Hello, this is Mill Garage.'
const QUESTION = 'When is your garage open?'
const ANSWER = 'We open at seven and close at two.'
const TRUCKS = 'Trucks are repaired on Mondays alone.'
/** The assistant of the form, as the server defines it: all that can be heard in these tests. */
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

async function converse(dialog: Locator): Promise<Locator> {
  await turnTo(dialog, 'Test Avatar')
  await dialog.getByRole('button', { name: 'Start Interactive Conversation' }).click()
  await expect(dialog.getByRole('button', { name: 'Start Talking' })).toBeFocused()
  return dialog.getByRole('log')
}

test.describe('spoken to', { tag: '@nightly' }, () => {
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
    await expect(log).toContainText(GREETING)
    await expect(log).toContainText(ANSWER, { timeout: 40_000 })
    await expect(log.locator('[data-role=user]')).toHaveCount(1)
    expect(await violations(page)).toEqual([])

    await expect.poll(async () => (await audio.stretches()).length).toBeGreaterThan(1)
    const [sound, stretches] = [await audio.heard(), await audio.stretches()]
    const gaps = stretches
      .slice(1)
      .map((stretch, index) => ({ stretch, ms: stretch.fromMs - (stretches[index]?.toMs ?? 0) }))
    // One more than there are: a busy machine makes long ones, too.
    const beginnings = gaps.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
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
    await expect(log).toContainText('Around the clock, from now on.')
    await dialog.getByRole('button', { name: 'Exit Conversation Mode' }).click()
    await expect(dialog.getByRole('button', { name: 'Start Interactive Conversation' })).toBeFocused()
    await expect
      .poll(async () => (await ownCalls(server.url, account)).map(({ status }) => status))
      .toEqual(['ended', 'ended'])
  })
})

test('the photo talks, free speech goes through the browser’s own recogniser, and the last four lines are shown', async ({
  page,
  server,
}) => {
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
  await dialog
    .getByLabel('Avatar Photo')
    .setInputFiles({ name: 'c.png', mimeType: 'image/png', buffer: await portraitPicture('culinary') })
  await expect(dialog.getByRole('button', { name: 'See it talk' })).toBeVisible({ timeout: 20_000 })
  const log = await converse(dialog)
  const face = dialog.locator('canvas[data-moving=true]')
  await expect(face).toBeVisible()
  await dialog.getByRole('radio', { name: 'In your own words' }).check()
  expect(await current()).toBeNull()
  await dialog.getByRole('button', { name: 'Start Talking' }).click()
  await expect.poll(current).toEqual({ lang: 'en-US', continuous: true })
  await expect(log).toContainText(GREETING)
  await expect(dialog.getByText('Talking', { exact: true })).toHaveCount(0)
  await page.evaluate(() => {
    const result = Object.assign([{ transcript: 'could you tell me whether you repair trucks' }], { isFinal: true })
    const { recognition } = window as unknown as { recognition: EventTarget }
    recognition.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results: [result] }))
  })
  await expect(log).toContainText(TRUCKS)
  await dialog.getByRole('button', { name: 'Stop Listening' }).click()
  expect(await current()).toBeNull()
  await expect(dialog.getByRole('button', { name: 'Start Talking' })).toBeVisible()

  const shownFace = () => face.evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL('image/jpeg', 0.3))
  await expect(dialog.getByText('Talking', { exact: true })).toHaveCount(0)
  const still = await shownFace()
  const type = dialog.getByLabel(`Type to ${NAME}`)
  await type.fill(QUESTION)
  await type.press('Enter')
  await expect(dialog.getByText('Talking', { exact: true })).toBeVisible()
  await expect.poll(async () => (await shownFace()) === still).toBe(false)
  await expect(log).toContainText(ANSWER)
  await expect(log.locator('[data-role]')).toHaveCount(4)
})
