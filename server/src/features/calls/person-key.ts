import { createHmac } from 'node:crypto'
import { domainToASCII } from 'node:url'

/** Gmail leaves out dots, and has a second name for its domain. */
const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * The mailbox behind the ways to write its address: without capitals, a `+tag` and Gmail's dots, the domain in its ASCII
 * form. For counting alone; an account keeps its address as it was given.
 */
export function mailboxOf(email: string): string {
  const written = email.normalize('NFKC').trim().toLowerCase()
  const at = written.lastIndexOf('@')
  const local = written.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const domain = written.slice(at + 1).replace(/\.$/, '')
  const ascii = domainToASCII(domain) || domain
  return GMAIL.includes(ascii) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${ascii}`
}

/** Makes keys to count callers by. Without the secret, a key does not lead back to its caller. */
export function createCallerKeys(secret: string) {
  const keyOf = (kind: string, value: string) =>
    createHmac('sha256', secret).update(`caller ${kind} ${value}`).digest('base64url').slice(0, 27)
  return {
    person: (email: string) => keyOf('person', mailboxOf(email)),
    team: (teamSessionId: string) => keyOf('team', teamSessionId),
    network: (clientKey: string) => keyOf('network', clientKey),
  }
}

export type CallerKeys = ReturnType<typeof createCallerKeys>
