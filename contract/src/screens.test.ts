import { expect, it } from 'vitest'
import { isScreenPath, isServerPath, screenAddress, SCREEN_PATHS } from './screens.ts'

it.each(SCREEN_PATHS)('%s is a screen, with or without a trailing slash', (path) => {
  const address = path.replace(/:\w+/g, 'some-name')
  expect(isScreenPath(address)).toBe(true)
  expect(isScreenPath(`${address}/`.replace('//', '/'))).toBe(true)
  expect(isServerPath(address)).toBe(false)
})

it.each(['', '/nowhere', '/checkout', '/checkout/', '/checkout/a/b', '/pricing/more', '/privacyx'])(
  '%s is not a screen',
  (path) => expect(isScreenPath(path)).toBe(false),
)

it.each(['/api', '/api/health', '/v1/realtime', '/dev/mailbox', '/sandbox/stripe/pay/cs_1'])(
  '%s belongs to the server and is not a screen',
  (path) => {
    expect(isServerPath(path)).toBe(true)
    expect(isScreenPath(path)).toBe(false)
  },
)

it('an address that merely begins like a server path is not a server path', () => {
  expect(isServerPath('/apiary')).toBe(false)
})

it.each([
  ['/', '/'],
  ['//', '/'],
  ['/PRICING', '/pricing'],
  ['/pricing//', '/pricing'],
  ['//Responsible-AI/', '/responsible-ai'],
  ['/Checkout/Basic-Monthly', '/checkout/Basic-Monthly'],
  ['//other.example', null],
  ['//other.example/pricing', null],
  ['/checkout', null],
  ['/pricing/more', null],
])('%s means the screen at %s', (path, address) => expect(screenAddress(path)).toBe(address))
