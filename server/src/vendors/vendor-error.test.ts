import { expect, it } from 'vitest'
import { kindOfStatus, retryAfterMsOf, VendorError } from './vendor-error.ts'

it('names the vendor, the failure and its code, but no text from the vendor', () => {
  expect(String(new VendorError('openai', 'key-refused', { status: 401, code: 'invalid_api_key' }))).toBe(
    'VendorError: openai: key-refused (401 invalid_api_key)',
  )
  expect(String(new VendorError('openai', 'refused', { status: 400, code: 'your key sk-123 is bad' }))).toBe(
    'VendorError: openai: refused (400)',
  )
})

it.each([
  ['3', 3_000],
  ['0.5', 500],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 30_000],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
])('reads Retry-After %j as %s ms', (value, ms) => {
  expect(retryAfterMsOf(new Headers({ 'Retry-After': value }), 30_000)).toBe(ms)
})

it.each([
  [400, 'refused'],
  [401, 'key-refused'],
  [402, 'no-credit'],
  [403, 'key-refused'],
  [404, 'refused'],
  [408, 'failing'],
  [422, 'refused'],
  [429, 'rate-limited'],
  [500, 'failing'],
  [529, 'failing'],
] as const)('classifies the status %i as %s', (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind)
})
