import { domainToASCII } from 'node:url'

/** Gmail ignores dots in addresses, and has a second domain. */
const GMAIL = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an address leads to, whatever its spelling: without capitals, a `+tag` and Gmail's dots, and with the
 * domain in ASCII form. Used for counting only; an account keeps its address as it was entered.
 */
export function mailboxOf(email: string): string {
  const written = email.normalize('NFKC').trim().toLowerCase()
  const at = written.lastIndexOf('@')
  const local = written.slice(0, at).replace(/(?<=.)\+.*$/s, '')
  const domain = written.slice(at + 1).replace(/\.$/, '')
  const ascii = domainToASCII(domain) || domain
  return GMAIL.includes(ascii) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${ascii}`
}
