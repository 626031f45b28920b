import { beforeEach, expect, test, vi } from 'vitest'
import { browserDrafts, forgetDrafts, leftUnsaved } from './draft-box.ts'

/** As in a private window. */
beforeEach(() => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open: refuse, deleteDatabase: refuse })
  return () => void vi.unstubAllGlobals()
})

test('a draft that the browser refuses to store is kept until the page is left, or the draft is no longer needed', async () => {
  await browserDrafts.keep('photo', 'a face')
  expect(await browserDrafts.read('photo')).toBe('a face')
  await browserDrafts.forget('photo')
  expect(await browserDrafts.read('photo')).toBeNull()
})

test('logging out removes such drafts as well, and the unsaved changes of forms that were left', async () => {
  await browserDrafts.keep('photo', 'a face')
  leftUnsaved.set('assistant', 'a new name')
  forgetDrafts()
  expect(await browserDrafts.read('photo')).toBeNull()
  expect([...leftUnsaved]).toEqual([])
})
