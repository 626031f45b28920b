import { openTalk, ownCalls, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'

test('the server ends a demo call after a minute, even if the page does nothing, and the plans are shown', async ({
  page,
  server,
}) => {
  // The only test that waits for the real minute of a demo call.
  test.slow()
  const { dialog, account } = await openTalk(page, server.url, 'Tenzin')
  await startCall(dialog, 'Tenzin')
  await expect(dialog.getByRole('timer')).toBeVisible()
  await expect(dialog.getByRole('timer')).toHaveAttribute('data-last-seconds', 'true', { timeout: 60_000 })
  // Motion is switched on only for the last seconds: animating the face for a whole minute would take half a processor
  // from the tests running in parallel.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect(dialog.getByRole('timer')).toHaveCSS('animation-name', 'pulse')
  await expect(dialog.getByRole('timer')).toHaveClass(/text-danger/)
  // The dialog opens after the last ten seconds of the call.
  await expect(page.getByRole('dialog', { name: 'Choose Your Avatar Plan' })).toBeVisible({ timeout: 15_000 })
  const [call] = await ownCalls(server.url, account)
  expect(call).toMatchObject({ status: 'ended', endReason: 'limit-reached' })
  expect(call?.durationMs).toBeGreaterThanOrEqual(60_000)
  expect(call?.durationMs).toBeLessThan(62_000)
})
