import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

test('the retired worker deletes this site’s caches, unregisters itself and loads its pages again', async () => {
  const kept = new Set(['voxhall-b1', 'theirs'])
  const unregister = vi.fn<() => Promise<boolean>>(async () => true)
  const skipWaiting = vi.fn<() => Promise<void>>(async () => {})
  const open = {
    url: 'https://voxhall.example/pricing',
    navigate: vi.fn<(url: string) => Promise<null>>(async () => null),
  }
  const listeners = new Map<string, (event: object) => void>()
  runInNewContext(readFileSync(new URL('retired-service-worker.js', import.meta.url), 'utf8'), {
    caches: { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
    self: {
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
      skipWaiting,
      registration: { unregister },
      clients: { matchAll: async () => [open] },
    },
  })
  listeners.get('install')?.({})
  expect(skipWaiting).toHaveBeenCalledOnce()
  const work: Promise<unknown>[] = []
  listeners.get('activate')?.({ waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
  expect([...kept]).toEqual(['theirs'])
  expect(unregister).toHaveBeenCalledOnce()
  expect(open.navigate).toHaveBeenCalledExactlyOnceWith(open.url)
})
