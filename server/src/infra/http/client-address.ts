import { isIP, isIPv6 } from 'node:net'

/**
 * The address of the client. Proxies append the address they saw to `X-Forwarded-For`, so with N of our own in front
 * the N-th entry from the right is the first one that a client can't make up.
 */
export function clientAddress(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const peer = remoteAddress ?? 'unknown'
  if (trustedProxies === 0 || !forwardedFor) return peer
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  const claimed = hops[Math.max(0, hops.length - trustedProxies)]
  return claimed && isIP(claimed) ? claimed : peer
}

/** The unit of rate limits: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function clientKeyOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const missing = address.includes('::') ? 8 - left.length - right.length : 0
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16),
  )
  const [high = 0, low = 0] = groups.slice(6)
  // An IPv4-mapped IPv6 address in hexadecimal form.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
