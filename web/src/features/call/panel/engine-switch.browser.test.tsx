import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { writeStored } from '../../../lib/local-store.ts'
import { answerWith, refusal } from '../../../routes/site-testing.tsx'
import { press, show } from '../../../ui/show-testing.tsx'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { OwnAssistantCall } from '../own-assistant-call.tsx'
import { FakeRecognition } from '../speech/fake-recognition.fixture.ts'
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

test('a call through Vapi, which recognises speech itself, leaves out the browser’s recogniser', async () => {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  FakeRecognition.made = []
  writeStored('ears', 'browser')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    writeStored('ears', null)
  })
  const asked = vi.fn<() => Response>(() =>
    Response.json({ preferred: 'builtin', vapi: null, hearsFreeSpeech: false, didAgent: null }),
  )
  answerWith({ 'GET /api/call-engines': asked })
  const { call, report } = createScriptedCall()
  onTestFinished(() => call.end())
  show(
    <VoicePanel
      assistant={{ id: 'finance', name: 'Marcus', image: '' }}
      call={call}
      engineSwitch={{ engine: 'vapi', choose: () => undefined, asksForKeys: false }}
    />,
  )
  await page.getByRole('button', { name: 'Talk with Marcus' }).click()
  report({ type: 'joined' })
  await expect.poll(() => asked.mock.settledResults.length).toBe(1)
  await page.getByText('How you are heard').click()
  await expect.element(page.getByRole('switch', { name: 'Hold to talk' })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'In your own words' })).not.toBeInTheDocument()
  expect(FakeRecognition.listening).toBeUndefined()
  expect(call.state().listening).toBe(true)
})

describe('with an own assistant', () => {
  const assistant = { id: 'own_00000000-0000-4000-8000-000000000000', name: 'Nora', image: 'data:,' }
  const vapi = { apiBase: location.origin, publicKey: 'pub_ours', assistantIds: {}, carriesOwn: true }
  const engines = (hearsFreeSpeech: boolean) =>
    Response.json({ preferred: 'vapi', vapi, hearsFreeSpeech, didAgent: null })
  const open = () => show(<OwnAssistantCall assistant={assistant} keepsWords={false} keptDays={null} />)

  test('a call begins on the built-in engine, even where Vapi is preferred', async () => {
    const asked: string[] = []
    const refuse = ({ url }: Request) => {
      asked.push(new URL(url).pathname)
      return refusal(503, 'unavailable')
    }
    answerWith({
      'GET /api/call-engines': () => engines(true),
      [`POST /api/own-assistants/${assistant.id}/calls`]: refuse,
      [`POST /api/own-assistants/${assistant.id}/calls/vapi`]: refuse,
    })
    open()
    await expect.element(page.getByRole('group', { name: 'Voice engine' })).toBeVisible()
    await page.getByRole('button', { name: 'Talk with Nora' }).click()
    await expect.poll(() => asked).toEqual([`/api/own-assistants/${assistant.id}/calls`])
  })

  describe('before the engines are known', () => {
    let tell: () => void
    const talk = page.getByRole('button', { name: 'Talk with Nora' })
    const connecting = page.getByRole('button', { name: 'Connecting...' })
    beforeEach(() => {
      const answered = Promise.withResolvers<void>()
      tell = answered.resolve
      answerWith({
        'GET /api/call-engines': () => answered.promise.then(() => engines(false)),
        [`POST /api/own-assistants/${assistant.id}/calls`]: () => new Promise<Response>(() => {}),
      })
    })

    test('a call can begin, and goes on', async () => {
      open()
      await talk.click()
      await expect.element(connecting).toBeVisible()
      tell()
      await expect.element(page.getByRole('group', { name: 'Voice engine' })).toBeVisible()
      await expect.element(connecting).toBeVisible()
    })

    test('a press on the button counts although it moves meanwhile', async () => {
      open()
      await expect.element(talk).toBeVisible()
      const { y } = talk.element().getBoundingClientRect()
      const release = await press(talk.element())
      tell()
      await expect.poll(() => talk.element().getBoundingClientRect().y).toBeGreaterThan(y + 50)
      await release()
      await expect.element(connecting).toBeVisible()
    })
  })
})
