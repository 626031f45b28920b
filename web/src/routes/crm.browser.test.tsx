import { expect, test, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { button, expectAccessible, expectFocusKept } from '../ui/show-testing.tsx'
import { openTeamServer } from './crm-testing.ts'
import type { Answers } from '../lib/answers-testing.ts'
import { openSite, refusal } from './site-testing.tsx'

// The team's screen: subscriptions. The follow-ups are tested in crm-emails.browser.test.tsx.

const rows = () => page.getByRole('rowheader')
const rowOf = (email: string) => page.getByRole('row').filter({ hasText: email })

async function openCrm(path = '/crm', given: Answers = {}) {
  const team = openTeamServer()
  const site = await openSite(path, { isTeam: true, answers: { ...team.answers, ...given } })
  return { site, team }
}

async function expectRows(...emails: string[]): Promise<void> {
  await expect
    .poll(() =>
      rows()
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(emails.map((email) => `${email}@example.com`))
}

test('subscriptions are shown with status, tier, usage and possible actions', async () => {
  await openCrm()
  for (const name of ['Homepage', 'Subscriptions', 'Email CRM', 'Sync from Stripe', 'Check Usage Limits']) {
    await expect.element(button(name)).toBeVisible()
  }
  await expect.element(page.getByText('Manage subscriptions and email follow-ups', { exact: true })).toBeVisible()
  await expect.element(button('Subscriptions')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(button('Email CRM')).toHaveAttribute('aria-pressed', 'false')
  await expect.element(page.getByRole('table', { name: 'Subscriptions' })).toBeVisible()
  await expect
    .element(page.getByLabelText('Subscription figures'))
    .toHaveTextContent('Total Subscribers5Active Subscribers1Monthly Revenue$9.99Usage Limit Exceeded0')
  await expectRows('active', 'canceled', 'past-due', 'unpaid', 'paused')
  expect(
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Email', 'Status', 'Tier', 'Revenue', 'Usage', 'Start Date', 'Actions'])
  const tones = (email: string) =>
    [...rowOf(email).element().querySelectorAll('[data-tone]')]
      .slice(0, 2)
      .map((badge) => badge.getAttribute('data-tone'))
  expect(tones('active@')).toEqual(['green', 'blue'])
  expect(tones('canceled@')).toEqual(['red', 'purple'])
  expect(tones('past-due@')).toEqual(['yellow', 'gold'])
  expect(tones('unpaid@')).toEqual(['orange', 'grey'])
  expect(tones('paused@')).toEqual(['grey', 'purple'])
  const meter = (email: string) => rowOf(email).getByRole('meter')
  await expect.element(meter('active@')).toHaveAccessibleName('Minutes used')
  await expect.element(meter('active@')).toHaveAttribute('aria-valuenow', '50')
  await expect.element(meter('past-due@')).toHaveAttribute('aria-valuenow', '90')
  // The bar's width is the used share of the minutes, at most 100%.
  const widthOf = (email: string) => meter(email).element().querySelector('span')?.style.width
  expect(widthOf('active@')).toBe('50%')
  expect(widthOf('paused@')).toBe('100%')
  // No bar is shown without a limit.
  await expect.element(meter('unpaid@')).not.toBeInTheDocument()

  const actions = (email: string) =>
    rowOf(email)
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent)
  expect(actions('active@')).toEqual(['Cancel', 'Customer portal'])
  expect(actions('canceled@')).toEqual(['Reactivate', 'Customer portal'])
  expect(actions('past-due@')).toEqual(['Customer portal'])
})

test('a subscription is canceled only after a confirmation, and the figures follow', async () => {
  const figures = { total: 5, active: 1, monthlyRevenue: 9.99, limitExceeded: 0 }
  const emails = { total: 0, pending: 0, completed: 0, followUpRatePercent: 0 }
  const { team } = await openCrm('/crm', {
    'GET /api/crm/stats': () => Response.json({ subscribers: figures, emails }),
  })
  const cancel = button('Cancel, active@example.com')
  const question = page.getByRole('dialog', { name: 'Cancel this subscription?' })
  await cancel.click()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(team.changes).toEqual([])
  await cancel.click()
  figures.active = 0
  await question.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect
    .poll(() => team.changes)
    .toEqual([{ action: 'cancel', subscriptionId: 'sub_active', email: 'active@example.com' }])
  await expect.element(page.getByText('Subscription cancel completed')).toBeVisible()
  await expect
    .element(page.getByLabelText('Subscription figures'))
    .toHaveTextContent('Total Subscribers5Active Subscribers0Monthly Revenue$9.99Usage Limit Exceeded0')
})

test('while subscriptions are being synced, the button keeps the focus, and neither tool can be started', async () => {
  const synced = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  const checked = vi.fn<() => Response>(() => Response.json({ alerts: [] }))
  await openCrm('/crm', {
    'POST /api/functions/sync-subscriptions': synced,
    'POST /api/functions/check-usage-limits': checked,
  })
  const sync = button('Sync from Stripe')
  await sync.click()
  await expect.element(sync).toHaveAttribute('aria-busy', 'true')
  await expectFocusKept(sync)
  await userEvent.keyboard('{Enter}')
  await userEvent.tab()
  await expect.element(button('Check Usage Limits')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect([synced.mock.calls.length, checked.mock.calls.length]).toEqual([1, 0])
})

test('while rows are being exported, the button keeps the focus, and no second file is asked for', async () => {
  const exported = vi.fn<() => Promise<Response>>(() => new Promise(() => {}))
  await openCrm('/crm', { 'GET /api/crm/subscribers.csv': exported })
  await button('Export CSV').click()
  await expect.element(button('Exporting...')).toBeDisabled()
  await expectFocusKept(button('Exporting...'))
  await userEvent.keyboard('{Enter}')
  expect(exported).toHaveBeenCalledOnce()
})

test('a reactivation that needs a new payment offers the checkout link', async () => {
  await openCrm('/crm', {
    'POST /api/functions/manage-subscription': () => Response.json({ url: 'https://pay.example/checkout' }),
  })
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await rowOf('canceled@')
    .getByRole('button', { name: /^Reactivate/ })
    .click()
  await expect.element(page.getByText('A new payment is needed')).toBeVisible()
  await button('Copy link').click()
  expect(copied).toEqual(['https://pay.example/checkout'])
})

test('the tools and a row’s actions run one at a time, and the tables are read again after a sync', async () => {
  const gate = Promise.withResolvers<void>()
  const asked: string[] = []
  const { answers } = openTeamServer()
  const record = (call: string, answer: () => Response) => async () => {
    asked.push(call)
    await gate.promise
    return answer()
  }
  let reads = 0
  await openCrm('/crm', {
    'GET /api/crm/subscribers': (request) => {
      reads += 1
      return answers['GET /api/crm/subscribers']?.(request) ?? Response.error()
    },
    'POST /api/functions/sync-subscriptions': record('sync', () => Response.json({ synced: 5 })),
    'POST /api/functions/check-usage-limits': record('usage', () => Response.json({ alerts: [] })),
    'POST /api/functions/manage-subscription': record('reactivate', () => Response.json({})),
  })
  await expect.element(page.getByText('Changes appear as they happen')).toBeVisible()
  // A click that does not wait until the button is enabled.
  const press = (locator: Locator) => (locator.element() as HTMLElement).click()
  for (const name of ['Sync from Stripe', 'Check Usage Limits', 'Sync from Stripe']) {
    press(button(name))
    await expect.element(button('Sync from Stripe')).toHaveAttribute('aria-busy', 'true')
  }
  const reactivate = rowOf('canceled@').getByRole('button').first()
  press(reactivate)
  await expect.element(reactivate).toHaveTextContent('Working...')
  press(reactivate)
  await expect.element(reactivate).toHaveTextContent('Working...')
  const readsBefore = reads
  gate.resolve()
  await expect.element(page.getByText('Synced 5 subscriptions from Stripe')).toBeVisible()
  await expect.poll(() => reads).toBeGreaterThan(readsBefore)
  expect(asked).toEqual(['sync', 'reactivate'])
})

test('subscriptions can be filtered, sorted and searched, and the address keeps the view', async () => {
  const { site } = await openCrm()
  const status = page.getByLabelText('Status', { exact: true })
  await expect.element(status).toBeVisible()
  expect(document.querySelectorAll('option[value=""]')).toHaveLength(0)
  await status.selectOptions('Past due')
  await expectRows('past-due')
  await expect.element(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible()
  await page.getByLabelText('Tier', { exact: true }).selectOptions('Basic')
  await expect.element(page.getByText('Nothing matches the search and the filters.')).toBeVisible()
  expect(site.path()).toBe('/crm?status=past_due&tier=Basic')
  await site.goBack()
  await expectRows('past-due')
  await expect.element(status).toHaveValue('past_due')
  await status.selectOptions('Any status')
  await button('Revenue').click()
  await expect.element(page.getByRole('columnheader', { name: 'Revenue' })).toHaveAttribute('aria-sort', 'descending')
  await expectRows('past-due', 'canceled', 'paused', 'active', 'unpaid')
  await page.getByLabelText('Search by email').fill('paid')
  await expectRows('unpaid')
  expect(site.path()).toBe('/crm?sort=revenue&order=desc&q=paid')
})

test('an address with filters opens the filtered view', async () => {
  await openCrm('/crm?status=past_due')
  await expect.element(page.getByLabelText('Status', { exact: true })).toHaveValue('past_due')
  await expectRows('past-due')
})

test('the table says that it is loading', async () => {
  const gate = Promise.withResolvers<void>()
  const { answers } = openTeamServer()
  await openCrm('/crm', {
    'GET /api/crm/subscribers': async (request) => {
      await gate.promise
      return answers['GET /api/crm/subscribers']?.(request) ?? Response.error()
    },
  })
  const waiting = page.getByRole('status').getByText('Loading...')
  await expect.element(waiting).toBeInTheDocument()
  // With reduced motion, it does not spin without end.
  expect(document.querySelector('main .animate-spin')).toHaveStyle({ animationIterationCount: '1' })
  gate.resolve()
  await expect.element(rowOf('active@')).toBeVisible()
  await expect.element(waiting).not.toBeInTheDocument()
})

test.each([
  [401, 'unauthenticated'],
  // For a person who is signed in besides.
  [403, 'forbidden'],
])('a team flag set by hand gives no access, and the refusal %i %s leads to signing in', async (status, code) => {
  const refused = () => refusal(status, code)
  const { site } = await openCrm('/crm', {
    'GET /api/crm/stats': refused,
    'GET /api/crm/subscribers': refused,
    'GET /api/crm/events': refused,
  })
  await expect.poll(() => site.path()).toBe('/auth')
  await expect.element(page.getByText('Your team access has ended')).toBeVisible()
  expect(localStorage.getItem('teamAccess')).toBeNull()
})

test('failures are shown with the specification’s text, and the rows stay', async () => {
  const words = { title: 'The payment provider is not responding', detail: 'Nothing was charged.' }
  const away = () => refusal(503, 'payments-unavailable', words)
  const tab = { closed: false, opener: null, close: () => void (tab.closed = true) }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  await openCrm('/crm', {
    'POST /api/functions/manage-subscription': away,
    'POST /api/functions/sync-subscriptions': away,
    'POST /api/functions/check-usage-limits': away,
    'GET /api/crm/subscribers.csv': away,
  })
  const failures: [string, string, string][] = [
    ['', 'Sync from Stripe', 'Failed to sync subscriptions'],
    ['', 'Check Usage Limits', 'Failed to check usage limits'],
    ['', 'Export CSV', 'Failed to export'],
    ['canceled@', 'Reactivate', 'Failed to reactivate subscription'],
    ['paused@', 'Customer portal', 'Failed to customer_portal subscription'],
  ]
  for (const [row, name, title] of failures) {
    await (row === '' ? button(name) : rowOf(row).getByRole('button', { name: new RegExp(`^${name}`) })).click()
    await expect.element(page.getByText(title, { exact: true })).toBeVisible()
  }
  await button('Cancel, active@example.com').click()
  await button('Cancel subscription').click()
  await expect.element(page.getByText('Failed to cancel subscription', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(/The payment provider is not responding\. Nothing was charged\./).first())
    .toBeVisible()
  // The new tab for the portal is closed again.
  expect(tab.closed).toBe(true)
  await expectRows('active', 'canceled', 'past-due', 'unpaid', 'paused')
})

test('an empty table says how it gets rows, and a table that cannot be read shows a failure', async () => {
  let isAway = false
  let subscriberReads = 0
  const answer = () =>
    isAway
      ? new Response(null, { status: 503 })
      : Response.json({ rows: [], nextCursor: null, previousCursor: null, matches: 0 })
  await openCrm('/crm', {
    'GET /api/crm/subscribers': () => {
      subscriberReads++
      return answer()
    },
    'GET /api/crm/subscribers.csv': answer,
    'GET /api/crm/emails': answer,
  })
  const expectText = async (text: string) => {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expectText('No subscribers found. Sync from Stripe to load your subscription data.')
  await button('Email CRM').click()
  await expectText('No email CRM records found. New signups will appear here automatically.')
  isAway = true
  await page.getByRole('searchbox').fill('somewhere')
  await expectText('Failed to fetch email CRM records')
  await button('Subscriptions').click()
  const tier = page.getByLabelText('Tier', { exact: true })
  await tier.selectOptions('Premium')
  await expectText('Failed to fetch subscribers')
  // The same failure again is still one notice.
  await tier.selectOptions('Basic')
  await expect.poll(() => subscriberReads).toBeGreaterThan(2)
  await button('Export CSV').click()
  await expectText('Failed to export')
  await expectText('Failed to fetch subscribers')
  await expect.element(button('Try Again')).toBeVisible()
})

test('Enter on a row moves the focus to its actions, and Escape returns it from the dialog', async () => {
  await openCrm()
  await expect.element(rowOf('active@')).toBeVisible()
  ;(rowOf('active@').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const cancel = rowOf('active@').getByRole('button', { name: /^Cancel/ })
  await expect.element(cancel).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Cancel this subscription?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(cancel).toHaveFocus()
})

test.each([
  ['subscriptions', '/crm', 'active@example.com'],
  // Some rows, since axe checks each of them.
  ['follow-ups', '/crm?tab=emails&q=person0', 'person00@example.com'],
])('the %s are accessible on a phone in the dark theme, and on a desktop in the light one', async (_, path, row) => {
  await openCrm(path)
  await expect.element(page.getByText(row)).toBeVisible()
  const andIn = async () => {
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  }
  await expectAccessible({ andIn })
})

test('Tab leads to the buttons of one row only', async () => {
  await openCrm()
  await expect.element(rows().first()).toBeVisible()
  const reached = [...document.querySelectorAll<HTMLElement>('tbody button')].filter(({ tabIndex }) => tabIndex === 0)
  expect(new Set(reached.map((control) => control.closest('tr')))).toEqual(
    new Set([document.querySelector('tbody tr')]),
  )
})
