import { signInContext, signUpAndConfirm } from './support/accounts.ts'
import { openTalk, startCall } from './support/talk.ts'
import { expect, test } from './support/test.ts'

// What gets in the way of a call from outside: the network, and a session that is over.

const OFFLINE_TEXT = 'You are offline. Pages you have seen work; talking needs a connection.'

test.describe('a network that goes away', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/] })
  test('is noticed at once; what was said stays, and one press goes on', async ({ page, context, server }) => {
    const { dialog } = await openTalk(page, server.url, 'Marcus')
    await startCall(dialog, 'Marcus')
    const said = dialog.getByRole('log', { name: 'Conversation' }).locator('[data-role=assistant]')
    await expect(said.first()).toContainText('Marcus')
    await context.setOffline(true)
    // Within three seconds, as connection-watch.test.ts holds; a busy machine gives a page less time than that.
    await expect(dialog.getByText('The connection was lost')).toBeVisible()
    await expect(dialog.getByText('Disconnected', { exact: true })).toBeVisible()
    await expect(said.first()).toContainText('Marcus')
    await expect(page.getByText(OFFLINE_TEXT)).toBeVisible()
    const notice = await page.locator('[data-site-notice]').boundingBox()
    const box = await dialog.boundingBox()
    expect(notice?.y, 'it covers nothing of the dialog').toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))

    const goOn = dialog.getByRole('button', { name: 'Continue the call' })
    await goOn.click()
    await expect(dialog.getByText(/The server could not be reached/)).toBeVisible()
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Try Again' }).click()
    await expect(dialog.getByRole('button', { name: 'End Call' })).toBeVisible()
    await expect(said.first()).toContainText('Marcus')
  })
})

test.describe('a session that has ended elsewhere', () => {
  test.use({ allowedErrors: [/status of 401/] })
  test('is seen in every tab, and signing in leads back to the talk dialog', async ({ page, context, server }) => {
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
    await expect(page).toHaveURL('/')
    await expect(other.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible()
  })

  test('on any other screen it is said, with the way back', async ({ page, server, context }) => {
    const account = await signUpAndConfirm(server.url)
    await signInContext(context, account)
    // The page's own question about plans must not be the first to learn of it.
    const plansRead = page.waitForResponse('**/api/billing/me*')
    await page.goto('/contact')
    await plansRead
    const message = page.getByRole('main').getByLabel('Message')
    await message.fill('Half a sentence')
    const headers = { authorization: `Bearer ${account.token}`, origin: server.url, 'content-type': 'application/json' }
    await fetch(`${server.url}/api/auth/sign-out`, { method: 'POST', headers, body: '{}' })
    await page.getByRole('contentinfo').getByRole('button', { name: 'Your calls' }).click()
    await expect(page.getByText('You are logged out', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    const form = page.getByRole('tabpanel', { name: 'Sign In' })
    await form.getByLabel('Email').fill(account.email)
    await form.getByLabel('Password', { exact: true }).fill(account.password)
    await form.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(message).toHaveValue('Half a sentence')
  })
})
