import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { ApiProblem } from '../../../lib/api-problem.ts'
import { answerWith } from '../../../lib/answers-testing.ts'
import { button, expectFocusKept, prefer, show } from '../../../ui/show-testing.tsx'
import { startFailureOf } from '../engine/call-problem.ts'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { VoicePanel } from './voice-panel.tsx'

// What the panel tells a caller about the state and the problems of a call.

const NORA = { id: 'culinary', name: 'Nora', image: '' }

beforeEach(() => answerWith({}))

/** Renders the panel and starts a call, which is not live yet. */
async function startCall() {
  const scripted = createScriptedCall()
  onTestFinished(() => scripted.call.end())
  show(<VoicePanel assistant={NORA} call={scripted.call} engines={null} />)
  await button('Talk with Nora').click()
  return scripted
}

async function openCall() {
  const scripted = await startCall()
  scripted.report({ type: 'joined' }, { type: 'microphone', status: { state: 'granted' } })
  await expect.element(button('End Call')).toBeVisible()
  return scripted
}

const refusal = (code: ErrorCode) =>
  ({
    type: 'failed',
    failure: startFailureOf(new ApiProblem({ code, ...ERRORS[code], requestId: 'r7' })),
  }) as const

test('while the call starts, the button says so, and the microphone’s prompt is explained', async () => {
  const { report } = await startCall()
  await expect.element(button('Connecting...')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Connecting...')).toHaveAttribute('aria-disabled', 'true')
  report({ type: 'microphone', status: { state: 'asking' } })
  const prompt = page
    .getByRole('status')
    .filter({ hasText: 'Your browser asks whether this site may use the microphone.' })
  await expect.element(prompt.filter({ hasText: /in a few seconds without the microphone/ })).toBeVisible()
  report({ type: 'joined' })
  await expect.element(prompt.filter({ hasText: 'You can type in the meantime.' })).toBeVisible()
})

test('a caller with a plan is not told to be in a demo', async () => {
  const { report } = await startCall()
  report({ type: 'granted', isDemo: false, call: null }, { type: 'joined' })
  await expect.element(page.getByRole('status').filter({ hasText: /^Connected$/ })).toBeVisible()
})

test('the countdown of a limited call has a name, turns red in the last seconds and disappears with the limit', async () => {
  const { report } = await openCall()
  const timer = page.getByRole('timer')
  report({ type: 'limit', endsAtMs: performance.now() + 59_900 })
  await expect.element(timer).toHaveAccessibleName(/^Time left: (1:00|0:5\d)$/)
  await expect.element(timer).toHaveAttribute('data-last-seconds', 'false')
  await expect.element(timer).not.toHaveClass('text-danger')
  await expect.element(timer, { message: 'not announced every second' }).not.toHaveAttribute('aria-live')
  report({ type: 'limit', endsAtMs: performance.now() + 9_900 })
  await expect.element(timer).toHaveAttribute('data-last-seconds', 'true')
  await expect.element(timer).toHaveClass('text-danger')
  const running = () => timer.element().getAnimations()
  await expect.poll(running, { message: 'with reduced motion, it does not go on pulsing' }).toEqual([])
  await prefer({ 'reduced-motion': 'no-preference' })
  await expect.poll(running).toMatchObject([{ animationName: 'pulse' }])
  report({ type: 'limit', endsAtMs: null })
  await expect.element(timer).not.toBeInTheDocument()
})

test('the panel says how the assistant can be interrupted', async () => {
  const { call, report } = await openCall()
  const hold = vi.spyOn(call, 'hold')
  report({ type: 'assistant-speaking', on: true })
  await expect.element(page.getByText('Speak to cut in')).toBeVisible()
  call.setPushToTalk(true)
  await expect.element(page.getByText('Hold to cut in')).toBeVisible()
  report({ type: 'microphone', status: { state: 'error', reason: 'blocked' } })
  await expect.element(page.getByText('Type to cut in')).toBeVisible()
  await expect.element(button('Hold to talk')).toBeDisabled()
  report({ type: 'microphone', status: { state: 'granted' } })
  await expect.element(button('Hold to talk')).toBeEnabled()
  ;(button('Hold to talk').element() as HTMLElement).focus()
  report({ type: 'microphone', status: { state: 'error', reason: 'blocked' } })
  await expect.element(button('Hold to talk')).toBeDisabled()
  await expectFocusKept(button('Hold to talk'))
  await userEvent.keyboard(' ')
  expect(hold).not.toHaveBeenCalled()
  report({ type: 'microphone', status: { state: 'granted' } })
  await button('Mute').click()
  await expect.element(page.getByText('Microphone off')).toBeVisible()
  await expect.element(button('Hold to talk')).toBeDisabled()
})

test('a blocked microphone is explained, and a button asks for it again', async () => {
  const { call, report } = await openCall()
  const retry = vi.spyOn(call, 'retryMicrophone')
  report({ type: 'microphone', status: { state: 'error', reason: 'blocked' } })
  await expect.element(page.getByRole('alert').getByText('The microphone is blocked')).toBeVisible()
  await button('Try the microphone again').click()
  expect(retry).toHaveBeenCalledTimes(1)
})

test('the box shows the last three lines, also those that were not understood, and the typing line is emptied', async () => {
  const { report, sent } = await openCall()
  const line = (id: string, content: string) =>
    ({ type: 'line', line: { id, role: 'user', content, partial: false, interrupted: false } }) as const
  report(line('u1', 'one'), line('u2', 'two'), line('u3', ''))
  const type = page.getByLabelText('Type to Nora')
  await type.fill('  ')
  await button('Send').click()
  await type.fill('four')
  await button('Send').click()
  await expect.element(type).toHaveValue('')
  expect(sent).toEqual(['four'])
  const lines = page.getByRole('log').element().querySelectorAll('[data-role]')
  expect([...lines].map(({ textContent }) => textContent)).toEqual(['You: two', 'You: not understood', 'You: four'])
})

test('a failed start shows its cause and the reference for support, and can be tried again', async () => {
  const { call, report } = await startCall()
  report(refusal('internal'))
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Failed to start voice call. Please check your credentials.')).toBeVisible()
  await expect.element(alert.getByText('Reference for support: r7')).toBeVisible()
  await button('Try Again').click()
  expect(call.state().phase).toBe('starting')
})

test.each([
  ['demo-time-used-up', 'See the plans', '/pricing'],
  ['minutes-used-up', 'See your plan', '/account'],
] as const)('a refusal because of %s has the link "%s" to %s', async (code, name, address) => {
  const { report } = await startCall()
  report(refusal(code))
  await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', address)
  await expect.element(button('Try Again')).not.toBeInTheDocument()
})

test('an alert of the voice platform at the end of a call is shown', async () => {
  const { report } = await openCall()
  report({ type: 'ended', reason: 'connection-lost', alert: 'Vapi error: Your network is gone' })
  await expect.element(page.getByRole('alert').getByText('Vapi error: Your network is gone')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('The connection was lost')).toHaveClass('text-danger')
  await button('Start again').click()
  await expect.element(button('Connecting...')).toBeVisible()
})

test('a call that the caller has ended is no error', async () => {
  const { report } = await openCall()
  report({ type: 'ended', reason: 'person-ended' })
  await expect.element(page.getByText('What was said is kept in your calls.')).toBeVisible()
  await expect.element(page.getByText('The call has ended')).not.toHaveClass('text-danger')
})
