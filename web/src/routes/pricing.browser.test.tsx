import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { BASIC_PLAN } from '../features/plans/basic-plan-testing.ts'
import { welcomeBack } from '../features/plans/checkout-return.ts'
import { keepOwnPlans } from '../features/plans/read-own-plans.ts'
import { readStored, writeStored } from '../lib/local-store.ts'
import { atEveryWidth, dialog, NARROW_AND_WIDE_PX } from '../ui/show-testing.tsx'
import { expectPlans, openSite, refusal } from './site-testing.tsx'

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
        Basic: ['$9.99', '/month', 'Billed monthly, 4.0¢ a minute', '250 minutes a month'],
        Premium: ['$19.99', '/month', '500 minutes a month'],
        Enterprise: ['$99.99', '2000 minutes a month'],
        Custom: ["Let's Talk", 'Unlimited minutes'],
      },
      'Premium',
    )
  }, NARROW_AND_WIDE_PX)
  expect(page.getByText('Save 20%').elements()).toHaveLength(0)
  await page.getByRole('switch').click()
  await atEveryWidth(async () => {
    await expect.element(page.getByText('Save 20%', { exact: true })).toBeVisible()
    await expectPlans(
      main,
      {
        Basic: ['$99.99', '/year', '$8.33 a month, 3.3¢ a minute', '3000 minutes a year'],
        Premium: ['$199.99', '/year', '6000 minutes a year'],
        Enterprise: ['$999.99', '24000 minutes a year'],
        Custom: ["Let's Talk", 'Unlimited minutes'],
      },
      'Premium',
    )
  }, NARROW_AND_WIDE_PX)
})

test('switches between months and years, and keeps the chosen plan', async () => {
  const site = await openSite('/pricing')
  await choose('Premium').click()
  await expect.element(choose('Premium')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByRole('status').filter({ hasText: 'Chosen: Premium' })).toBeVisible()
  await expect.poll(() => opened).toEqual(['/checkout/premium-monthly'])
  await expect.element(page.getByRole('row', { name: /^Premium 500 4\.0¢/ })).toBeVisible()
  const period = page.getByRole('switch')
  ;(period.element() as HTMLElement).focus()
  await userEvent.keyboard(' ')
  await expect.element(page.getByRole('status').filter({ hasText: 'Save 20%' })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^Premium 6000 3\.3¢/ })).toBeVisible()
  await expect.element(choose('Premium')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(choose('Premium')).toHaveAccessibleDescription('The checkout opens in a new tab.')
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

test('a click anywhere on a card selects it and opens its checkout, once', async () => {
  await openSite('/pricing')
  await plan('Enterprise').getByRole('heading').click()
  await plan('Basic').getByText('250 minutes a month').dblClick()
  await expect.element(choose('Basic')).toHaveAttribute('aria-pressed', 'true')
  expect(document.querySelectorAll('[aria-pressed=true]')).toHaveLength(1)
  expect(opened).toEqual(['/checkout/enterprise-monthly', '/checkout/basic-monthly'])
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

test('plans of another account, which used this browser before, are not shown as own', async () => {
  await openSite('/pricing', { isSignedIn: true })
  keepOwnPlans('robin', [BASIC_PLAN])
  await expect.element(plan('Basic').getByRole('link', { name: 'See your plan' })).toBeVisible()
  // An answer for the account that was signed in before arrives late.
  keepOwnPlans('another', [BASIC_PLAN])
  expect(readStored('ownPlans')).toMatchObject({ viewerId: 'robin' })
  writeStored('ownPlans', { viewerId: 'another', hasPlan: true, planIds: ['basic'], readAtMs: Date.now() })
  await expect.element(choose('Basic')).toBeVisible()
})

test('a person whose plan has ended is offered plans again', async () => {
  let subscriptions = [BASIC_PLAN]
  const answers = {
    'GET /api/billing/me': () =>
      Response.json({ subscriptions, hasPortal: true, isStale: false, asOf: '2026-11-21T12:00:00.000Z' }),
  }
  await openSite('/pricing', { answers, isSignedIn: true })
  const header = page.getByRole('banner')
  await expect.element(header.getByRole('link', { name: 'Your account', exact: true })).toBeVisible()
  subscriptions = [{ ...BASIC_PLAN, status: 'canceled', isUsable: false }]
  keepOwnPlans('robin', subscriptions)
  await expect.element(header.getByRole('link', { name: 'Subscribe now' })).toHaveAttribute('href', '/pricing')
  await expect.element(choose('Basic')).toBeVisible()
})

test.each(['/pricing', '/assistants'])(
  'a person who left the checkout to %s reads that nothing was charged, but not after a reload',
  async (path) => {
    const answers = { 'GET /api/own-assistants': () => new Promise<Response>(() => {}) }
    const site = await openSite(`${path}?checkout=canceled`, { isSignedIn: true, answers })
    await expect
      .element(page.getByRole('status').getByText(/^You left the payment page\. Nothing was charged/))
      .toBeVisible()
    await expect.poll(() => site.path()).toBe(path)
  },
)

test('Custom logs and leads to the contact form', async () => {
  const logged = vi.spyOn(console, 'log').mockImplementation(() => {})
  const site = await openSite('/pricing')
  await plan('Custom').getByRole('heading').click()
  await expect.poll(() => site.path()).toBe('/contact?about=custom-plan')
  expect(logged.mock.calls.flat().join(' ')).toContain('custom')
  expect(opened).toEqual([])
})

test('a checkout without payments shows the chosen plan, that nothing was charged, and what to do', async () => {
  const answers = {
    'POST /api/billing/checkout': () =>
      refusal(503, 'payments-off', { detail: 'Nothing was charged and nothing was changed.' }),
  }
  await openSite('/checkout/basic-annual', { answers })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Basic' })).toBeVisible()
  await expect.element(page.getByText('$99.99 a year')).toBeVisible()
  await expect.element(page.getByText('Billed once a year')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Payments are not available here yet' })).toBeVisible()
  await expect.element(page.getByText(/Nothing was charged/)).toBeVisible()
  await page.getByRole('button', { name: 'Talk for a minute, free' }).click()
  await expect.element(page.getByRole('dialog', { name: 'AI Assistants' })).toBeVisible()
})

test('a checkout whose payment provider is unavailable can be tried again', async () => {
  let tries = 0
  await openSite('/checkout/basic-annual', {
    answers: {
      'POST /api/billing/checkout': () => {
        tries += 1
        return refusal(503, 'payments-unavailable', { title: 'The payment provider is not responding' })
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

test('a checkout says that the payment provider is slow, but not once it has answered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const waiting: ((answer: Response) => void)[] = []
  await openSite('/checkout/basic-annual', {
    answers: { 'POST /api/billing/checkout': () => new Promise((resolve) => waiting.push(resolve)) },
  })
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(5_000)
  vi.useRealTimers()
  const slow = page.getByText(/^The payment provider is slow to respond/)
  await expect.element(slow).toBeVisible()
  waiting[0]?.(Response.json({ url: '#portal', leadsTo: 'portal' }))
  await expect.element(page.getByRole('heading', { name: 'You already have a plan like this' })).toBeVisible()
  expect(slow.elements()).toHaveLength(0)
})

/** Follows an address within this page, and returns how many entries that added to the history. */
async function visits(hash: string, follow: () => Promise<void>): Promise<number> {
  onTestFinished(() => history.replaceState(null, '', location.pathname + location.search))
  const before = history.length
  await follow()
  await expect.poll(() => location.hash).toBe(hash)
  return history.length - before
}

test('a person who has such a plan already can go on to change it, and back to where they came from', async () => {
  await openSite('/checkout/premium-monthly', {
    isSignedIn: true,
    answers: { 'POST /api/billing/checkout': () => Response.json({ url: '#portal', leadsTo: 'portal' }) },
  })
  await expect.element(page.getByRole('heading', { name: 'You already have a plan like this' })).toBeVisible()
  expect(location.hash).toBe('')
  // The checkout leads on by itself, so going back to it would lead forward again.
  const added = await visits('#portal', () => page.getByRole('button', { name: 'Change my plan' }).click())
  expect(added).toBe(0)
})

test('a person who has paid without logging in can buy another plan all the same', async () => {
  const wishes: unknown[] = []
  await openSite('/checkout/premium-monthly', {
    isSignedIn: true,
    answers: {
      'POST /api/billing/checkout': async (request) => {
        wishes.push(await request.json())
        if (wishes.length > 1) return Response.json({ url: '#paying', leadsTo: 'checkout' })
        return refusal(409, 'plan-to-claim')
      },
    },
  })
  const told = page.getByRole('status').filter({ hasText: 'You have already paid for a plan like this' })
  await expect.element(told).toBeVisible()
  await visits('#paying', () => page.getByRole('button', { name: 'Pay for another one' }).click())
  expect(wishes).toEqual([
    { priceId: 'premium-monthly', anyway: false },
    { priceId: 'premium-monthly', anyway: true },
  ])
})

test('a purchase without an account has a visit of its own, which ends with the return from paying', async () => {
  const sent: Record<string, unknown>[] = []
  const note = async (request: Request) => void sent.push((await request.json()) as Record<string, unknown>)
  await openSite('/checkout/basic-monthly', {
    answers: {
      'POST /api/billing/checkout': async (request) => {
        await note(request)
        return new Promise<Response>(() => {})
      },
      'POST /api/billing/refresh': async (request) => {
        await note(request)
        const checkout = { status: 'complete', priceId: 'basic-monthly', email: 'payer@example.com' }
        return Response.json({ checkout, billing: null, isNewer: true })
      },
    },
  })
  await expect.poll(() => sent).toHaveLength(1)
  await welcomeBack(
    'cs_test_1',
    () => {},
    () => true,
  )
  expect(sent[1]).toEqual({ sessionId: 'cs_test_1', visit: sent[0]?.['visit'] })
  await expect.element(page.getByText(/^We have sent an email to payer@example\.com/)).toBeVisible()
  expect(readStored('checkoutVisit')).toBeNull()
})

test('a business plan leads to the assistants once it has arrived; an open checkout was not paid', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const billing = { subscriptions: [] as object[], hasPortal: true, isStale: false, asOf: '2026-11-21T12:00:00.000Z' }
  let checkout: object | null = null
  await openSite('/privacy', {
    isSignedIn: true,
    answers: {
      'GET /api/billing/me': () => Response.json(billing),
      'POST /api/billing/refresh': () => Response.json({ checkout, billing, isNewer: true }),
    },
  })
  const visited: string[] = []
  const back = welcomeBack(
    null,
    (path) => visited.push(path),
    () => true,
  )
  // The server learns of the payment while the page waits.
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  billing.subscriptions = [{ ...BASIC_PLAN, plan: 'Small Business', priceId: 'small-business-monthly' }]
  await vi.advanceTimersByTimeAsync(1_000)
  await back
  vi.useRealTimers()
  expect(visited).toEqual(['/assistants'])
  expect(readStored('ownPlans')).toMatchObject({ planIds: ['small-business'] })
  await expect.element(page.getByText('Your plan Small Business is active')).toBeVisible()
  checkout = { status: 'open', priceId: 'small-business-monthly', email: null }
  await welcomeBack(
    'cs_test_1',
    (path) => visited.push(path),
    () => true,
  )
  await expect.element(page.getByText('Nothing was paid')).toBeVisible()
})

test.each([
  ['leads to the assistants', false, '/assistants'],
  ['does not close a dialog that was opened meanwhile', true, '/'],
])('the answer about a payment %s', async (_, opensDialog, path) => {
  const answer = Promise.withResolvers<Response>()
  const site = await openSite('/?checkout=done', {
    isSignedIn: true,
    answers: { 'POST /api/billing/refresh': () => answer.promise },
  })
  await expect.poll(() => site.path()).toBe('/')
  if (opensDialog) await page.getByRole('button', { name: 'See all' }).click()
  const subscriptions = [{ ...BASIC_PLAN, plan: 'Small Business', priceId: 'small-business-monthly' }]
  const billing = { subscriptions, hasPortal: true, isStale: false, asOf: '2026-11-21T12:00:00.000Z' }
  answer.resolve(Response.json({ checkout: null, billing, isNewer: true }))
  await expect.element(page.getByText('Your plan Small Business is active')).toBeInTheDocument()
  await expect.poll(() => site.path()).toBe(path)
  await expect.poll(() => dialog('AI Assistants').query() !== null).toBe(opensDialog)
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
