import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { notify } from '../lib/notify.ts'
import { controlsWithoutFocusRing, dialog, expectAccessible, tooSmallControls, wholePage } from '../ui/show-testing.tsx'
import { openSite } from './site-testing.tsx'

// Runs all rules of axe on each screen's initial state. Questions that need human judgement, such as whether a text
// helps, are not covered. Each screen is opened once, on a phone, since opening it costs as much as a check.

const PHOTO = new File(
  [Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) => char.charCodeAt(0))],
  'face.gif',
  { type: 'image/gif' },
)

beforeEach(() => page.viewport(390, 844))

/** What holds for each page without a dialog, which keeps the focus in itself. */
async function expectAccessiblePage({
  states = [async () => {}],
  ...more
}: Parameters<typeof expectAccessible>[0] = {}): Promise<void> {
  const andIn = async (look: string) => {
    const within = more.part === wholePage ? document : page.getByRole('main').element()
    expect(await controlsWithoutFocusRing(within), `with a focus ring, ${look}`).toEqual([])
  }
  await expectAccessible({ states, andIn, ...more })
  // To the layout, letters of twice the size are a screen of half the width.
  for (const width of [320, 160]) {
    await page.viewport(width, 640)
    for (const enter of states) {
      await enter()
      expect(document.documentElement.scrollWidth, 'nothing has to be scrolled sideways').toBe(width)
    }
  }
}

test.each([
  ['/', /^Personal AI Assistants/],
  ['/pricing', 'Plans & Pricing'],
  ['/contact', /./],
  ['/privacy', /./],
  ['/terms', /./],
  ['/responsible-ai', /./],
  ['/no/such/page', 'Oops! Page not found'],
])('%s is accessible on every screen, in both themes', async (path, heading) => {
  // Unknown addresses are logged, as the product's specification requires.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await openSite(path)
  await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  // In the header, the link to the plans is marked as that of the current page.
  await expectAccessiblePage(path === '/pricing' ? { part: wholePage } : {})
})

test('the sign-in screen is accessible at each of its tabs', async () => {
  await openSite('/auth')
  const states = ['Sign In', 'Sign Up', 'TEAMS'].map((tab) => async () => {
    await page.getByRole('tab', { name: tab }).click()
    await expect.element(page.getByRole('tabpanel', { name: tab })).toBeVisible()
  })
  await expectAccessiblePage({ states })
})

test('the catalogue is accessible', async () => {
  await openSite('/')
  await page.getByRole('button', { name: 'See all' }).click()
  await expect.element(dialog('AI Assistants').getByRole('article')).toHaveLength(16)
  await expectAccessible()
})

test('the list of own assistants is accessible, and so are the form of one, its errors and its test', async () => {
  await openSite('/assistants', {
    isSignedIn: true,
    answers: {
      'GET /api/own-assistants': () =>
        Response.json({ assistants: [], plan: { liveLimit: 0, live: 0, remainingMinutes: null } }),
    },
  })
  await expect.element(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
  // The header and footer of a person who is signed in.
  await expectAccessible({ part: wholePage })

  await page.getByRole('button', { name: 'Make an assistant' }).click()
  const form = dialog('Customize Your AI Assistant')
  await form.getByRole('button', { name: 'Add a question' }).click()
  await form.getByRole('button', { name: 'Submit Assistant' }).click()
  await expect.element(form.getByText('Give your assistant a name.')).toBeVisible()
  await expectAccessible()

  await form.getByLabelText(/^Avatar Photo/).upload(PHOTO)
  await form.getByRole('tab', { name: 'Test Avatar' }).click()
  await form.getByRole('button', { name: 'Talk', exact: true }).click()
  await expect.element(form.getByText('Please enter some text to speak')).toBeVisible()
  await expectAccessible()
})

test('the checkout is accessible', async () => {
  // The page stays in this state until the request is answered.
  await openSite('/checkout/premium-monthly', {
    answers: { 'POST /api/billing/checkout': () => new Promise<Response>(() => {}) },
  })
  await expect.element(page.getByText('Opening the payment page…')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Premium' })).toBeVisible()
  await expectAccessible()
})

test('on a phone, the buttons of a notice are large enough for a thumb', async () => {
  await openSite('/privacy')
  notify({ kind: 'plain', title: 'A notice', action: { label: 'Undo', onPress: () => {} } })
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Close toast' })).toBeVisible()
  expect(tooSmallControls()).toEqual([])
})
