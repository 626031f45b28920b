import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ERRORS } from '#contract/errors.ts'
import { confirmEmail, lookAtConfirmation } from '../features/account/sign-in/auth-client.ts'
import { readStored } from '../lib/local-store.ts'
import { button, expectFocusKept } from '../ui/show-testing.tsx'
import type { Answers } from '../lib/answers-testing.ts'
import { openSite, refusal, ROBIN } from './site-testing.tsx'

const PASSWORD = 'correct horse battery'
const SIGN_IN = 'POST /api/auth/sign-in/email'
const SIGN_UP = 'POST /api/auth/sign-up/email'
const email = () => page.getByRole('textbox', { name: 'Email' })
const password = () => page.getByLabelText('Password', { exact: true })

async function openTab(name: 'Sign In' | 'Sign Up' | 'TEAMS', answers: Answers = {}) {
  const site = await openSite('/auth', { answers })
  await page.getByRole('tab', { name, exact: true }).click()
  return site
}

async function submit(name: 'Sign In' | 'Sign Up'): Promise<void> {
  await email().fill('robin@example.com')
  await password().fill(PASSWORD)
  await button(name).click()
}

async function expectNotice(title: string, text: string): Promise<void> {
  await expect.element(page.getByText(title, { exact: true })).toBeVisible()
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
}

const problem = (status: number, code: string, detail: string) => () => refusal(status, code, { detail })

test('the tabs have their own fields and keep the typed text', async () => {
  // The other tests use them on a desktop.
  await page.viewport(390, 844)
  await openSite('/auth')
  await expect
    .poll(() =>
      page
        .getByRole('tab')
        .elements()
        .map((tab) => tab.textContent),
    )
    .toEqual(['Sign In', 'Sign Up', 'TEAMS'])
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect.element(email()).toHaveAttribute('type', 'email')
  await email().fill('robin@example.com')
  await password().fill(PASSWORD)
  await expect.element(password()).toHaveAttribute('autocomplete', 'current-password')
  await page.getByRole('tab', { name: 'Sign Up' }).click()
  await expect.element(password()).toHaveAttribute('autocomplete', 'new-password')
  await expect.element(page.getByRole('textbox', { name: 'Display name', exact: true })).toBeVisible()
  await expect.element(email()).toHaveValue('')
  await page.getByRole('tab', { name: 'TEAMS' }).click()
  await expect.element(button('Access CRM')).toBeVisible()
  const code = page.getByLabelText('Access code')
  await code.clear()
  await code.click()
  await userEvent.keyboard('1234567')
  await expect.element(code).toHaveValue('123456')
  await page.getByRole('tab', { name: 'Sign In' }).click()
  await expect.element(email()).toHaveValue('robin@example.com')
  await expect.element(password()).toHaveValue(PASSWORD)
})

test('a typed password can be shown and hidden again', async () => {
  await openTab('Sign In')
  await password().fill(PASSWORD)
  const shows = button('Show the characters')
  for (const type of ['text', 'password']) {
    await shows.click()
    await expect.element(password()).toHaveAttribute('type', type)
    await expect.element(shows).toHaveAttribute('aria-pressed', String(type === 'text'))
  }
  await expect.element(password()).toHaveValue(PASSWORD)
  await expect.element(email(), { message: 'the form was not sent' }).toHaveAttribute('aria-invalid', 'false')
})

test('after asking for a new password, the page says what happens next', async () => {
  await openTab('Sign In', { 'POST /api/auth/request-password-reset': () => Response.json({ status: true }) })
  await email().fill('robin@example.com')
  await button('Forgot your password?').click()
  await button('Send the link').click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'If robin@example.com has an account' }))
    .toBeVisible()
})

test('while a request is running, the buttons say so, keep the focus and send nothing twice', async () => {
  const never = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  await openTab('Sign Up', { [SIGN_UP]: never, [SIGN_IN]: never })
  await submit('Sign Up')
  const creating = button('Creating account...')
  await expect.element(creating).toBeVisible()
  await expectFocusKept(creating)
  await userEvent.keyboard('{Enter}')
  await password().click()
  await userEvent.keyboard('{Enter}')
  expect(never).toHaveBeenCalledOnce()
  await page.getByRole('tab', { name: 'Sign In', exact: true }).click()
  await submit('Sign In')
  await expect.element(button('Signing in...')).toBeVisible()
})

test.each([
  ['Sign In', SIGN_IN, 'Sign in failed'],
  ['Sign Up', SIGN_UP, 'Sign up failed'],
] as const)('a failure of %s is shown with the specification’s text', async (tab, call, title) => {
  let answer: () => Response | Promise<Response> = () => Promise.reject(new TypeError('Failed to fetch'))
  await openTab(tab, { [call]: () => answer() })
  await submit(tab)
  await expectNotice('Error', 'An unexpected error occurred. Please try again.')
  answer = problem(429, 'rate-limited', 'Wait a little.')
  await button(tab).click()
  await expectNotice(title, 'Wait a little.')
  // The typed text is still there.
  await expect.element(email()).toHaveValue('robin@example.com')
})

test('the browser of a sign-up can confirm the address without a new password', async () => {
  const sent: unknown[] = []
  const answered = (answer: object) => async (request: Request) => {
    sent.push(await request.json())
    return Response.json(answer)
  }
  await openTab('Sign Up', {
    [SIGN_UP]: () => Response.json({ signUpSecret: 'a-secret' }),
    'POST /api/auth/verify-email/check': answered({ status: 'good' }),
    'POST /api/auth/verify-email': answered({
      token: 'a-session',
      deviceToken: 'a-device',
      user: { ...ROBIN, name: 'Robin' },
    }),
  })
  await submit('Sign Up')
  await expectNotice('Check your email', "We've sent you a confirmation link to complete your registration.")
  await lookAtConfirmation('a-link')
  await confirmEmail('a-link', null)
  const withSecret = { token: 'a-link', signUpSecret: 'a-secret' }
  expect(sent).toEqual([withSecret, withSecret])
  expect(readStored('signUpSecret')).toBeNull()
})

test('a wrong password and an address that already has an account are reported', async () => {
  await openTab('Sign In', {
    [SIGN_IN]: problem(401, 'credentials-wrong', 'Invalid login credentials'),
    [SIGN_UP]: problem(422, 'account-exists', 'This email address is already registered. Please sign in instead.'),
  })
  await submit('Sign In')
  await expectNotice('Sign in failed', 'Invalid email or password. Please check your credentials and try again.')
  await page.getByRole('tab', { name: 'Sign Up', exact: true }).click()
  await submit('Sign Up')
  await expectNotice('Account exists', 'An account with this email already exists. Please sign in instead.')
  await expect.element(email()).toHaveValue('robin@example.com')
})

test('signing in with an unconfirmed address shows a hint, and the link can be sent again', async () => {
  const sentTo: unknown[] = []
  await openTab('Sign In', {
    [SIGN_IN]: problem(403, 'email-not-confirmed', 'Open the link in the confirmation email.'),
    'POST /api/auth/send-verification-email': async (request) => {
      sentTo.push(await request.json())
      return Response.json({ status: true })
    },
  })
  await submit('Sign In')
  await expectNotice('Sign in failed', 'Open the link in the confirmation email.')
  const hint = page.getByRole('status').filter({ hasText: 'Open the link we sent to robin@example.com' })
  await expect.element(hint).toBeVisible()
  await hint.getByRole('button', { name: 'Send the link again' }).click()
  await expectNotice('Check your email', "We've sent you a confirmation link to complete your registration.")
  expect(sentTo).toMatchObject([{ email: 'robin@example.com' }])
  await expect.element(password()).toHaveValue(PASSWORD)
})

test('a link for a forgotten password is sent to the address that was typed, whether or not it has an account', async () => {
  const sentTo: unknown[] = []
  await openTab('Sign In', {
    'POST /api/auth/request-password-reset': async (request) => {
      sentTo.push(await request.json())
      return Response.json({ status: true })
    },
    'GET /api/health': () => Response.json({ services: { mail: { path: 'mailbox' } } }),
  })
  await email().fill('robin@example.com')
  await button('Forgot your password?').click()
  await expect.element(email()).toHaveValue('robin@example.com')
  await button('Send the link').click()
  const hint = page
    .getByRole('status')
    .filter({ hasText: 'If robin@example.com has an account here, a link is on its' })
  await expect.element(hint.getByRole('link', { name: 'open the mailbox' })).toHaveAttribute('href', '/dev/mailbox')
  expect(sentTo).toEqual([{ email: 'robin@example.com' }])
  await button('Back to sign in').click()
  await expect.element(button('Sign In')).toBeVisible()
})

test('a wrong access code opens nothing, and the right one stores the flag from the specification', async () => {
  let isRight = false
  const site = await openTab('TEAMS', {
    'POST /api/team/access': () =>
      isRight
        ? Response.json({ token: 'team', expiresAt: '2100-01-01T00:00:00.000Z' })
        : refusal(403, 'team-code-wrong', ERRORS['team-code-wrong']),
  })
  await page.getByLabelText('Access code').fill('000000')
  await button('Access CRM').click()
  await expectNotice('Invalid access code', 'Please enter the correct 6-digit access code.')
  expect(localStorage.getItem('teamAccess')).toBeNull()
  isRight = true
  await page.getByLabelText('Access code').fill('246810')
  await button('Access CRM').click()
  await expect.poll(() => localStorage.getItem('teamAccess')).toBe('true')
  await expect.poll(() => site.path()).toBe('/crm')
  // Outside of the layout of the other screens.
  await expect.element(page.getByRole('main')).toHaveFocus()
})

test('a person who is signed in is sent to the home page', async () => {
  const site = await openSite('/auth', { isSignedIn: true })
  await expect.poll(() => site.path()).toBe('/')
})
