import { beforeEach, expect, test, vi } from 'vitest'
import { knownDevices, rememberDevice } from './known-devices.ts'
import { prepareStored } from './local-store.ts'
import { STORED } from './storage-keys.ts'
import { STORED_SCHEMAS } from './storage-schemas.ts'

const kept = new Map<string, string>()

beforeEach(async () => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  await prepareStored()
  return () => void vi.unstubAllGlobals()
})

test('the newest five devices are remembered, each once, and can be read again', async () => {
  for (const token of ['a', 'b', 'c', 'd', 'e', 'b', 'f']) rememberDevice(token)
  expect(await knownDevices()).toEqual(['f', 'b', 'e', 'd', 'c'])
  const stored: unknown = JSON.parse(kept.get(STORED.deviceTokens.key) ?? 'null')
  expect(STORED_SCHEMAS.deviceTokens.safeParse(stored).success, 'as after a reload').toBe(true)
})
