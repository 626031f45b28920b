import { expect, test, vi } from 'vitest'
import { notify, receiveNotices, whenNoticesWait, type Notice } from './notify.ts'

const notice = (title: string): Notice => ({ kind: 'plain', title })

test('notices wait for the toaster and arrive in order, each once', () => {
  const asked = vi.fn<() => void>()
  notify(notice('first'))
  const stopAsking = whenNoticesWait(asked)
  expect(asked).toHaveBeenCalledTimes(1)
  notify(notice('second'))

  const shown: string[] = []
  const stop = receiveNotices(({ title }) => shown.push(title))
  notify(notice('third'))
  expect(shown).toEqual(['first', 'second', 'third'])

  stop()
  notify(notice('fourth'))
  expect(shown).toHaveLength(3)
  receiveNotices(({ title }) => shown.push(title))()
  expect(shown.at(-1)).toBe('fourth')
  stopAsking()
})
