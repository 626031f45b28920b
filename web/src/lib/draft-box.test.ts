import { beforeEach, expect, test, vi } from 'vitest'
import { browserDrafts, forgetDrafts } from './draft-box.ts'

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

test('logging out removes such drafts as well', async () => {
  await browserDrafts.keep('photo', 'a face')
  forgetDrafts()
  expect(await browserDrafts.read('photo')).toBeNull()
})
