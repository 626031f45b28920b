import { describe, expect, it } from 'vitest'
import { clientAddress, clientKeyOf } from './client-address.ts'

describe('clientAddress', () => {
  it('ignores the forwarded addresses if there is no trusted proxy', () => {
    expect(clientAddress('192.0.2.1', '10.0.0.1', 0)).toBe('192.0.2.1')
  })

  it('takes the entry that our outermost proxy added, ignoring what the client put before it', () => {
    expect(clientAddress('127.0.0.1', '6.6.6.6, 192.0.2.9', 1)).toBe('192.0.2.9')
    expect(clientAddress('127.0.0.1', '6.6.6.6, 192.0.2.9, 10.0.0.2', 2)).toBe('192.0.2.9')
  })

  it('falls back to the connection’s address if the header is invalid', () => {
    expect(clientAddress('127.0.0.1', 'unknown', 1)).toBe('127.0.0.1')
    expect(clientAddress('127.0.0.1', undefined, 1)).toBe('127.0.0.1')
    expect(clientAddress(undefined, undefined, 0)).toBe('unknown')
  })
})

describe('clientKeyOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:205', '192.0.2.5'],
    ['0:0:0:0:0:FFFF:C000:0205', '192.0.2.5'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:bbbb:0:0:9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, key) => {
    expect(clientKeyOf(address)).toBe(key)
  })
})
