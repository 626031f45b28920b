import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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
  if (!isIP(address)) return address
  // Turns IPv4-mapped IPv6 addresses into IPv4 ones.
  const known = ipaddr.process(address)
  if (known instanceof ipaddr.IPv4) return known.toString()
  return `${known.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
