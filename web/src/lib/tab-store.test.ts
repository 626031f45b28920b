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

test('what was kept comes back until it is removed', () => {
  const kept = useStorage()
  expect(readInTab('draft', schema)).toBeNull()
  keepInTab('draft', { words: 'Dear all,' })
  expect(readInTab('draft', schema)).toEqual({ words: 'Dear all,' })
  keepInTab('draft', null)
  expect(kept.size).toBe(0)
})

test.each(['{', '"text"', '{"words":7}', 'null'])('%s is taken for nothing', (raw) => {
  useStorage().set('draft', raw)
  expect(readInTab('draft', schema)).toBeNull()
})

test('a browser that refuses is no reason to stop', () => {
  useStorage({ refuses: true })
  keepInTab('draft', { words: 'lost' })
  keepInTab('draft', null)
  expect(readInTab('draft', schema)).toBeNull()
})

test('who logs out leaves nothing of ours behind, and nothing of others is touched', () => {
  const kept = useStorage()
  kept.set('react-router-scroll-positions', '{}')
  keepInTab('voxhall.draft', { words: 'Dear all,' })
  forgetTab()
  expect([...kept.keys()]).toEqual(['react-router-scroll-positions'])
})

test('a browser that refuses does not keep a person from logging out', () => {
  useStorage({ refuses: true })
  expect(forgetTab).not.toThrow()
})
