import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { notify } from '../lib/notify.ts'
import { LoadBoundary } from './load-boundary.tsx'
import { onDemand } from './on-demand.tsx'
import { show, tooSmallControls } from './show-testing.tsx'
import { ToasterHost } from './toaster-host.tsx'

vi.mock('./toaster.tsx', () => {
  throw new Error('The script cannot be loaded.')
})

test('if the scripts of a dialog and of notices cannot be loaded, the page stays and shows a simple notice', async () => {
  // React reports errors that a boundary catches.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { Component: Dialog } = onDemand<object>(() => Promise.reject(new TypeError('Failed to fetch')))
  const onFailure = vi.fn<() => void>()
  show(
    <main>
      <h1>A page</h1>
      <LoadBoundary onFailure={onFailure}>
        <Dialog />
      </LoadBoundary>
      <ToasterHost />
    </main>,
  )
  const notice = page.getByRole('alert').filter({ hasText: 'That could not be opened' })
  await expect.element(notice.getByRole('button', { name: 'Load again' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'A page' })).toBeVisible()
  expect(onFailure).toHaveBeenCalledOnce()
  await page.viewport(390, 844)
  expect(tooSmallControls(), 'too small for a thumb').toEqual([])
  // As while a dialog is open.
  document.body.style.pointerEvents = 'none'
  onTestFinished(() => void document.body.style.removeProperty('pointer-events'))
  await notice.getByRole('button', { name: 'Close' }).click()
  await expect.element(notice).not.toBeInTheDocument()

  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  notify({ kind: 'plain', title: 'Nobody closes this one' })
  const unread = page.getByRole('alert').filter({ hasText: 'Nobody closes this one' })
  await expect.element(unread).toBeVisible()
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(12_000)
  await expect.element(unread).not.toBeInTheDocument()
})
