import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLateTab } from './late-tab.ts'
import { receiveNotices, type Notice } from './notify.ts'

const PORTAL = 'https://pay.example/portal'
const open = vi.fn<(...given: unknown[]) => object | null>()
let notices: Notice[]
let stop: () => void

beforeEach(() => {
  open.mockReset()
  vi.stubGlobal('window', { open })
  notices = []
  stop = receiveNotices((notice) => notices.push(notice))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

test('the page is shown in the tab that the click has opened, and cannot reach this page', () => {
  const replace = vi.fn<(url: string) => void>()
  const tab = { opener: {}, location: { replace } }
  open.mockReturnValue(tab)
  openLateTab().show(PORTAL, 'Your portal is ready')
  expect(tab.opener).toBeNull()
  expect(replace).toHaveBeenCalledWith(PORTAL)
  expect(notices).toEqual([])
})

test('if the browser has blocked the tab, a toast opens the page', () => {
  open.mockReturnValue(null)
  openLateTab().show(PORTAL, 'Your portal is ready')
  expect(notices).toMatchObject([{ title: 'Your portal is ready', action: { label: 'Open' } }])
  notices[0]?.action?.onPress()
  expect(open).toHaveBeenLastCalledWith(PORTAL, '_blank', 'noopener')
})
