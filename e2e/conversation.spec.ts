import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { CATALOGUE_DEFINITIONS } from '../server/src/features/assistants/catalogue/all.ts'
import { heardAnswer } from './support/heard-answer.ts'
import { makeMicrophoneTrack } from './support/microphone-track.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { recordedQuestions, recordedStrangers, type RecordedQuestion } from './support/questions.ts'
import { openTalk, ownCalls, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'
import { writeWav } from './support/wav.ts'

// Recorded speech is played into the microphone of a real Chromium, and the sound that leaves the page is recorded.

// These tests run in real time: they take as long as the spoken conversation.
test.describe.configure({ timeout: 90_000 })

const folder = mkdtempSync(join(tmpdir(), 'voxhall-microphone-'))
const NIGHTLY = '@nightly'
/** The longest first message, plus the time to connect the call, plus a pause. */
const GREETING_MS = 11_000

const definitionOf = (assistantId: string) => {
  const definition = CATALOGUE_DEFINITIONS.find(({ id }) => id === assistantId)
  if (!definition) throw new Error(`No assistant ${assistantId}`)
  return definition
}

/** One recorded question for each of these assistants, all by different speakers. */
function differentVoices(assistantIds: string[]): RecordedQuestion[] {
  const used = new Set<string>()
  return assistantIds.map((assistantId) => {
    const question = recordedQuestions().find((one) => one.assistantId === assistantId && !used.has(one.voice))
    if (!question) throw new Error(`No recording left for ${assistantId}`)
    used.add(question.voice)
    return question
  })
}

const box = (dialog: Locator) => dialog.getByRole('log')
const begin = (answer: string) => answer.split(' ').slice(0, 5).join(' ')

for (const [place, question] of differentVoices(['culinary', 'finance', 'automotive']).entries()) {
  // Only the first one runs daily. The recogniser and the voices have their own tests in the voice engine.
  test.describe(`${question.voice} asks ${question.assistantName}`, { tag: place === 0 ? [] : NIGHTLY }, () => {
    const track = makeMicrophoneTrack(join(folder, `${question.assistantId}.wav`), [question.path], [GREETING_MS])
    test.use({ microphone: track.path })

    test(`"${question.text}" is answered: heard, shown and kept`, async ({ page, server }) => {
      const { dialog, account } = await openTalk(page, server.url, question.assistantName)
      const audio = recordPageAudio(page)
      await startCall(dialog, question.assistantName)
      await expect(dialog.getByText(`${question.assistantName} is an AI`, { exact: true })).toBeVisible()
      await expect(dialog.getByRole('timer')).toHaveText(/^(1:00|0:5\d)$/)
      await expect(dialog.getByText('Talking', { exact: true })).toBeVisible()

      await expect(box(dialog)).toContainText(begin(question.answer), { timeout: 25_000 })
      await expect(box(dialog).getByText(question.answer)).toBeVisible({ timeout: 30_000 })

      const stretches = await audio.stretches()
      const definition = definitionOf(question.assistantId)
      const sound = await audio.heard()
      // The call ends before the sound is compared: that takes long on a busy machine, and a demo call has only a
      // minute.
      await dialog.getByRole('button', { name: 'End Call' }).click()
      await expect.poll(async () => (await ownCalls(server.url, account))[0]?.status).toBe('ended')
      // Kept for listening to when the test fails.
      writeFileSync(test.info().outputPath('heard.wav'), writeWav(sound))
      expect(await heardAnswer(definition, sound, stretches[0] ?? { fromMs: 0 })).toBe(definition.firstMessage)
      // The answer should begin after the longest pause, in which the question was asked. A busy machine can cause
      // other long pauses, so the three longest are tried.
      const gaps = stretches
        .slice(1)
        .map((stretch, index) => ({ stretch, ms: stretch.fromMs - (stretches[index]?.toMs ?? 0) }))
      const beginnings = gaps.toSorted((a, b) => b.ms - a.ms).slice(0, 3)
      const heard = await Promise.all(beginnings.map(({ stretch }) => heardAnswer(definition, sound, stretch)))
      expect(heard).toContain(question.answer)

      const [call] = await ownCalls(server.url, account)
      expect(call).toMatchObject({ assistantName: question.assistantName, endReason: 'person-ended' })
      expect(call?.lines.map(({ role }) => role)).toEqual(['assistant', 'user', 'assistant'])
      expect(call?.lines[2]?.timings?.firstAudioPlayedMs).toBeLessThan(3_000)
    })
  })
}

test.describe('a caller who interrupts', () => {
  const own = recordedQuestions().filter((question) => question.assistantId === 'finance')
  const [first, second] = own
  if (!first || !second) throw new Error('Two recordings for one assistant are needed')
  const track = makeMicrophoneTrack(join(folder, 'cuts-in.wav'), [first.path, second.path], [GREETING_MS, 3_000])
  test.use({ microphone: track.path })

  test('silences the assistant at once and is answered; the record has only the part that was heard', async ({
    page,
    server,
  }) => {
    const { dialog, account } = await openTalk(page, server.url, first.assistantName)
    const audio = recordPageAudio(page)
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
    await expect(box(dialog)).toContainText(begin(first.answer), { timeout: 25_000 })
    await expect(box(dialog)).toContainText(begin(second.answer), { timeout: 25_000 })

    const openedMs = await page.evaluate(() => (window as unknown as { microphoneOpenedMs: number }).microphoneOpenedMs)
    const cutInMs = openedMs + (track.clips[1]?.fromMs ?? 0)
    const stretches = await audio.stretches()
    const interrupted = stretches.find(({ fromMs, toMs }) => fromMs < cutInMs && toMs > cutInMs)
    expect(interrupted).toBeDefined()
    // The clip begins with 150 ms of silence. The browser adds about 100 ms in each direction, a busy machine more.
    expect((interrupted?.toMs ?? Infinity) - (cutInMs + 150)).toBeLessThan(1_000)

    await dialog.getByRole('button', { name: 'End Call' }).click()
    await expect.poll(async () => (await ownCalls(server.url, account))[0]?.status).toBe('ended')
    const [call] = await ownCalls(server.url, account)
    const cut = call?.lines[2]
    expect(cut).toMatchObject({ role: 'assistant', interrupted: true })
    expect(first.answer).toContain(cut?.content ?? 'nothing')
    expect(cut?.content.length).toBeLessThan(first.answer.length)
  })
})

test.describe('a caller who talks about something else', { tag: NIGHTLY }, () => {
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
