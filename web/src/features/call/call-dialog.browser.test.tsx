import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { TrialEnd } from '../../lib/trial-end.ts'
import { receiveNotices, type Notice } from '../../lib/notify.ts'
import { show } from '../../ui/show-testing.tsx'
import { CallDialog } from './call-dialog.tsx'
import { startFailureOf } from './engine/call-problem.ts'
import { createScriptedCall } from './engine/scripted-call.fixture.ts'

function openDialog({ hasPlan = false } = {}) {
  const { call, report } = createScriptedCall()
  const notices: Notice[] = []
  onTestFinished(receiveNotices((notice) => void notices.push(notice)))
  // What an earlier test was still doing when it ended may have caused some.
  notices.length = 0
  const onTrialEnd = vi.fn<(how: TrialEnd) => void>()
  const onClose = vi.fn<() => void>()
  show(
    <CallDialog name="Nora" call={call} isReady hasPlan={hasPlan} onClose={onClose} onTrialEnd={onTrialEnd}>
      <p>The panel</p>
    </CallDialog>,
  )
  return {
    notices,
    onTrialEnd,
    onClose,
    report,
    start: (isDemo: boolean) => {
      call.start({ assistantId: 'culinary' })
      report({ type: 'granted', isDemo, call: null }, { type: 'joined' })
    },
  }
}

async function isOpen(): Promise<void> {
  await expect.element(page.getByRole('dialog', { name: 'Talk with Nora' })).toBeVisible()
}
const close = page.getByRole('button', { name: 'Close', exact: true })

test('the end of the demo minute is said in a toast, and plans are offered once', async () => {
  const { notices, onTrialEnd, onClose, start, report } = openDialog()
  await isOpen()
  start(true)
  report({ type: 'ended', reason: 'limit-reached' })
  expect(notices).toMatchObject([{ kind: 'plain', title: 'Your time is up' }])
  expect(onTrialEnd.mock.calls).toEqual([['minute-used-up']])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('hanging up needs no toast', async () => {
  const { notices, onTrialEnd, start, report } = openDialog()
  await isOpen()
  start(true)
  report({ type: 'ended', reason: 'person-ended' })
  expect(notices).toEqual([])
  expect(onTrialEnd.mock.calls).toEqual([['call-ended']])
})

test.each([true, false])('after a call on a plan no plans are offered (known before: %s)', async (hasPlan) => {
  const { notices, onTrialEnd, start, report } = openDialog({ hasPlan })
  await isOpen()
  start(false)
  report({ type: 'ended', reason: 'limit-reached' })
  await close.click()
  expect(notices).toEqual([])
  expect(onTrialEnd).not.toHaveBeenCalled()
})

test('when a call breaks off, plans are offered only once the dialog is closed', async () => {
  const { onTrialEnd, start, report } = openDialog()
  await isOpen()
  start(true)
  report({ type: 'ended', reason: 'connection-lost' })
  expect(onTrialEnd).not.toHaveBeenCalled()
  await close.click()
  expect(onTrialEnd.mock.calls).toEqual([['call-ended']])
})

test('when the trial closes the dialog after a call that failed, a toast says why', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { notices, onTrialEnd, onClose, start, report } = openDialog()
  await isOpen()
  start(true)
  report({ type: 'failed', failure: startFailureOf(null) })
  vi.advanceTimersByTime(60_000)
  const title = 'Failed to start voice call. Please check your credentials.'
  expect(notices).toMatchObject([{ kind: 'error', title, description: expect.stringContaining('Reload the page') }])
  expect([onTrialEnd.mock.calls, onClose.mock.calls]).toEqual([[['no-call']], [[]]])
})
