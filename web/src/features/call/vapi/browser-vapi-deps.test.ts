import { expect, it } from 'vitest'
import { credentialsFor, isSupplied } from './browser-vapi-deps.ts'

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
