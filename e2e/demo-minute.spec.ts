import { culinary } from '../server/src/features/assistants/catalogue/culinary.ts'
import { recordPageAudio } from './support/page-audio.ts'
import { openTalk, ownCalls, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// It takes its context's permissions away.
test.use({ ownContext: true })

test('without a microphone, a typed question is answered by voice; the call ends after a demo minute, and the plans are shown', async ({
  page,
  server,
  context,
}) => {
  // The only test that waits for the real minute of a demo call. A microphone would take a third of a processor for all of
  // it from the tests that run in parallel.
  test.slow()
  const audio = await recordPageAudio(page)
  await context.clearPermissions()
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  const { dialog, account } = await openTalk(page, server.url, 'Giovanni')
  const log = dialog.getByRole('log')
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

  // From here on the page does nothing: the server ends the call.
  const timer = dialog.getByRole('timer')
  await expect(timer).toHaveAttribute('data-last-seconds', 'true', { timeout: 60_000 })
  // The dialog opens after the last ten seconds of the call.
  await expect(page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })).toBeVisible({ timeout: 15_000 })
  const [call] = await ownCalls(server.url, account)
  expect(call).toMatchObject({ status: 'ended', endReason: 'limit-reached' })
  expect(call?.durationMs).toBeGreaterThanOrEqual(60_000)
  expect(call?.durationMs).toBeLessThan(62_000)
})
