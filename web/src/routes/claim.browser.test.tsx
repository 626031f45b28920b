import type { ClaimState } from '#contract/billing.ts'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readStored } from '../lib/local-store.ts'
import { button, expectFocusKept, violations } from '../ui/show-testing.tsx'
import { openSite, refusal, ROBIN, SIGNED_IN } from './site-testing.tsx'

// The page behind the mailed link that adds a plan, bought without an account, to an account.

const LINK = '/claim?token=a-link'
const state = (status: ClaimState['status'], plans: string[] = []) =>
  Response.json({ status, plans } satisfies ClaimState)

async function signIn(): Promise<void> {
  const form = page.getByRole('tabpanel', { name: 'Sign In' })
  await form.getByRole('textbox', { name: 'Email' }).fill(ROBIN.email)
  await form.getByLabelText('Password', { exact: true }).fill('correct horse battery')
  await form.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('a link opened without an account is back after logging in, and adds the plan only on request', async () => {
  const sent: unknown[] = []
  const site = await openSite(LINK, {
    answers: {
      ...SIGNED_IN,
      'POST /api/billing/claim/check': () => state('open', ['Premium', 'Premium']),
      'POST /api/billing/claim': async (request) => {
        sent.push(await request.json())
        return state('yours', ['Premium'])
      },
    },
  })
  await expect.element(page.getByText(/^The Premium plan is paid for\. Log in or sign up/)).toBeVisible()
  expect(await violations()).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Log in', exact: true }).click()
  await expect.poll(() => site.path()).toBe('/auth')
  await signIn()
  await expect.poll(() => site.path()).toBe(LINK)
  await expect.element(page.getByText(/Add it to the account of robin@example\.com\?$/)).toBeVisible()
  expect(sent).toEqual([])
  await button('Add to this account').click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Premium plan is on your account.' })).toBeVisible()
  expect(sent).toEqual([{ token: 'a-link' }])
  // Later sign-ins do not lead here any more.
  expect(readStored('pendingClaim')).toBeNull()
  await page.getByRole('link', { name: 'See your account' }).click()
  expect(site.path()).toBe('/account')
})

test('a link that another account has used can be opened with that account', async () => {
  const site = await openSite(LINK, {
    isSignedIn: true,
    answers: { ...SIGNED_IN, 'POST /api/billing/claim/check': () => state('claimed') },
  })
  await expect.element(page.getByText(/belongs to another account, not to robin@example\.com\./)).toBeVisible()
  await button('Use another account').click()
  await expect.poll(() => site.path()).toBe('/auth')
  expect(readStored('session')).toBeNull()
  await signIn()
  await expect.poll(() => site.path()).toBe(LINK)
})

test('while a plan is being added, the button keeps the focus, and neither choice can be made', async () => {
  const claim = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  const site = await openSite(LINK, {
    isSignedIn: true,
    answers: {
      'POST /api/billing/claim/check': () => state('open', ['Basic']),
      'POST /api/billing/claim': claim,
    },
  })
  await button('Add to this account').click()
  await expect.element(button('Adding...')).toBeDisabled()
  await expectFocusKept(button('Adding...'))
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(button('Use another account')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(claim).toHaveBeenCalledOnce()
  expect(site.path()).toBe(LINK)
})

test('a claim that fails shows why, and checks the link again', async () => {
  let answer = refusal(503, 'unavailable')
  await openSite(LINK, {
    isSignedIn: true,
    answers: {
      'POST /api/billing/claim/check': () => answer.clone(),
      'POST /api/billing/claim': () => refusal(409, 'claim-taken'),
    },
  })
  await expect.element(page.getByText(/Your plan is safe; please try again\.$/)).toBeVisible()
  answer = state('open', ['Basic'])
  await button('Try again').click()
  await expect.element(button('Add to this account')).toBeVisible()
  answer = state('claimed')
  await button('Add to this account').click()
  await expect.element(page.getByText('D', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/belongs to another account/)).toBeVisible()
})

test.each([
  ['shortened', () => state('unknown')],
  ['too long to be one', () => refusal(400, 'bad-request')],
])('a link that is %s does not offer to try again', async (_, answer) => {
  await openSite(LINK, { isSignedIn: true, answers: { 'POST /api/billing/claim/check': answer } })
  await expect.element(page.getByText(/^This link does not work\./)).toBeVisible()
  expect(button('Try again').elements()).toHaveLength(0)
})
