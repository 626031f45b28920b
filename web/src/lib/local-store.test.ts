import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onStoredChange, prepareStored, readStored, writeStored } from './local-store.ts'

const session = { token: 't.s', user: { id: '1', email: 'ada@example.com', displayName: 'Ada' }, checkedAtMs: 5 }

function fakeStorage(options: { refusesWrites?: boolean } = {}) {
  const entries = new Map<string, string>()
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (options.refusesWrites === true) throw new DOMException('full', 'QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key: string) => entries.delete(key),
  }
}

let storage = fakeStorage()
let tab = new EventTarget()

beforeEach(() => {
  storage = fakeStorage()
  tab = new EventTarget()
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', tab)
})
afterEach(() => {
  writeStored('session', null)
  writeStored('teamAccess', null)
  vi.unstubAllGlobals()
})

test('keeps a session and gives the same object until it changes', () => {
  writeStored('session', session)
  expect(readStored('session')).toEqual(session)
  expect(readStored('session')).toBe(readStored('session'))
  writeStored('session', { ...session, checkedAtMs: 6 })
  expect(readStored('session')?.checkedAtMs).toBe(6)
})

test('stores the team flag as the bare word of the specification', () => {
  writeStored('teamAccess', 'true')
  expect(storage.entries.get('teamAccess')).toBe('true')
  writeStored('teamAccess', null)
  expect(storage.entries.has('teamAccess')).toBe(false)
})

test.each(['{', '"text"', '{"token":""}', JSON.stringify({ ...session, user: null })])(
  'treats %s as no session',
  async (raw) => {
    storage.entries.set('voxhall.session', raw)
    await prepareStored()
    expect(readStored('session')).toBeNull()
  },
)

test('ignores a team flag with another value', async () => {
  storage.entries.set('teamAccess', 'yes')
  await prepareStored()
  expect(readStored('teamAccess')).toBeNull()
})

test('keeps values until the page is left when storage is refused', () => {
  storage = fakeStorage({ refusesWrites: true })
  vi.stubGlobal('localStorage', storage)
  writeStored('session', session)
  expect(readStored('session')).toEqual(session)
  writeStored('session', null)
  expect(readStored('session')).toBeNull()
})

test('reports changes of a value in this tab and in others, and no other changes', () => {
  const heard = vi.fn<() => void>()
  const stop = onStoredChange('session', heard)
  writeStored('session', session)
  expect(heard).toHaveBeenCalledTimes(1)
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'voxhall.session' }))
  expect(heard).toHaveBeenCalledTimes(2)
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: null }))
  expect(heard).toHaveBeenCalledTimes(3)
  tab.dispatchEvent(Object.assign(new Event('storage'), { key: 'teamAccess' }))
  writeStored('teamAccess', 'true')
  stop()
  writeStored('session', null)
  expect(heard).toHaveBeenCalledTimes(3)
})

test('a value that was stored before the first read is reported once it can be read', async () => {
  vi.resetModules()
  const fresh = await import('./local-store.ts')
  const heard = new Promise<void>((resolve) => fresh.onStoredChange('session', resolve))
  storage.entries.set('voxhall.session', JSON.stringify(session))
  expect(fresh.readStored('session')).toBeNull()
  await heard
  expect(fresh.readStored('session')).toEqual(session)
})

test('after preparing, stored values can be read at once', async () => {
  vi.resetModules()
  const fresh = await import('./local-store.ts')
  storage.entries.set('voxhall.session', JSON.stringify(session))
  await fresh.prepareStored()
  expect(fresh.readStored('session')).toEqual(session)
})
