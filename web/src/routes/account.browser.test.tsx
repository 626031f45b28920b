import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BASIC_PLAN } from '../features/plans/basic-plan-testing.ts'
import { browserDrafts } from '../lib/draft-box.ts'
import { button, expectFocusKept, violations } from '../ui/show-testing.tsx'
import { readStored, writeStored } from '../lib/local-store.ts'
import type { Answers } from '../lib/answers-testing.ts'
import { openSite, refusal, ROBIN, SIGNED_IN } from './site-testing.tsx'

// Tests of the account: its password, a session that ends, and what is kept until the person returns.

const PASSWORD = 'correct horse battery'
const problem = (status: number, code: string) => () => refusal(status, code)

async function signIn(): Promise<void> {
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(ROBIN.email)
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a wrong password changes and deletes nothing, and the right one does', async () => {
  let change = problem(403, 'current-password-wrong')
  let deletion = problem(403, 'password-wrong')
  await openSite('/account', {
    isSignedIn: true,
    answers: {
      'GET /api/billing/me': () =>
        Response.json({ subscriptions: [], hasPortal: false, isStale: false, asOf: '2026-07-01T00:00:00.000Z' }),
      'GET /api/billing/invoices': () => Response.json({ invoices: [] }),
      'GET /api/calls': () => Response.json({ calls: [] }),
      'POST /api/auth/update-user': () => Response.json({ id: ROBIN.id, email: ROBIN.email, name: 'Rob' }),
      'POST /api/auth/change-password': () => change(),
      'DELETE /api/account': () => deletion(),
    },
  })
  await expect.element(page.getByText(/You have no plan yet\./)).toBeVisible()
  const current = page.getByLabelText('Current password')
  await current.fill('not this one')
  await page.getByLabelText('New password').fill('another horse battery')
  await button('Change the password').click()
  await expect.element(page.getByText('That is not your current password. Nothing was changed.')).toBeVisible()
  await expect.element(current).toHaveFocus()
  change = () => Response.json({ status: true, deviceToken: 'a-newer-device' })
  await button('Change the password').click()
  await expect.element(page.getByText('Your password is changed', { exact: true })).toBeVisible()
  await expect.element(current).toHaveValue('')
  expect(readStored('deviceTokens')).toEqual(['a-newer-device'])
  await page.getByLabelText('Display name').fill('Rob')
  await button('Save the name').click()
  await expect.poll(() => readStored('session')?.user.displayName).toBe('Rob')
  await button('Delete…').click()
  const given = page.getByLabelText('Your password')
  await given.fill('not this one')
  await button('Delete my account').click()
  await expect.element(page.getByText('That is not your password. Nothing was deleted.')).toBeVisible()
  await expect.element(given).toHaveFocus()
  expect(await violations()).toEqual([])
  deletion = problem(503, 'unavailable')
  await button('Delete my account').click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'D' })).toBeVisible()
  deletion = () => Response.json({ status: true, kept: [] })
  await button('Delete my account').click()
  await expect.poll(() => readStored('session')).toBeNull()
})

test('while a change of the account is being sent, its button keeps the focus and sends nothing twice', async () => {
  const never = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  await openWithEndedPlan({
    'POST /api/auth/update-user': never,
    'POST /api/auth/change-password': never,
    'DELETE /api/account': never,
  })
  const expectOneRequest = async (press: string, busy: string) => {
    never.mockClear()
    await button(press).click()
    const pressed = button(busy).last()
    await expect.element(pressed).toBeDisabled()
    await expectFocusKept(pressed)
    await userEvent.keyboard('{Enter}')
    expect(never).toHaveBeenCalledOnce()
  }
  await expectOneRequest('Save the name', 'Saving...')
  await page.getByLabelText('Current password').fill(PASSWORD)
  await page.getByLabelText('New password').fill('another horse battery')
  await expectOneRequest('Change the password', 'Saving...')
  await button('Delete…').click()
  await page.getByLabelText('Your password').fill(PASSWORD)
  await expectOneRequest('Delete my account', 'Deleting...')
})

test('a session is checked again after ten minutes, and its end is shown', async () => {
  const checked: (number | undefined)[] = []
  await openSite('/pricing', {
    isSignedIn: true,
    answers: {
      'GET /api/auth/get-session': () => {
        checked.push(readStored('session')?.checkedAtMs)
        return Response.json(null)
      },
    },
  })
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible()
  const longAgoMs = Date.now() - 10 * 60_000
  writeStored('session', { token: 'a-session', user: ROBIN, checkedAtMs: longAgoMs })
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('You are logged out', { exact: true })).toBeVisible()
  expect(checked).toEqual([longAgoMs])
})

test('logging out ends the session on the server, and the next sign-in shows that the browser is known', async () => {
  const signIns: unknown[] = []
  const ended: (string | null)[] = []
  const site = await openSite('/auth', {
    answers: {
      'POST /api/auth/sign-in/email': async (request) => {
        signIns.push(await request.clone().json())
        return SIGNED_IN['POST /api/auth/sign-in/email']?.(request) ?? Response.error()
      },
      'POST /api/auth/sign-out': (request) => {
        ended.push(request.headers.get('authorization'))
        return Response.json({ status: true })
      },
    },
  })
  await signIn()
  await expect.poll(() => site.path()).toBe('/')
  writeStored('ownPlans', { viewerId: ROBIN.id, hasPlan: true, planIds: ['basic'], readAtMs: Date.now() })
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => ended).toEqual(['Bearer a-session'])
  expect(readStored('ownPlans')).toBeNull()
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await signIn()
  await expect.poll(() => signIns).toMatchObject([{ deviceTokens: [] }, { deviceTokens: ['a-device'] }])
})

/** Opens the account of a person whose only plan has ended. */
async function openWithEndedPlan(answers: Answers): Promise<void> {
  const ended = { ...BASIC_PLAN, status: 'canceled', isUsable: false, endsAt: BASIC_PLAN.periodEnd }
  const invoice = { date: BASIC_PLAN.periodStart, status: 'open', totalCents: 999, currency: 'usd' }
  const invoices = [
    { ...invoice, id: 'two', number: 'VOX-0002', url: 'https://pay.example/two' },
    { ...invoice, id: 'one', number: 'VOX-0001', status: 'paid', url: null },
  ]
  const billing = { subscriptions: [ended], hasPortal: true, isStale: false, asOf: '2026-07-01T00:00:00.000Z' }
  await openSite('/account', {
    isSignedIn: true,
    answers: {
      'GET /api/billing/me': () => Response.json(billing),
      'GET /api/billing/invoices': () => Response.json({ invoices }),
      'GET /api/calls': () => Response.json({ calls: [] }),
      ...answers,
    },
  })
}

test('an ended plan stays listed with its invoices, of which an unpaid one leads to its payment', async () => {
  let sent = 0
  await openWithEndedPlan({
    'POST /api/billing/claim/send': () => {
      sent += 1
      if (sent === 1) return Response.json({ status: true })
      return refusal(503, 'payments-unavailable', { title: 'The payment provider is not responding' })
    },
  })
  await expect.element(page.getByText(/^You have no plan now\./)).toBeVisible()
  await expect.element(page.getByText('Basic, ended on Dec 21, 2026')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Nov 21, 2026 \$9\.99 Unpaid/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /Paid VOX-0001$/ })).toBeVisible()
  const link = page.getByRole('link', { name: /^Invoice/ })
  expect(link.elements()).toHaveLength(1)
  await expect.element(link).toHaveAccessibleName('Invoice VOX-0002, opens in a new tab')
  await expect.element(link).toHaveAttribute('href', 'https://pay.example/two')
  await expect.element(link).toHaveAttribute('target', '_blank')
  expect(await violations()).toEqual([])
  await button('Paid without logging in?').click()
  await expect.element(page.getByText('Check your email', { exact: true })).toBeVisible()
  expect(sent).toBe(1)
  await button('Paid without logging in?').click()
  await expect.element(page.getByText('The payment provider is not responding')).toBeVisible()
})

test('after a renewal, its invoice is listed as well', async () => {
  let plan = BASIC_PLAN
  const billing = { hasPortal: true, isStale: false, asOf: '2026-11-21T12:00:00.000Z' }
  const invoice = { status: 'paid', totalCents: 999, currency: 'usd', url: null }
  await openWithEndedPlan({
    'GET /api/billing/me': () => Response.json({ ...billing, subscriptions: [plan] }),
    'GET /api/billing/invoices': () =>
      Response.json({
        invoices: [{ ...invoice, id: 'one', number: `VOX of ${plan.periodStart}`, date: plan.periodStart }],
      }),
  })
  await expect.element(page.getByText(`VOX of ${BASIC_PLAN.periodStart}`)).toBeVisible()
  await page.viewport(195, 640)
  expect(document.documentElement.scrollWidth, 'nothing has to be scrolled sideways').toBe(195)
  plan = { ...BASIC_PLAN, periodStart: BASIC_PLAN.periodEnd, periodEnd: '2027-01-21T12:00:00.000Z' }
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByText(`VOX of ${plan.periodStart}`)).toBeVisible()
})

test('while the payment provider does not answer, a plan is shown with a note that it may be out of date', async () => {
  const plans = { subscriptions: [BASIC_PLAN], hasPortal: true, isStale: true, asOf: '2026-11-21T12:00:00.000Z' }
  await openWithEndedPlan({ 'GET /api/billing/me': () => Response.json(plans) })
  await expect.element(page.getByRole('article', { name: 'Basic' })).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: 'this may be out of date' })).toBeVisible()
})

test('the payment provider’s page opens in a new tab, which is closed again if there is no page', async () => {
  let answer = problem(503, 'payments-unavailable')
  await openWithEndedPlan({ 'POST /api/billing/portal': () => answer() })
  const tab = {
    opener: window as Window | null,
    close: vi.fn<() => void>(),
    location: { replace: vi.fn<(url: string) => void>() },
  }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const change = page.getByRole('button', { name: /^Change or cancel/ })
  await expect.element(change).toHaveAccessibleName('Change or cancel (opens in a new tab)')
  await change.click()
  await expect.poll(() => tab.close.mock.calls).toHaveLength(1)
  expect(tab.location.replace).not.toHaveBeenCalled()
  answer = () => Response.json({ url: 'https://pay.example/portal' })
  await change.click()
  await expect.poll(() => tab.location.replace.mock.calls).toEqual([['https://pay.example/portal']])
  expect(tab.opener).toBeNull()
})

test('the end of a session is shown, and signing in leads back to the unfinished text', async () => {
  const site = await openSite('/contact', {
    isSignedIn: true,
    answers: { ...SIGNED_IN, 'GET /api/calls': problem(401, 'unauthenticated') },
  })
  const message = page.getByRole('main').getByLabelText('Message')
  await message.fill('Half a sentence')
  await page.getByRole('contentinfo').getByRole('button', { name: 'Your calls' }).click()
  await expect.element(page.getByText('You are logged out', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await button('Log in').click()
  await signIn()
  await expect.poll(() => site.path()).toBe('/contact')
  await expect.element(message).toHaveValue('Half a sentence')
})

test('signing in as another person in another tab shows nothing of the one before', async () => {
  await openSite('/account', {
    isSignedIn: true,
    answers: {
      'GET /api/billing/me': ({ headers }) => {
        if (headers.get('authorization') !== 'Bearer a-session') return new Promise<Response>(() => {})
        const plans = { subscriptions: [BASIC_PLAN], hasPortal: true, isStale: false, asOf: '2026-11-21T12:00:00.000Z' }
        return Response.json(plans)
      },
    },
  })
  const plan = page.getByRole('article', { name: 'Basic' })
  await expect.element(plan).toBeVisible()
  const other = { id: 'kim', email: 'kim@example.com', displayName: 'Kim' }
  writeStored('session', { token: 'their-session', user: other, checkedAtMs: Date.now() })
  await expect.element(page.getByRole('main').getByText(other.email)).toBeVisible()
  expect(plan.elements()).toEqual([])
})

test.each([
  ['Log in', false],
  ['Use another account', true],
])('"%s" at a plan that was paid for without an account leads back to it', async (way, isSignedIn) => {
  const site = await openSite('/claim?token=a-link', {
    isSignedIn,
    answers: {
      ...SIGNED_IN,
      'POST /api/billing/claim/check': () => Response.json({ status: 'open', plans: ['Basic'] }),
    },
  })
  const main = page.getByRole('main')
  await expect.element(main.getByText(/^The Basic plan is paid for/)).toBeVisible()
  await main.getByText(way, { exact: true }).click()
  await expect.poll(() => site.path()).toBe('/auth')
  await signIn()
  await expect.poll(() => site.path()).toBe('/claim?token=a-link')
  await expect.element(main.getByRole('button', { name: 'Add to this account' })).toBeVisible()
})

test('logging out removes unfinished text', async () => {
  const site = await openSite('/contact', { isSignedIn: true })
  await page.getByRole('main').getByLabelText('Message').fill('Between the two of us: ')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy', exact: true }).click()
  await site.goBack()
  const message = page.getByRole('main').getByLabelText('Message')
  await expect.element(message).toHaveValue('Between the two of us: ')
  const closed = vi.spyOn(IDBDatabase.prototype, 'close')
  await browserDrafts.keep('words', 'Between the two of us: ')
  expect(closed, 'an open connection would keep other tabs from removing it').toHaveBeenCalledOnce()
  await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click()
  await expect.poll(() => site.path()).toBe('/')
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Between the two')
  await expect.poll(() => indexedDB.databases()).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click()
  await expect.element(message).toHaveValue('')
})

test('signed-out visitors sign up before hearing a text, and return to the filled form in the visible tab', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const site = await openSite('/', { answers: SIGNED_IN })
  await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
  const form = page.getByRole('dialog', { name: 'Customize Your AI Assistant' })
  await form.getByLabelText(/^Assistant Name/).fill('Nora')
  await form.getByRole('tab', { name: 'Test Avatar' }).click()
  await form.getByLabelText('Text to speak').fill('Hello.')
  await form.getByRole('button', { name: 'Talk', exact: true }).click()
  await form.getByRole('link', { name: 'Log in or sign up' }).click()
  await expect.poll(() => site.path()).toBe('/auth')
  await signIn()
  await expect.poll(() => site.path()).toBe('/')
  await expect.element(page.getByRole('main')).toHaveFocus()
  await expect.element(form).not.toBeInTheDocument()
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(form.getByLabelText(/^Assistant Name/)).toHaveValue('Nora')
})

test('for an address that someone else signed up with, the owner of the mailbox chooses the password', async () => {
  const sent: unknown[] = []
  await openSite('/confirm-email?token=a-link', {
    answers: {
      'POST /api/auth/verify-email/check': () =>
        Response.json({ status: 'good', email: ROBIN.email, needsPassword: true }),
      'POST /api/auth/verify-email': async (request) => {
        sent.push(await request.json())
        return problem(422, 'password-too-short')()
      },
    },
  })
  await expect.element(page.getByText(/It replaces the one typed at sign-up/)).toBeVisible()
  await page.getByLabelText('Password', { exact: true }).fill(PASSWORD)
  expect(await violations()).toEqual([])
  await button('Confirm and log in').click()
  await expect.poll(() => sent).toEqual([{ token: 'a-link', password: PASSWORD }])
})

test('a link that cannot be checked says so, and can be tried again', async () => {
  let isAway = true
  await openSite('/reset-password?token=a-link', {
    answers: {
      'POST /api/auth/reset-password/check': () =>
        isAway
          ? Promise.reject(new TypeError('Failed to fetch'))
          : Response.json({ status: 'good', email: ROBIN.email, needsPassword: true }),
    },
  })
  await expect.element(page.getByRole('alert').getByText(/We could not check your link/)).toBeVisible()
  isAway = false
  await button('Try again').click()
  await expect.element(page.getByLabelText('New password')).toBeVisible()
})

test('an expired link can be replaced by a new one, even if the first request fails', async () => {
  const sent: unknown[] = []
  const refused = Promise.withResolvers<Response>()
  const answers = [() => refused.promise, () => Response.json({ status: true })]
  await openSite('/confirm-email?token=a-link', {
    answers: {
      'POST /api/auth/verify-email/check': () =>
        Response.json({ status: 'expired', email: null, needsPassword: false }),
      'POST /api/auth/send-verification-email': async (request) => {
        sent.push(await request.json())
        return answers.shift()?.() ?? Response.error()
      },
    },
  })
  await expect.element(page.getByText(/This link has expired: it works for 24 hours/)).toBeVisible()
  await button('Send a new link').click()
  await expectFocusKept(button('Sending...'))
  await userEvent.keyboard('{Enter}')
  refused.resolve(refusal(429, 'rate-limited'))
  await expect.element(page.getByText('D', { exact: true })).toBeVisible()
  await button('Send a new link').click()
  await expect.element(page.getByRole('status').getByText(/A new link is on its way/)).toBeVisible()
  expect(sent).toEqual([{ token: 'a-link' }, { token: 'a-link' }])
})

test('a used link for a new password says so at once and offers a new one', async () => {
  const sent: unknown[] = []
  await openSite('/reset-password?token=a-link', {
    answers: {
      'POST /api/auth/reset-password/check': () => Response.json({ status: 'used', email: null, needsPassword: false }),
      'POST /api/auth/request-password-reset': async (request) => {
        sent.push(await request.json())
        return Response.json({ status: true })
      },
    },
  })
  await expect.element(page.getByText(/This link no longer works/)).toBeVisible()
  await expect.element(page.getByLabelText('New password')).not.toBeInTheDocument()
  await button('Send a new link').click()
  await expect.element(page.getByRole('status').getByText(/A new link is on its way/)).toBeVisible()
  expect(sent).toEqual([{ token: 'a-link' }])
})
