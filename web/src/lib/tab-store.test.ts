import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { forgetTab, keepInTab, readInTab } from './tab-store.ts'

const schema = z.object({ words: z.string() })

function useStorage(options: { refuses?: boolean } = {}) {
  const kept = new Map<string, string>()
  const guard = () => {
    if (options.refuses === true) throw new DOMException('blocked', 'SecurityError')
  }
  const methods = {
    getItem: (key: string) => (guard(), kept.get(key) ?? null),
    setItem: (key: string, value: string) => (guard(), void kept.set(key, value)),
    removeItem: (key: string) => (guard(), void kept.delete(key)),
  }
  // In browsers, stored keys appear as properties of the storage object itself.
  const listed = new Proxy(methods, {
    ownKeys: () => (guard(), [...kept.keys()]),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  vi.stubGlobal('sessionStorage', listed)
  return kept
}
afterEach(() => vi.unstubAllGlobals())

test('a kept value can be read until it is removed', () => {
  const kept = useStorage()
  expect(readInTab('draft', schema)).toBeNull()
  keepInTab('draft', { words: 'Dear all,' })
  expect(readInTab('draft', schema)).toEqual({ words: 'Dear all,' })
  keepInTab('draft', null)
  expect(kept.size).toBe(0)
})

test.each(['{', '"text"', '{"words":7}', 'null'])('%s is treated as no value', (raw) => {
  useStorage().set('draft', raw)
  expect(readInTab('draft', schema)).toBeNull()
})

test('a browser that refuses storage causes no error', () => {
  useStorage({ refuses: true })
  keepInTab('draft', { words: 'lost' })
  keepInTab('draft', null)
  expect(readInTab('draft', schema)).toBeNull()
})

test('logging out removes our values and no others', () => {
  const kept = useStorage()
  kept.set('react-router-scroll-positions', '{}')
  keepInTab('voxhall.draft', { words: 'Dear all,' })
  forgetTab()
  expect([...kept.keys()]).toEqual(['react-router-scroll-positions'])
})

test('logging out works when the browser refuses storage', () => {
  useStorage({ refuses: true })
  expect(forgetTab).not.toThrow()
})
