import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BASIC_PLAN } from '../features/plans/basic-plan-testing.ts'
import { atEveryWidth } from '../ui/show-testing.tsx'
import { expectPlans, openSite } from './site-testing.tsx'

const plan = (name: string) => page.getByRole('article', { name, exact: true })
const choose = (name: string) => page.getByRole('button', { name: `Choose ${name}`, exact: true })

/** The addresses of links that would have opened a tab; these tests prevent it. */
let opened: string[] = []
const noteNewTab = (event: MouseEvent) => {
  const link = event.target instanceof Element ? event.target.closest('a[target=_blank]') : null
  if (link === null || event.defaultPrevented) return
  event.preventDefault()
  opened.push(link.getAttribute('href') ?? '')
}
beforeEach(() => {
  opened = []
  addEventListener('click', noteNewTab)
  return () => removeEventListener('click', noteNewTab)
})

test('a double click on a plan opens one checkout', async () => {
  await openSite('/pricing')
  await choose('Basic').dblClick()
  expect(opened).toEqual(['/checkout/basic-monthly'])
})

test('shows every monthly and annual price', async () => {
  await openSite('/pricing')
  const main = page.getByRole('main')
  await atEveryWidth(async () => {
    for (const name of ['Basic', 'Premium', 'Enterprise', 'Custom']) await expect.element(choose(name)).toBeVisible()
    await expect
      .element(page.getByText('Start with our free trial and upgrade anytime.', { exact: true }))
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Back to Home', exact: true })).toBeVisible()
    await expectPlans(
      main,
      {
        Basic: ['$9.99', '250 minutes a month'],
        Premium: ['$19.99', '500 minutes a month'],
        Enterprise: ['$99.99', '2000 minutes a month'],
        Custom: ["Let's Talk", 'Unlimited minutes'],
      },
      'Premium',
    )
  })
  expect(page.getByText('Save 20%').elements()).toHaveLength(0)
  await page.getByRole('switch').click()
  await atEveryWidth(async () => {
    await expect.element(page.getByText('Save 20%', { exact: true })).toBeVisible()
    await expectPlans(
      main,
      {
        Basic: ['$99.99', '3000 minutes a year'],
        Premium: ['$199.99', '6000 minutes a year'],
        Enterprise: ['$999.99', '24000 minutes a year'],
        Custom: ["Let's Talk", 'Unlimited minutes'],
      },
      'Premium',
    )
  })
})

test('switches between months and years, and keeps the chosen plan', async () => {
  const site = await openSite('/pricing')
  await choose('Premium').click()
  await expect.element(choose('Premium')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('status').filter({ hasText: 'Chosen: Premium' })).toBeVisible()
  await expect.poll(() => opened).toEqual(['/checkout/premium-monthly'])
  const period = page.getByRole('switch')
  ;(period.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByText('Save 20%')).toBeVisible()
  await expect.element(choose('Premium')).toHaveAttribute('aria-pressed', 'true')
  ;(choose('Premium').element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.poll(() => opened.at(-1)).toBe('/checkout/premium-annual')
  await expect
    .element(page.getByRole('link', { name: 'Go to its checkout' }))
    .toHaveAttribute('href', '/checkout/premium-annual')
  // Each label selects its own period, also when it is clicked again.
  for (let press = 0; press < 2; press += 1) await page.getByText('Monthly', { exact: true }).click()
  await expect.element(period).toHaveAttribute('aria-checked', 'false')
  await page.getByText('Annual', { exact: true }).click()
  await expect.element(period).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('link', { name: 'Back to Home' }).click()
  expect(site.path()).toBe('/')
})

test('a click anywhere on a card selects it, but only its button opens the checkout', async () => {
  await openSite('/pricing')
  await plan('Enterprise').getByRole('heading').click()
  await plan('Basic').getByText('250 minutes a month').click()
  await expect.element(choose('Basic')).toHaveAttribute('aria-pressed', 'true')
  expect(document.querySelectorAll('[aria-pressed=true]')).toHaveLength(1)
  expect(opened).toEqual([])
  await expect
    .element(page.getByRole('link', { name: 'Go to its checkout' }))
    .toHaveAttribute('href', '/checkout/basic-monthly')
})

test('a plan that was paid in another tab is no longer offered, nor is a canceled one until it ends', async () => {
  let subscriptions: object[] = []
  const answers = {
    'GET /api/billing/me': () =>
      Response.json({ subscriptions, hasPortal: true, isStale: false, asOf: '2026-11-21T12:00:00.000Z' }),
  }
  await openSite('/pricing', { answers, isSignedIn: true })
  await choose('Basic').click()
  await expect.element(page.getByRole('link', { name: 'Go to its checkout' })).toBeVisible()
  const ending = { status: 'canceled', endsAt: BASIC_PLAN.periodEnd }
  subscriptions = [BASIC_PLAN, { ...BASIC_PLAN, ...ending, id: 'two', priceId: 'enterprise-annual' }]
  // Advances the clock beyond the time in which the last answer counts as fresh.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
  window.dispatchEvent(new Event('focus'))
  await expect.element(plan('Basic').getByRole('link', { name: 'See your plan' })).toHaveAttribute('href', '/account')
  expect(choose('Basic').elements()).toHaveLength(0)
  await expect.element(plan('Enterprise').getByRole('link', { name: 'See your plan' })).toBeVisible()
  await plan('Basic').getByRole('heading').click()
  expect(page.getByRole('link', { name: 'Go to its checkout' }).elements()).toHaveLength(0)
  await expect.element(choose('Premium')).toBeVisible()
})

test('Custom logs and leads to the contact form', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  const site = await openSite('/pricing')
  await choose('Custom').click()
  await expect.poll(() => site.path()).toBe('/contact?about=custom-plan')
  expect(logged.mock.calls.flat().join(' ')).toContain('custom')
  expect(opened).toEqual([])
})

test('a checkout without payments shows the chosen plan, that nothing was charged, and what to do', async () => {
  const answers = {
    'POST /api/billing/checkout': () =>
      Response.json(
        { code: 'payments-off', title: 'T', detail: 'Nothing was charged and nothing was changed.' },
        { status: 503, headers: { 'content-type': 'application/problem+json' } },
      ),
  }
  await openSite('/checkout/basic-annual', { answers })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Basic' })).toBeVisible()
  await expect.element(page.getByText('$99.99 a year')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Payments are not available here yet' })).toBeVisible()
  await expect.element(page.getByText(/Nothing was charged/)).toBeVisible()
  await page.getByRole('button', { name: 'Talk for a minute, free' }).click()
  await expect.element(page.getByRole('dialog', { name: 'AI Assistants' })).toBeVisible()
})

test('a checkout whose payment provider is unavailable can be tried again', async () => {
  let tries = 0
  const unavailable = { code: 'payments-unavailable', title: 'The payment provider is not responding', detail: 'D.' }
  await openSite('/checkout/basic-annual', {
    answers: {
      'POST /api/billing/checkout': () => {
        tries += 1
        return Response.json(unavailable, { status: 503, headers: { 'content-type': 'application/problem+json' } })
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'The payment provider is not responding' })).toBeVisible()
  const before = tries
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => tries).toBeGreaterThan(before)
})

test('a checkout that was left while it was still opening does not lead to its payment page later', async () => {
  const waiting: ((answer: Response) => void)[] = []
  const site = await openSite('/checkout/basic-annual', {
    answers: { 'POST /api/billing/checkout': () => new Promise((resolve) => waiting.push(resolve)) },
  })
  await expect.poll(() => waiting).toHaveLength(1)
  await page.getByRole('link', { name: 'Compare the plans again' }).click()
  await expect.element(choose('Basic')).toBeVisible()
  await site.goBack()
  await expect.poll(() => waiting).toHaveLength(2)
  waiting[0]?.(Response.json({ url: '#paying', leadsTo: 'checkout' }))
  waiting[1]?.(Response.json({ url: '#portal', leadsTo: 'portal' }))
  await expect.element(page.getByRole('heading', { name: 'You already have a plan like this' })).toBeVisible()
  expect(location.hash).toBe('')
})

test('a checkout in a browser without random ids, as on pages without https, shows that it failed', async () => {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    throw new TypeError('crypto.randomUUID is not a function')
  })
  await openSite('/checkout/basic-annual')
  await expect.element(page.getByRole('heading', { name: 'The payment page could not be opened' })).toBeVisible()
})

test('a checkout of an unknown plan leads to the plans', async () => {
  const site = await openSite('/checkout/gold-weekly')
  await expect.element(page.getByRole('heading', { name: 'That plan does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'See the plans' }).click()
  expect(site.path()).toBe('/pricing')
})
