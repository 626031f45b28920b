import { beforeEach, expect, test, vi } from 'vitest'
import { loadRouteModule } from './load-route-module.ts'

const MISSING = { id: 'routes/crm', module: 'data:text/javascript,throw new Error("missing")' }

const stored = new Map<string, string>()
const reload = vi.fn<() => void>()
beforeEach(() => {
  stored.clear()
  reload.mockClear()
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  vi.stubGlobal('window', { location: { reload } })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('a screen is loaded once and then taken from the cache', async () => {
  const cache: Record<string, unknown> = {}
  const route = { id: 'routes/home', module: 'data:text/javascript,export default 7' }
  const module = await loadRouteModule(route, cache)
  expect(Object.entries(module as object)).toEqual([['default', 7]])
  expect(await loadRouteModule({ ...route, module: MISSING.module }, cache)).toBe(module)
})

test('a missing script reloads the page, but not again at once', async () => {
  void loadRouteModule(MISSING, {})
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(loadRouteModule(MISSING, {})).rejects.toThrow('missing')
  vi.setSystemTime(1_000_000 + 61_000)
  void loadRouteModule(MISSING, {})
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})

test('without storage the page is not reloaded', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  await expect(loadRouteModule(MISSING, {})).rejects.toThrow('missing')
  expect(reload).not.toHaveBeenCalled()
})
