import { violations } from '../support/axe.ts'
import { signInContext, signUpAndConfirm } from '../support/accounts.ts'
import { expect, test } from '../support/test.ts'
import { atEveryWidth, expectOnly, unfoldHeader } from '../support/widths.ts'

// Moving faces take the processor for themselves where there is no graphics card, and no text depends on them.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

// The specification's texts and roles, word for word. That people are heard and answered is asked elsewhere.

test('the voice panel says what is going on, and the plans follow half a second after the call', async ({
  page,
  context,
  server,
}) => {
  await signInContext(context, await signUpAndConfirm(server.url))
  await page.goto('/')
  await (await unfoldHeader(page)).getByRole('button', { name: 'AI Assistants' }).click()
  await page.getByRole('article').filter({ hasText: 'with Marcus' }).getByRole('button', { name: 'Talk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Talk with Marcus', exact: true })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  // His introduction is made first.
  await expect(button('Talk with Marcus')).toBeVisible({ timeout: 30_000 })
  await atEveryWidth(page, async () => {
    await expectOnly(button('Talk with Marcus'), dialog.getByText('Disconnected', { exact: true }))
    await expect(dialog.getByText('Talking')).toHaveCount(0)
    await expect(dialog.getByRole('timer')).toHaveCount(0)
  })

  expect(await violations(page)).toEqual([])
  await button('Talk with Marcus').click()
  await expectOnly(dialog.getByText('Demo Mode', { exact: true }), dialog.getByText('Talking'))
  await atEveryWidth(page, async () => {
    await expectOnly(button('Mute'), button('End Call'), dialog.getByText('Conversation', { exact: true }))
    await expect(dialog.getByRole('timer')).toHaveText(/^(1:00|0:\d\d)$/)
  })
  await button('Mute').click()
  await expectOnly(button('Unmute'))

  await button('End Call').focus()
  const afterMs = await page.evaluate(async () => {
    const endedAtMs = performance.now()
    if (document.activeElement instanceof HTMLElement) document.activeElement.click()
    const isThere = () =>
      [...document.querySelectorAll('[role="dialog"] h2')].some(
        ({ textContent }) => textContent === 'Choose Your Avatar Plan',
      )
    while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - endedAtMs
  })
  expect(afterMs).toBeGreaterThanOrEqual(500)
  expect(afterMs).toBeLessThan(2_000)
})
