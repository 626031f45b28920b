import type { MyBilling, RefreshResponse } from '#contract/billing.ts'
import { createMemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerWith } from '../../lib/answers-testing.ts'
import { ScreenQueries } from '../../ui/queries.tsx'
import { mount } from '../../ui/show-testing.tsx'
import { useWatchedBilling } from './use-watched-billing.ts'

const LEFT_AT = '2026-11-22T10:00:00.000Z'
const BEFORE: MyBilling = { subscriptions: [], hasPortal: false, isStale: false, asOf: LEFT_AT }
const AFTER: MyBilling = { ...BEFORE, hasPortal: true, asOf: '2026-11-22T10:05:00.000Z' }

let reads = 0
let told: unknown[] = []
let isNewer = true
const portal = page.getByText('portal: false')

beforeEach(() => {
  reads = 0
  told = []
  isNewer = true
  answerWith({
    'GET /api/billing/me': () => {
      reads += 1
      return Response.json(BEFORE)
    },
    'POST /api/billing/refresh': async (request) => {
      told.push(await request.json())
      return Response.json({ checkout: null, billing: AFTER, isNewer } satisfies RefreshResponse)
    },
  })
})

function Account() {
  const { query, onPortalOpened } = useWatchedBilling()
  const { pathname, search } = useLocation()
  return (
    <>
      <p>portal: {String(query.data?.hasPortal)}</p>
      <p>at {`${pathname}${search}`}</p>
      <button type="button" onClick={onPortalOpened}>
        Open
      </button>
    </>
  )
}

function open(address: string): void {
  const part = (
    <ScreenQueries>
      <Account />
    </ScreenQueries>
  )
  mount(createMemoryRouter([{ path: '/account', element: part }], { initialEntries: [address] }))
}

test('coming back from the portal makes the server refresh once, and shows the fresh state', async () => {
  open(`/account?left=${LEFT_AT}`)
  await expect.element(page.getByText('portal: true')).toBeVisible()
  await expect.element(page.getByText('at /account', { exact: true })).toBeVisible()
  expect(told).toEqual([{ leftAt: LEFT_AT }])
})

test('focusing the page reads the state again without asking the payment provider', async () => {
  open('/account')
  await expect.element(portal).toBeVisible()
  const readsBefore = reads
  window.dispatchEvent(new Event('focus'))
  await expect.poll(() => reads).toBeGreaterThan(readsBefore)
  expect(told).toEqual([])
})

test('coming back after opening the portal in another tab tells the server when the page was last read', async () => {
  open('/account')
  await expect.element(portal).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).click()
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByText('portal: true')).toBeVisible()
  expect(told).toEqual([{ leftAt: LEFT_AT }])
})

test('coming back while the payment provider does not answer, the page goes on looking for the change', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  isNewer = false
  open('/account')
  await expect.element(portal).toBeVisible()
  await page.getByRole('button', { name: 'Open' }).click()
  window.dispatchEvent(new Event('focus'))
  await expect.element(page.getByText('portal: true')).toBeVisible()
  vi.advanceTimersByTime(10_000)
  await expect.element(portal).toBeVisible()
})
