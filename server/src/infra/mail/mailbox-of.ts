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
