import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Carousel } from '../features/home/carousel.tsx'
import { notify } from '../lib/notify.ts'
import { LoadBoundary } from '../ui/load-boundary.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { show, tooSmallControls } from '../ui/show-testing.tsx'
import { ToasterHost } from '../ui/toaster-host.tsx'

// What is left of a page when scripts that it loads on demand cannot be loaded. In one file, since each file that
// replaces modules loads a page of its own.

vi.mock('../ui/toaster.tsx', () => {
  throw new Error('The script cannot be loaded.')
})
vi.mock('../features/home/carousel-motion.tsx', () => {
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

test('without its motion script, the carousel still scrolls by buttons and arrow keys, and wraps around', async () => {
  await page.viewport(1280, 900)
  show(
    <Carousel label="Numbers" heading={<h2>Numbers</h2>} aside={null}>
      {Array.from({ length: 16 }, (_, index) => (
        <button key={index} type="button" style={{ height: 300 }}>
          {index + 1}
        </button>
      ))}
    </Carousel>,
  )
  const region = page.getByRole('region', { name: 'Numbers' })
  await region.getByRole('button', { name: 'Next slide' }).click()
  await expect.element(region.getByText('2 of 16')).toBeVisible()
  ;(region.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  // At once, since motion is reduced.
  expect(document.querySelector('[data-looping]')?.scrollLeft).toBe(0)
  await expect.element(region.getByText('1 of 16')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(region.getByRole('button', { name: '16', exact: true })).toBeInViewport()
  expect(document.querySelector('[data-looping="true"]')).toBeNull()
})
