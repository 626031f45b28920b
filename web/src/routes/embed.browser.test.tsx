import { frameMessageOf } from '#contract/embed.ts'
import { createMemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerWith, type Answers } from '../lib/answers-testing.ts'
import { mount } from '../ui/show-testing.tsx'
import EmbedRoute from './embed.tsx'
import { refusal } from './site-testing.tsx'
import { NORA } from './workshop-testing.ts'

// The page in the frame with which a website shows an assistant.

function openFrame(assistant: string, answers: Answers): void {
  answerWith(answers)
  mount(
    createMemoryRouter([{ path: '/embed/:assistant', Component: EmbedRoute }], {
      initialEntries: [`/embed/${assistant}`],
    }),
  )
}

test('Escape closes the window, unless something inside handles the key', async () => {
  const told = vi.spyOn(window.parent, 'postMessage')
  openFrame('culinary', {})
  await expect.element(page.getByRole('button', { name: 'Talk with Giovanni' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Giovanni' })).toBeInTheDocument()
  await expect.poll(() => told.mock.calls).toContainEqual([{ type: 'voxhall:ready' }, '*'])
  const isClosed = () => told.mock.calls.some(([message]) => frameMessageOf(message)?.type === 'voxhall:close')
  const taken = (event: KeyboardEvent) => event.preventDefault()
  document.addEventListener('keydown', taken)
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', taken)
  expect(isClosed()).toBe(false)
  await userEvent.keyboard('{Escape}')
  expect(isClosed()).toBe(true)
})

test('a caller whose session has ended logs in outside of the frame', async () => {
  openFrame('healthcare', { 'POST /api/calls': () => refusal(401, 'unauthenticated') })
  await page.getByRole('button', { name: 'Talk with Amara' }).click()
  await expect.element(page.getByRole('link', { name: 'Log in' })).toHaveAttribute('target', '_top')
})

test('on another site, a call needs that site’s ticket, and nobody is asked to log in', async () => {
  const site = { postMessage: vi.fn<(message: unknown) => void>(), location: {} }
  vi.spyOn(window, 'parent', 'get').mockReturnValue(site as unknown as Window)
  const sent: unknown[] = []
  openFrame('healthcare', {
    'POST /api/embed/calls': async (request) => {
      sent.push(await request.json())
      return refusal(401, 'unauthenticated')
    },
  })
  await page.getByRole('button', { name: 'Talk with Amara' }).click()
  await expect.poll(() => site.postMessage.mock.calls).toContainEqual([{ type: 'voxhall:ticket-wanted' }, '*'])
  const ticket = { type: 'voxhall:ticket', ticket: 'given' }
  dispatchEvent(Object.assign(new Event('message'), { source: site, data: ticket }))
  await expect.poll(() => sent).toMatchObject([{ ticket: 'given' }])
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Log in' })).not.toBeInTheDocument()
})

test('visitors are told for how long the owner keeps what they say', async () => {
  const open = { ...NORA, state: 'open', keptDays: 30 }
  openFrame('nora-1', { 'GET /api/assistant-pages/nora-1': () => Response.json(open) })
  await expect.element(page.getByText(/What you say is kept by Nora for 30 days\.$/)).toBeVisible()
})

test('it tells why it has no assistant, and opens it once the server answers', async () => {
  const ADDRESS = 'GET /api/assistant-pages/nora-1'
  openFrame('nora-1', { [ADDRESS]: () => Response.json({ state: 'paused' }) })
  const told = page.getByRole('alert')
  await expect.element(told.getByRole('heading', { name: 'This assistant is taking a break' })).toBeVisible()
  openFrame('nora-1', { [ADDRESS]: () => refusal(404, 'not-found') })
  await expect.element(told.getByRole('heading', { name: 'There is no such assistant' })).toBeVisible()
  let isAway = true
  const open = { ...NORA, state: 'open', keptDays: null }
  openFrame('nora-1', { [ADDRESS]: () => (isAway ? refusal(503, 'unavailable') : Response.json(open)) })
  await expect.element(told.getByText('T. D')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect.element(page.getByRole('button', { name: 'Talk with Nora' })).toBeVisible()
})
