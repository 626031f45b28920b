import type { Locator } from '@playwright/test'
import { LIGHT_PAGE, openTalk, ownCalls, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// The voice panel on a real server under failures from outside: a lost network and an expired session. That callers are
// heard and answered is tested in conversation.spec.ts.

/** Checks that each element is visible, and that no other element of the page matches, not even a hidden duplicate. */
async function expectOnly(...wanted: readonly Locator[]): Promise<void> {
  for (const locator of wanted) {
    await expect(locator).toHaveCount(1)
    await expect(locator).toBeVisible()
  }
}

const OFFLINE_TEXT = 'You are offline. Pages you have seen work; talking needs a connection.'

test.describe('a call', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/] })

  test('whose network is lost can be continued; going back ends it, and the plans appear half a second later', async ({
    page,
    context,
    server,
  }) => {
    const { dialog, account } = await openTalk(page, server.url, 'Marcus')
    const button = (name: string) => dialog.getByRole('button', { name, exact: true })
    await startCall(dialog, 'Marcus')
    await expectOnly(dialog.getByText('Demo Mode', { exact: true }), dialog.getByText('Talking'))
    await expectOnly(button('Mute'), button('End Call'), dialog.getByText('Conversation', { exact: true }))
    await expect(dialog.getByRole('timer')).toHaveText(/^(1:00|0:\d\d)$/)
    await button('Mute').click()
    await expectOnly(button('Unmute'))
    const said = dialog.getByRole('log', { name: 'Conversation' }).locator('[data-role=assistant]')
    await expect(said.first()).toContainText('Marcus')

    await context.setOffline(true)
    // connection-watch.test.ts checks the limit of three seconds; a busy machine may need longer here, so none is set.
    await expect(dialog.getByText('The connection was lost')).toBeVisible()
    await expect(dialog.getByText('Disconnected', { exact: true })).toBeVisible()
    await expect(said.first()).toContainText('Marcus')
    await expect(page.getByText(OFFLINE_TEXT)).toBeVisible()
    const notice = await page.locator('[data-site-notice]').boundingBox()
    const box = await dialog.boundingBox()
    expect(notice?.y, 'the notice does not cover the dialog').toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
    await button('Continue the call').click()
    await expect(dialog.getByText(/The server could not be reached/)).toBeVisible()
    await context.setOffline(false)
    await button('Try Again').click()
    await expect(button('End Call')).toBeVisible()
    await expect(said.first()).toContainText('Marcus')

    const afterMs = await page.evaluate(async () => {
      const endedAtMs = performance.now()
      history.back()
      const isThere = () =>
        [...document.querySelectorAll('[role="dialog"] h2')].some(
          ({ textContent }) => textContent === 'Choose Your Avatar Plan',
        )
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
      return performance.now() - endedAtMs
    })
    expect(afterMs).toBeGreaterThanOrEqual(500)
    expect(afterMs).toBeLessThan(2_000)
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL(LIGHT_PAGE)
    await expect.poll(async () => (await ownCalls(server.url, account))[0]?.endReason).toBe('person-ended')
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(LIGHT_PAGE)
  })
})

test.describe('a session that has ended elsewhere', () => {
  test.use({ allowedErrors: [/status of 401/] })

  test('is noticed in every tab, and signing in leads back to the talk dialog', async ({ page, context, server }) => {
    const { dialog, account } = await openTalk(page, server.url, 'Marcus')
    const other = await context.newPage()
    await other.goto('/pricing')
    await expect(other.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible()
    const headers = { authorization: `Bearer ${account.token}`, origin: server.url, 'content-type': 'application/json' }
    await fetch(`${server.url}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })

    await page.bringToFront()
    await startCall(dialog, 'Marcus')
    const logIn = dialog.getByRole('link', { name: 'Log in' })
    await expect(logIn).toBeVisible()
    await expect(other.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    await logIn.click()
    const form = page.getByRole('tabpanel', { name: 'Sign In' })
    await form.getByLabel('Email').fill(account.email)
    await form.getByLabel('Password', { exact: true }).fill(account.password)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(dialog).toBeVisible()
    await expect(page).toHaveURL(LIGHT_PAGE)
    await expect(other.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible()
  })
})
