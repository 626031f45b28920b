import { createMemoryRouter } from 'react-router'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { prepareStored, writeStored } from '../lib/local-store.ts'
import { FakeRecognition } from '../features/call/speech/fake-recognition.fixture.ts'
import { mount } from '../ui/show-testing.tsx'
import AssistantPageRoute from './assistant-page.tsx'
import { answerWith, type Answers } from '../lib/answers-testing.ts'
import { refusal, signIn } from './site-testing.tsx'
import { NORA } from './workshop-testing.ts'

// The public page of an own assistant; calls on it are tested in e2e/own-assistant.spec.ts.

beforeEach(() => () => writeStored('session', null))

async function openPage(answer: () => Response | Promise<Response>, answers: Answers = {}) {
  answerWith({ 'GET /api/assistant-pages/nora-1': answer, ...answers })
  await prepareStored()
  const routes = [{ path: '/a/:slug', Component: AssistantPageRoute }, { path: '*' }]
  const router = createMemoryRouter(routes, { initialEntries: ['/a/nora-1'] })
  mount(router)
  return router
}

const robots = () => document.head.querySelector('meta[name=robots]')?.getAttribute('content') ?? null

test.each([
  ['open', null],
  ['test', 'noindex'],
])('a page in the state "%s" tells search engines: %s', async (state, content) => {
  await openPage(() => Response.json({ ...NORA, state, keptDays: null }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
  await expect.poll(() => document.title).toBe('Talk with Nora · Voxhall')
  expect(robots()).toBe(content)
})

test('the question how callers are heard fits a phone, even if a long name cannot be broken at a space', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  onTestFinished(() => void vi.unstubAllGlobals())
  await page.viewport(390, 844)
  const name = 'Mill'.repeat(15)
  await openPage(() => Response.json({ ...NORA, name, state: 'open', keptDays: null }), {
    'GET /api/call-engines': () =>
      Response.json({ preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: null }),
  })
  await expect.element(page.getByRole('group', { name: `How shall ${name} hear you?` })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})

describe('until the server has told how callers can be heard', () => {
  const talk = page.getByRole('button', { name: 'Talk with Nora' })
  const question = page.getByRole('group', { name: 'How shall Nora hear you?' })
  beforeEach(() => {
    vi.stubGlobal('SpeechRecognition', FakeRecognition)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.restoreAllMocks()
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })
  })
  async function openWaiting() {
    const engines = Promise.withResolvers<Response>()
    const timers = vi.spyOn(window, 'setTimeout')
    await openPage(() => Response.json({ ...NORA, state: 'open', keptDays: null }), {
      'GET /api/call-engines': () => engines.promise,
    })
    await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
    // The note that something opens begins its delay in an effect, which may come after the heading.
    await expect.poll(() => timers.mock.calls.some(([, delayMs]) => delayMs === 300)).toBe(true)
    vi.advanceTimersByTime(3_900)
    await expect.element(page.getByText('Opening…')).toBeVisible()
    await expect.element(talk).not.toBeInTheDocument()
    return engines
  }

  test('the panel is not shown, so that its question does not move the button', async () => {
    const engines = await openWaiting()
    engines.resolve(Response.json({ preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: null }))
    await expect.element(talk).toBeVisible()
    await expect.element(question).toBeVisible()
  })

  test('but for four seconds at most', async () => {
    await openWaiting()
    vi.advanceTimersByTime(100)
    await expect.element(talk).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
  })
})

test('the canonical address and the preview that the server wrote for a page do not stay on the next page', async () => {
  const served = Object.assign(document.createElement('link'), { rel: 'canonical', href: '/a/nora-1' })
  served.dataset['served'] = ''
  document.head.append(served)
  const router = await openPage(() => Response.json({ ...NORA, state: 'open', keptDays: null }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
  expect(served.isConnected).toBe(true)
  await router.navigate('/')
  await expect.poll(() => served.isConnected).toBe(false)
})

test('the page of a paused assistant says so, and is not listed', async () => {
  await openPage(() => Response.json({ state: 'paused' }))
  await expect.element(page.getByRole('heading', { name: 'This assistant is taking a break' })).toBeVisible()
  await expect.poll(() => document.title).toBe('This assistant is taking a break · Voxhall')
  expect(robots()).toBe('noindex')
})

test('a page that cannot be read says so, also to screen readers, and can be tried again', async () => {
  const again = Promise.withResolvers<Response>()
  let isAway = true
  await openPage(() => (isAway ? refusal(503, 'unavailable') : again.promise))
  const alert = page.getByRole('alert').filter({ hasText: 'The page could not be opened' })
  await expect.element(alert.getByText('T. D')).toBeVisible()
  isAway = false
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByRole('status').getByText('Opening...')).toBeVisible()
  again.resolve(Response.json({ ...NORA, state: 'open', keptDays: null }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
})

test('an address without an assistant says so, and is not listed', async () => {
  await openPage(() => refusal(404, 'not-found'))
  await expect.element(page.getByRole('heading', { name: 'There is no assistant at this address' })).toBeVisible()
  await expect.poll(() => document.title).toBe('There is no assistant at this address · Voxhall')
  expect(robots()).toBe('noindex')
})

test('a page that could not be opened says why, and opens at another try', async () => {
  let isAway = true
  const open = { ...NORA, state: 'open', keptDays: null }
  await openPage(() => (isAway ? refusal(503, 'unavailable') : Response.json(open)))
  const alert = page.getByRole('alert').filter({ hasText: 'The page could not be opened' })
  await expect.element(alert.getByText('T. D')).toBeVisible()
  isAway = false
  await alert.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Nora' })).toBeVisible()
})

test.each([
  ['visitors', 'What you say is not kept.', null],
  ['visitors', 'What you say is kept by Nora for one day.', 1],
  ['people with an account', 'What is said is kept in your calls.', null],
  ['people with an account', 'What is said is kept in your calls, and kept by Nora for 30 days.', 30],
])('the footer tells %s: "%s"', async (who, words, keptDays) => {
  if (who !== 'visitors') signIn()
  await openPage(() => Response.json({ ...NORA, state: 'open', keptDays }))
  await expect
    .element(page.getByRole('contentinfo').getByText(`You are talking with an AI. ${words}`, { exact: true }))
    .toBeVisible()
})
