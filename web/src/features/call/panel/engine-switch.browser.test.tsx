import type { CallEngines } from '#contract/vapi.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { writeStored } from '../../../lib/local-store.ts'
import { answerWith } from '../../../lib/answers-testing.ts'
import { refusal } from '../../../routes/site-testing.tsx'
import { show } from '../../../ui/show-testing.tsx'
import { CallAlert, startFailureOf } from '../engine/call-problem.ts'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { OwnAssistantCall } from '../own-assistant-call.tsx'
import { FakeRecognition } from '../speech/fake-recognition.fixture.ts'
import { NO_KEY } from '../vapi/vapi-problem.ts'
import { VoicePanel } from './voice-panel.tsx'

test('a call keeps its engine: during it, neither the engine nor the key can be changed', async () => {
  answerWith({})
  const { call, report } = createScriptedCall()
  onTestFinished(() => call.end())
  const choose = vi.fn<() => void>()
  show(
    <VoicePanel
      assistant={{ id: 'finance', name: 'Marcus', image: '' }}
      call={call}
      engines={null}
      engineSwitch={{ engine: 'builtin', choose, asksForKeys: true }}
    />,
  )
  const engines = page.getByRole('group', { name: 'Voice engine' })
  const vapi = engines.getByRole('radio', { name: 'Vapi' })
  const key = page.getByLabelText('Vapi PUBLIC API Key')
  await expect.element(engines.getByRole('radio', { name: 'Built in' })).toBeChecked()
  await vapi.click()
  expect(choose.mock.calls).toEqual([['vapi']])
  await page.getByRole('button', { name: 'Talk with Marcus' }).click()
  for (const control of [vapi, key]) await expect.element(control).toBeDisabled()
  report({ type: 'joined' })
  for (const control of [vapi, key]) await expect.element(control).toBeDisabled()
  report({ type: 'ended', reason: 'person-ended' })
  for (const control of [vapi, key]) await expect.element(control).toBeEnabled()
})

test('a key that is missing is asked for in its field', async () => {
  answerWith({})
  const { call, report } = createScriptedCall()
  onTestFinished(() => call.end())
  const engineSwitch = { engine: 'vapi', choose: () => undefined, asksForKeys: true } as const
  show(
    <VoicePanel
      assistant={{ id: 'finance', name: 'Marcus', image: '' }}
      call={call}
      engines={null}
      engineSwitch={engineSwitch}
    />,
  )
  await page.getByRole('button', { name: 'Talk with Marcus' }).click()
  report({ type: 'failed', failure: startFailureOf(new CallAlert(NO_KEY)) })
  const key = page.getByLabelText('Vapi PUBLIC API Key')
  await expect.element(key).toHaveFocus()
  await expect.element(key).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByLabelText('Assistant ID')).toHaveAttribute('aria-invalid', 'false')
  await key.fill('pub_mine')
  await expect.element(key).toHaveAttribute('aria-invalid', 'false')
})

test('a call through Vapi, which recognises speech itself, leaves out the browser’s recogniser', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  FakeRecognition.made = []
  writeStored('ears', 'browser')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    writeStored('ears', null)
  })
  answerWith({})
  const { call, report } = createScriptedCall()
  onTestFinished(() => call.end())
  show(
    <VoicePanel
      assistant={{ id: 'finance', name: 'Marcus', image: '' }}
      call={call}
      engines={{ preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: null }}
      engineSwitch={{ engine: 'vapi', choose: () => undefined, asksForKeys: false }}
    />,
  )
  await page.getByRole('button', { name: 'Talk with Marcus' }).click()
  report({ type: 'joined' })
  await page.getByText('How you are heard').click()
  await expect.element(page.getByRole('switch', { name: 'Hold to talk' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'In your own words' })).not.toBeInTheDocument()
  expect(FakeRecognition.listening).toBeUndefined()
  expect(call.state().listening).toBe(true)
})

test('a call with an own assistant begins on the built-in engine, even where Vapi is preferred', async () => {
  const assistant = { id: 'own_00000000-0000-4000-8000-000000000000', name: 'Nora', image: 'data:,' }
  const vapi = { apiBase: location.origin, publicKey: 'pub_ours', assistantIds: {}, carriesOwn: true }
  const asked: string[] = []
  const refuse = ({ url }: Request) => {
    asked.push(new URL(url).pathname)
    return refusal(503, 'unavailable')
  }
  answerWith({
    [`POST /api/own-assistants/${assistant.id}/calls`]: refuse,
    [`POST /api/own-assistants/${assistant.id}/calls/vapi`]: refuse,
  })
  const engines: CallEngines = { preferred: 'vapi', vapi, hearsFreeSpeech: true, didAgent: null }
  show(<OwnAssistantCall assistant={assistant} engines={engines} keepsWords={false} keptDays={null} />)
  await expect.element(page.getByRole('group', { name: 'Voice engine' })).toBeVisible()
  await page.getByRole('button', { name: 'Talk with Nora' }).click()
  await expect.poll(() => asked).toEqual([`/api/own-assistants/${assistant.id}/calls`])
})
