import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../ui/show-testing.tsx'
import { SiteNotices } from './site-notices.tsx'

const whenCalm = vi.hoisted(() => vi.fn<(callback: () => void) => () => void>(() => () => undefined))
vi.mock('../../lib/when-calm.ts', () => ({ whenCalm }))

test('a version accepted in another tab while the page was still busy is offered', async () => {
  vi.stubEnv('PROD', true)
  onTestFinished(() => void vi.unstubAllEnvs())
  const container = Object.assign(new EventTarget(), {
    controller: { version: 'first' },
    register: () => new Promise(() => {}),
  })
  vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(container as unknown as ServiceWorkerContainer)
  show(<SiteNotices isBusy={false} />)
  await expect.poll(() => whenCalm.mock.calls).toHaveLength(1)
  container.controller = { version: 'second' }
  whenCalm.mock.calls[0]?.[0]()
  await expect.element(page.getByRole('region', { name: 'New version' })).toBeVisible()
})
