import { expect, test, vi } from 'vitest'
import { show } from '../../../ui/show-testing.tsx'
import { useSaveOnLeaving } from './use-save-on-leaving.ts'

const flush = vi.fn<() => Promise<boolean>>(async () => true)
let isDirty = true
const saver = { isDirty: () => isDirty, flush }

function Editor() {
  useSaveOnLeaving(saver)
  return <p>The editor</p>
}

test('a page that is hidden saves at once, if there is something to save', async () => {
  show(<Editor />)
  await expect.poll(() => document.body.textContent).toContain('The editor')
  const turn = (state: DocumentVisibilityState) => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
    visibility.mockRestore()
  }
  turn('visible')
  expect(flush).not.toHaveBeenCalled()
  turn('hidden')
  expect(flush).toHaveBeenCalledTimes(1)
  isDirty = false
  turn('hidden')
  expect(flush).toHaveBeenCalledTimes(1)
})
