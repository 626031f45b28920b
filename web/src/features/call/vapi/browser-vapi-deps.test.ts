import { expect, it, onTestFinished, vi } from 'vitest'
import { browserVapiDeps, credentialsFor, isSupplied } from './browser-vapi-deps.ts'

const VAPI = {
  apiBase: 'https://api.vapi.ai',
  publicKey: 'pub_1',
  assistantIds: { finance: 'asst_f' },
  carriesOwn: true,
}

it('an own assistant is called by its id here, since this server makes the call', () => {
  const own = { id: 'own_1', isOwn: true }
  expect(isSupplied(VAPI, own)).toBe(true)
  expect(isSupplied({ ...VAPI, carriesOwn: false }, own)).toBe(false)
  expect(credentialsFor(VAPI, own)).toEqual({ apiKey: 'pub_1', assistantId: 'own_1', ownAccount: false })
})

it('an assistant of the catalogue is called by its id at Vapi', () => {
  expect(isSupplied(VAPI, { id: 'finance', isOwn: false })).toBe(true)
  expect(isSupplied(VAPI, { id: 'education', isOwn: false })).toBe(false)
  expect(credentialsFor(VAPI, { id: 'finance', isOwn: false }).assistantId).toBe('asst_f')
})

it('a network that comes back within two seconds does not end a call', () => {
  vi.useFakeTimers()
  const network = { onLine: true }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', network)
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const lost = vi.fn<() => void>()
  const stop = browserVapiDeps(VAPI, { id: 'finance', isOwn: false }).onOffline(lost)
  const goOffline = () => {
    network.onLine = false
    window.dispatchEvent(new Event('offline'))
    vi.advanceTimersByTime(1_999)
  }
  goOffline()
  network.onLine = true
  vi.advanceTimersByTime(1)
  expect(lost).not.toHaveBeenCalled()
  goOffline()
  vi.advanceTimersByTime(1)
  expect(lost).toHaveBeenCalledTimes(1)
  goOffline()
  stop()
  vi.advanceTimersByTime(10_000)
  expect(lost).toHaveBeenCalledTimes(1)
})
