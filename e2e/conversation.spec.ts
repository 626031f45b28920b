import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { heardAnswer } from './support/heard-answer.ts'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { recordedQuestions, recordedStrangers } from './support/questions.ts'
import { openTalk, ownCalls, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'
import { writeWav } from './support/wav.ts'

// Recorded speech is played into the microphone of a real Chromium, and the sound that leaves the page is recorded.

// These tests run in real time: they take as long as the spoken conversation.
test.describe.configure({ timeout: 90_000 })

const folder = mkdtempSync(join(tmpdir(), 'voxhall-microphone-'))
/** The first message of five seconds, the time to connect the call, and a pause. */
const GREETING_MS = 8_500

const definitionOf = (assistantId: string) => {
  const definition = CATALOGUE_DEFINITIONS.find(({ id }) => id === assistantId)
  if (!definition) throw new Error(`No assistant ${assistantId}`)
  return definition
}

const box = (dialog: Locator) => dialog.getByRole('log')
const begin = (answer: string) => answer.split(' ').slice(0, 5).join(' ')

test.describe('a caller who interrupts', () => {
  const [first, second] = recordedQuestions().filter((question) => question.assistantId === 'finance')
  if (!first || !second) throw new Error('Two recordings for one assistant are needed')
  const track = makeMicrophoneTrack(join(folder, 'cuts-in.wav'), [first.path, second.path], [GREETING_MS, 3_000])
  test.use({ microphone: track.path })

  test('silences the assistant at once; what was said is heard, shown and kept, of the interrupted answer its beginning', async ({
    page,
    server,
  }) => {
    const audio = await recordPageAudio(page)
    const { dialog, account } = await openTalk(page, server.url, first.assistantName)
    // The microphone track starts playing when the microphone is opened.
    await page.evaluate(() => {
      const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await original(constraints)
        Object.assign(window, { microphoneOpenedMs: performance.timeOrigin + performance.now() })
        return stream
      }
    })
    await startCall(dialog, first.assistantName)
    await expect(dialog.getByText(`${first.assistantName} is an AI`, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('timer')).toHaveText(/^(1:00|0:5\d)$/)
    await expect(dialog.getByText('Talking', { exact: true })).toBeVisible()
    await expect(box(dialog)).toContainText(begin(first.answer), { timeout: 25_000 })
    await expect(box(dialog).getByText(second.answer)).toBeVisible({ timeout: 30_000 })

    const openedMs = await page.evaluate(() => (window as unknown as { microphoneOpenedMs: number }).microphoneOpenedMs)
    const stretches = await audio.stretches()
    const sound = await audio.heard()
    // The call ends before the sound is compared: that takes long on a busy machine, and a demo call has only a minute.
    await dialog.getByRole('button', { name: 'End Call' }).click()
    await expect.poll(async () => (await ownCalls(server.url, account))[0]?.status).toBe('ended')
    // Kept for listening to when the test fails.
    writeFileSync(test.info().outputPath('heard.wav'), writeWav(sound))

    const { fromMs = 0, toMs = 0 } = track.clips[1] ?? {}
    const cutInMs = openedMs + fromMs
    const interrupted = stretches.find((stretch) => stretch.fromMs < cutInMs && stretch.toMs > cutInMs)
    expect(interrupted).toBeDefined()
    // The clip begins with 150 ms of silence. The browser adds about 100 ms in each direction, a busy machine more.
    expect((interrupted?.toMs ?? Infinity) - (cutInMs + 150)).toBeLessThan(1_000)
    const definition = definitionOf(first.assistantId)
    expect(await heardAnswer(definition, sound, stretches[0] ?? { fromMs: 0 })).toBe(definition.firstMessage)
    const last = stretches.find((stretch) => stretch.fromMs > openedMs + toMs)
    expect(await heardAnswer(definition, sound, last ?? { fromMs: 0 })).toBe(second.answer)

    const [call] = await ownCalls(server.url, account)
    expect(call).toMatchObject({ assistantName: first.assistantName, endReason: 'person-ended' })
    expect(call?.lines.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant', 'user', 'assistant'])
    const [, , cut, , answer] = call?.lines ?? []
    expect(cut).toMatchObject({ interrupted: true })
    expect(first.answer).toContain(cut?.content ?? 'nothing')
    expect(cut?.content.length).toBeLessThan(first.answer.length)
    expect(answer?.timings?.firstAudioPlayedMs).toBeLessThan(3_000)
  })
})

test.describe('a caller who talks about something else', { tag: '@nightly' }, () => {
  const stranger = recordedStrangers().find(({ text }) => text.includes('red truck'))
  if (!stranger) throw new Error('The recording is gone')
  const track = makeMicrophoneTrack(join(folder, 'stranger.wav'), [stranger.path], [GREETING_MS])
  test.use({ microphone: track.path })

  test('is told so, and is offered questions that the assistant understands', async ({ page, server }) => {
    const { dialog } = await openTalk(page, server.url, 'Marcus')
    await startCall(dialog, 'Marcus')
    await expect(box(dialog)).toContainText('not understood', { timeout: 30_000 })
    await expect(box(dialog)).toContainText('Sorry, I did not catch that. You could ask:')
    const last = box(dialog).locator('[data-role=assistant]').last()
    const questions = definitionOf('finance').knowledge.map(({ question }) => question)
    await expect
      .poll(async () => {
        const said = (await last.textContent()) ?? ''
        return questions.filter((question) => said.includes(question)).length
      })
      .toBeGreaterThan(0)
  })
})
