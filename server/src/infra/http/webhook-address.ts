import ipaddr from 'ipaddr.js'
import { WEBHOOK_ADDRESS_WORDS } from '#contract/webhooks.ts'
import { addressKind, PUBLIC_FETCH_PROBLEMS } from './public-fetch.ts'

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/
export const WEBHOOK_HTTPS_WORDS =
  'The address must begin with https://. What is sent to http:// can be read on its way, so it is not sent there.'

/**
 * Why an owner's address can't be used for a webhook, in words for the owner; undefined if it can. Its name is not
 * resolved here, but whenever something is sent (`public-fetch.ts`).
 * @param allowLoopback in local mode: allows this machine, on any port and without TLS
 */
export function webhookAddressProblem(address: string, allowLoopback: boolean): string | undefined {
  const url = URL.parse(address)
  if (!url) return WEBHOOK_ADDRESS_WORDS
  const { protocol, hostname, port } = url
  if (LOOPBACK.test(hostname)) return allowLoopback ? undefined : PUBLIC_FETCH_PROBLEMS['not-public']
  if (protocol === 'http:') return WEBHOOK_HTTPS_WORDS
  if (protocol !== 'https:') return WEBHOOK_ADDRESS_WORDS
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host) && addressKind(host) !== 'public') return PUBLIC_FETCH_PROBLEMS['not-public']
  return port === '' || port === '80' ? undefined : PUBLIC_FETCH_PROBLEMS.port
}
