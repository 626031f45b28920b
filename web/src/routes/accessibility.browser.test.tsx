import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { notify } from '../lib/notify.ts'
import { controlsWithoutFocusRing, dialog, prefer, tooSmallControls, violations } from '../ui/show-testing.tsx'
import { openSite } from './site-testing.tsx'

// Runs all rules of axe on each screen's initial state. Questions that need human judgement, such as whether a text
// helps, are not covered.

const PHOTO = new File(
  [Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (char) => char.charCodeAt(0))],
  'face.gif',
  { type: 'image/gif' },
)

describe.each([
  { name: 'a phone and the dark theme', width: 390, height: 844, scheme: 'dark' as const },
  { name: 'a desktop and the light theme', width: 1280, height: 800, scheme: 'light' as const },
])('axe finds no violations with $name', ({ width, height, scheme }) => {
  beforeEach(async () => {
    await page.viewport(width, height)
    await prefer({ 'color-scheme': scheme })
  })

  test.each([
    ['/', /^Personal AI Assistants/],
    ['/pricing', 'Plans & Pricing'],
    ['/contact', /./],
    ['/privacy', /./],
    ['/terms', /./],
    ['/responsible-ai', /./],
    ['/no/such/page', 'Oops! Page not found'],
  ])('at %s', async (path, heading) => {
    // Unknown addresses are logged, as the product's specification requires.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await openSite(path)
    await expect.element(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await violations()).toEqual([])
    expect(await controlsWithoutFocusRing()).toEqual([])
  })

  test.each(['Sign In', 'Sign Up', 'TEAMS'])('on the sign-in screen, at %s', async (tab) => {
    await openSite('/auth')
    await page.getByRole('tab', { name: tab }).click()
    await expect.element(page.getByRole('tabpanel', { name: tab })).toBeVisible()
    expect(await violations()).toEqual([])
    expect(await controlsWithoutFocusRing()).toEqual([])
  })

  test('in the catalogue', async () => {
    await openSite('/')
    await page.getByRole('button', { name: 'See all' }).click()
    await expect.element(dialog('AI Assistants').getByRole('article')).toHaveLength(16)
    expect(await violations()).toEqual([])
  })

  test('in the form of an own assistant, its errors and its test', async () => {
    await openSite('/', { isSignedIn: true })
    await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
    const form = dialog('Customize Your AI Assistant')
    await form.getByRole('button', { name: 'Submit Assistant' }).click()
    await expect.element(form.getByText('Give your assistant a name.')).toBeVisible()
    expect(await violations()).toEqual([])

    await form.getByLabelText(/^Avatar Photo/).upload(PHOTO)
    await form.getByRole('tab', { name: 'Test Avatar' }).click()
    await form.getByRole('button', { name: 'Talk', exact: true }).click()
    await expect.element(form.getByText('Please enter some text to speak')).toBeVisible()
    expect(await violations()).toEqual([])
  })

  test('at the checkout', async () => {
    // The page stays in this state until the request is answered.
    await openSite('/checkout/premium-monthly', {
      answers: { 'POST /api/billing/checkout': () => new Promise<Response>(() => {}) },
    })
    await expect.element(page.getByText('Opening the payment page…')).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Premium' })).toBeVisible()
    expect(await violations()).toEqual([])
  })

  test('in the list of own assistants', async () => {
    await openSite('/assistants', {
      isSignedIn: true,
      answers: {
        'GET /api/own-assistants': () =>
          Response.json({ assistants: [], plan: { liveLimit: 0, live: 0, remainingMinutes: null } }),
      },
    })
    await expect.element(page.getByRole('heading', { name: 'No assistants yet' })).toBeVisible()
    expect(await violations()).toEqual([])
  })
})

describe('on a phone, the buttons and fields are large enough for a thumb', () => {
  beforeEach(() => page.viewport(390, 844))

  test.each(['/', '/pricing', '/contact', '/auth'])('at %s', async (path) => {
    await openSite(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(tooSmallControls()).toEqual([])
  })

  test('in the catalogue', async () => {
    await openSite('/')
    await page.getByRole('button', { name: 'See all' }).click()
    await expect.element(dialog('AI Assistants').getByRole('article')).toHaveLength(16)
    expect(tooSmallControls()).toEqual([])
  })

  test('in the form of an own assistant', async () => {
    await openSite('/', { isSignedIn: true })
    await page.getByRole('button', { name: 'Create an assistant for your business today' }).first().click()
    await dialog('Customize Your AI Assistant').getByRole('button', { name: 'Add a question' }).click()
    expect(tooSmallControls()).toEqual([])
  })

  test('on a notice', async () => {
    await openSite('/pricing')
    notify({ kind: 'plain', title: 'A notice', action: { label: 'Undo', onPress: () => {} } })
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Close toast' })).toBeVisible()
    expect(tooSmallControls()).toEqual([])
  })
})

test.each(['/', '/pricing', '/contact', '/auth', '/privacy', '/terms', '/responsible-ai'])(
  'at %s, nothing has to be scrolled sideways on a screen of 320 px, also with letters of twice the size',
  async (path) => {
    await page.viewport(320, 640)
    await openSite(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBe(320)
    // To the layout, letters of twice the size are a screen of half the width.
    await page.viewport(160, 640)
    expect(document.documentElement.scrollWidth).toBe(160)
  },
)
