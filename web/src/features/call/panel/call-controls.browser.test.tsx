import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../ui/show-testing.tsx'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { CallControls } from './call-controls.tsx'
import { useCallState } from './use-call.ts'

test.each([
  { isUsed: true, focused: ['Talk with Nora', 'Mute'] },
  { isUsed: false, focused: [] },
])('the controls take the focus only on a page that was used (used: $isUsed)', async ({ isUsed, focused }) => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive: isUsed, isActive: isUsed })
  const took: string[] = []
  const listening = new AbortController()
  onTestFinished(() => listening.abort())
  document.addEventListener('focusin', ({ target }) => took.push((target as HTMLElement).innerText), listening)
  const { call, report } = createScriptedCall()
  onTestFinished(() => call.end())
  const Controls = () => <CallControls call={call} state={useCallState(call)} name="Nora" onStart={() => undefined} />
  show(<Controls />)
  await expect.element(page.getByRole('button', { name: 'Talk with Nora' })).toBeVisible()
  call.start({ assistantId: 'culinary' })
  report({ type: 'joined' })
  await expect.element(page.getByRole('button', { name: 'Mute' })).toBeVisible()
  await expect.poll(() => took).toEqual(focused)
})
