import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../ui/show-testing.tsx'
import { useBuiltinCall, useCallState } from './use-call.ts'

const phases: string[] = []

function Panel() {
  const call = useBuiltinCall(() => new Promise(() => undefined))
  const { phase } = useCallState(call)
  const start = () => {
    call.on('change', () => phases.push(call.state().phase))
    call.start({ assistantId: 'culinary' })
  }
  return <button onClick={start}>{phase}</button>
}

function Site() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      {isOpen ? <Panel /> : null}
      <button onClick={() => setIsOpen(false)}>Leave</button>
    </>
  )
}

test.each<[string, () => unknown]>([
  ['is left', () => page.getByRole('button', { name: 'Leave' }).click()],
  ['goes into the browser’s back/forward cache', () => dispatchEvent(new Event('pagehide'))],
])('a call ends when its page %s', async (_, leave) => {
  phases.length = 0
  show(<Site />)
  await page.getByRole('button', { name: 'idle' }).click()
  await expect.element(page.getByRole('button', { name: 'starting' })).toBeVisible()
  await leave()
  await expect.poll(() => phases.at(-1)).toBe('idle')
})
