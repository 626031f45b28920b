import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../ui/show-testing.tsx'
import { createScriptedCall } from '../engine/scripted-call.fixture.ts'
import { CallControls } from './call-controls.tsx'
import { useCallState } from './use-call.ts'

test.each([
  { isUsed: true, hasFocus: true, focused: ['Talk with Nora', 'Mute'] },
  { isUsed: false, hasFocus: true, focused: ['', ''] },
  { isUsed: true, hasFocus: false, focused: ['', ''] },
])('the controls take the focus only on a page that has it and was used: %o', async ({ isUsed, hasFocus, focused }) => {
  vi.spyOn(navigator, 'userActivation', 'get').mockReturnValue({ hasBeenActive: isUsed, isActive: isUsed })
  vi.spyOn(document, 'hasFocus').mockReturnValue(hasFocus)
  const focusedName = () =>
    document.activeElement instanceof HTMLButtonElement ? document.activeElement.innerText : ''
  const { call, report } = createScriptedCall()
  onTestFinished(() => call.end())
  const Controls = () => <CallControls call={call} state={useCallState(call)} name="Nora" onStart={() => undefined} />
  show(<Controls />)
  await expect.element(page.getByRole('button', { name: 'Talk with Nora' })).toBeVisible()
  await expect.poll(focusedName).toBe(focused[0])
  call.start({ assistantId: 'culinary' })
  report({ type: 'joined' })
  await expect.element(page.getByRole('button', { name: 'Mute' })).toBeVisible()
  await expect.poll(focusedName).toBe(focused[1])
})
