import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallRecord } from '#contract/calls.ts'
import { answerWith } from '../../../lib/answers-testing.ts'
import { ScreenQueries } from '../../../ui/queries.tsx'
import { expectFocusKept, show, violations } from '../../../ui/show-testing.tsx'
import { CallList } from './call-list.tsx'

const SILENT: CallRecord = {
  id: 'call_1',
  assistantId: 'finance',
  assistantName: 'Marcus',
  status: 'live',
  endReason: null,
  createdAt: '2026-07-01T10:00:00.000Z',
  startedAt: '2026-07-01T10:00:00.000Z',
  endedAt: null,
  durationMs: 5_000,
  lines: [],
}
const TALK: CallRecord = {
  ...SILENT,
  id: 'call_2',
  assistantId: 'culinary',
  assistantName: 'Giovanni',
  status: 'ended',
  endReason: 'connection-lost',
  durationMs: 65_000,
  lines: [
    { role: 'user', content: 'How long does bread keep?', atMs: 4_000, interrupted: false, timings: null },
    { role: 'assistant', content: 'Rye keeps', atMs: 61_000, interrupted: true, timings: null },
  ],
}

type Page = { calls: CallRecord[]; nextBefore: string | null }

function openList(answer: (before: string | null) => Page | Promise<Page>) {
  const onOpenCatalogue = vi.fn<() => void>()
  answerWith({
    'GET /api/calls': async ({ url }) => Response.json(await answer(new URL(url).searchParams.get('before'))),
  })
  show(
    <main>
      <h1>Calls</h1>
      <ScreenQueries>
        <CallList onOpenCatalogue={onOpenCatalogue} />
      </ScreenQueries>
    </main>,
  )
  return { onOpenCatalogue }
}

test('calls are listed with how they ended and what was said, older ones on request or with why they are not', async () => {
  let isOnline = false
  openList((before) => {
    if (before === null) return { calls: [SILENT], nextBefore: 'call_1' }
    if (isOnline) return { calls: [TALK], nextBefore: null }
    throw new TypeError('failed to fetch')
  })
  await expect.element(page.getByText(/0:05 · In progress$/)).toBeVisible()
  await page.getByText('Marcus').click()
  await expect.element(page.getByText('Nothing was said in this call.')).toBeVisible()

  const older = page.getByRole('button', { name: 'Show older calls' })
  await older.click()
  await expect.element(page.getByRole('alert').filter({ hasText: 'No connection.' })).toBeVisible()
  isOnline = true
  await older.click()
  await expect.element(page.getByText(/1:05 · The connection was lost$/)).toBeVisible()
  await expect.element(older).not.toBeInTheDocument()
  expect(page.getByRole('alert').query()).toBeNull()
  await page.getByText('Giovanni').first().click()
  const names = document.querySelectorAll('summary .font-semibold')
  expect([...names].map(({ textContent }) => textContent)).toEqual(['Marcus', 'Giovanni'])
  const lines = document.querySelectorAll('ol li')
  expect([...lines].map(({ textContent }) => textContent)).toEqual([
    'You 0:04How long does bread keep?',
    'Giovanni 1:01Rye keeps (you cut in)',
  ])
  expect(await violations()).toEqual([])
})

test('while older calls are being read, the button keeps the focus; then the first of them has it', async () => {
  const older = Promise.withResolvers<Page>()
  const answer = vi.fn<(before: string | null) => Page | Promise<Page>>((before) =>
    before === null ? { calls: [SILENT], nextBefore: 'call_1' } : older.promise,
  )
  openList(answer)
  await expect.element(page.getByRole('button', { name: 'Show older calls' })).toBeVisible()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const looking = page.getByRole('button', { name: 'Looking...' })
  await expect.element(looking).toBeDisabled()
  await expectFocusKept(looking)
  await userEvent.keyboard('{Enter}')
  expect(answer.mock.calls).toEqual([[null], ['call_1']])
  older.resolve({ calls: [TALK], nextBefore: null })
  await expect.poll(() => document.activeElement?.textContent).toContain('Giovanni')
})

test('a person without calls is led to the assistants', async () => {
  const { onOpenCatalogue } = openList(() => ({ calls: [], nextBefore: null }))
  await page.getByRole('button', { name: 'Meet the AI Assistants' }).click()
  expect(onOpenCatalogue).toHaveBeenCalledTimes(1)
})
