import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { SiteNotices } from '../features/offline/site-notices.tsx'
import { answerWith } from '../lib/answers-testing.ts'
import { mount, show } from '../ui/show-testing.tsx'
import AssistantPageRoute from './assistant-page.tsx'
import { NORA } from './workshop-testing.ts'

const whenCalm = vi.hoisted(() => vi.fn<(callback: () => void) => () => void>(() => () => undefined))
vi.mock('../lib/when-calm.ts', () => ({ whenCalm }))

const offer = page.getByRole('region', { name: 'New version' })
const container = Object.assign(new EventTarget(), {
  controller: { version: 'first' },
  register: () => new Promise(() => {}),
})

beforeEach(() => {
  whenCalm.mockClear()
  container.controller = { version: 'first' }
  vi.stubEnv('PROD', true)
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer)
})

async function acceptInAnotherTab(): Promise<void> {
  await expect.poll(() => whenCalm.mock.calls).toHaveLength(1)
  container.controller = { version: 'second' }
  whenCalm.mock.calls[0]?.[0]()
}

test('a version accepted in another tab while the page was still busy is offered', async () => {
  show(<SiteNotices isBusy={false} />)
  await acceptInAnotherTab()
  await expect.element(offer).toBeVisible()
})

test('on the page of an own assistant, no version is offered once a call may be on', async () => {
  const found = Promise.withResolvers<Response>()
  answerWith({ 'GET /api/assistant-pages/nora-1': () => found.promise })
  const routes = [{ path: '/a/:slug', Component: AssistantPageRoute }]
  mount(createMemoryRouter(routes, { initialEntries: ['/a/nora-1'] }))
  await acceptInAnotherTab()
  await expect.element(offer).toBeVisible()
  found.resolve(Response.json({ ...NORA, state: 'open', keptDays: null }))
  await expect.element(offer).not.toBeInTheDocument()
})
