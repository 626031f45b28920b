import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signedIn } from './support/accounts.ts'
import { violations } from './support/axe.ts'
import { converse, definition, fillForm, NAME } from './support/form-talk.ts'
import { heardAnswer } from './support/heard-answer.ts'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { ANSWER, GREETING, openCustomize, QUESTION } from './support/own-assistant.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { recordedQuestions } from './support/questions.ts'
import { ownCalls } from './support/talk.ts'
import { turnTo } from './support/test-tab.ts'
import { expect, test } from './support/test.ts'

const folder = mkdtempSync(join(tmpdir(), 'voxhall-test-tab-'))
const spoken = recordedQuestions().find(({ text }) => text === 'when is your garage open')
if (!spoken) throw new Error('The recording is gone')
/** The time to connect the call, plus the length of the first message, plus a pause. */
const GREETING_MS = 13_000

test.describe('a spoken question', { tag: '@nightly' }, () => {
  const track = makeMicrophoneTrack(join(folder, 'question.wav'), [spoken.path], [GREETING_MS])
  test.use({ microphone: track.path })

  test('is answered aloud from the form, and a changed form changes the answer', async ({ page, server }) => {
    const account = await signedIn(page, server.url)
    const audio = await recordPageAudio(page)
    const dialog = await openCustomize(page)
    await fillForm(dialog)
    let log = await converse(dialog)
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
    // The three longest pauses are tried, one more than expected, since a busy machine can cause long pauses as well.
    const beginnings = gaps.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
    expect(await heardAnswer(definition, sound, stretches[0] ?? { fromMs: 0 })).toBe(GREETING)
    const heard = await Promise.all(beginnings.map(({ stretch }) => heardAnswer(definition, sound, stretch)))
    expect(heard).toContain(ANSWER)

    // Leaving the tab ends the call and releases the microphone.
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
