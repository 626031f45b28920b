import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../ui/show-testing.tsx'
import type { CaptionLine } from '../engine/captions.ts'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { VoicePanel } from './voice-panel.tsx'

test('a call that breaks off keeps what is being typed, and a line that may not have arrived', async () => {
  const { call, report, sent } = createScriptedCall()
  onTestFinished(() => call.end())
  show(<VoicePanel assistant={{ id: 'culinary', name: 'Nora', image: '' }} call={call} engines={null} />)
  const input = page.getByLabelText('Type to Nora')
  const talk = async () => {
    await page.getByRole('button', { name: 'Talk with Nora' }).click()
    report({ type: 'joined' })
  }
  const breakOff = () => report({ type: 'ended', reason: 'connection-lost' })
  const answer: CaptionLine = { id: 'a', role: 'assistant', content: 'Daily.', partial: false, interrupted: false }

  await talk()
  await input.fill('Do you bake rye?')
  await userEvent.keyboard('{Enter}')
  report({ type: 'line', line: answer })
  await input.fill('And on Sun')
  breakOff()
  await expect.element(input).not.toBeInTheDocument()
  await talk()
  await expect.element(input, { message: 'the first line was answered' }).toHaveValue('And on Sun')
  await input.fill('And on Sundays?')
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('')
  breakOff()
  await talk()
  await expect.element(input).toHaveValue('And on Sundays?')
  expect(sent).toEqual(['Do you bake rye?', 'And on Sundays?'])
})
