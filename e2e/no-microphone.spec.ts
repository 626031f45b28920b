import { culinary } from '../server/src/features/assistants/catalogue/culinary.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { openTalk, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// Runs in real time: it takes as long as the spoken answers.
test.describe.configure({ timeout: 90_000 })
// It takes its context's permissions away.
test.use({ ownContext: true })

test('a typed question is answered by voice, without a microphone', async ({ page, server, context }) => {
  await context.clearPermissions()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  const { dialog } = await openTalk(page, server.url, 'Giovanni')
  const log = dialog.getByRole('log')
  const audio = recordPageAudio(page)
  await startCall(dialog, 'Giovanni')
  await expect(
    dialog
      .getByRole('alert')
      .or(dialog.getByText(/microphone/i))
      .first(),
  ).toBeVisible()
  await dialog.getByLabel('Type to Giovanni').fill('what happens to what I say?')
  await dialog.getByRole('button', { name: 'Send' }).click()
  const privacy = culinary.knowledge.find(({ id }) => id === 'privacy')
  if (!privacy) throw new Error('The answer about privacy is gone')
  await expect(log).toContainText(privacy.answer.split(' ').slice(0, 5).join(' '))
  await expect.poll(async () => (await audio.stretches()).length).toBeGreaterThan(0)
})
