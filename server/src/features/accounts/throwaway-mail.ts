import { domainToASCII } from 'node:url'
import { disposableEmailBlocklistSet } from 'disposable-email-domains-js'
import { AppError } from '#contract/errors.ts'

let domains: ReadonlySet<string> | undefined

/**
 * Mailboxes for ten minutes make accounts without end. Subdomains count as their domain, since such services hand them
 * out too. @throws AppError `email-not-accepted`
 */
export function refuseThrowAwayMail(email: string): void {
  domains ??= disposableEmailBlocklistSet()
  const written = email
    .slice(email.lastIndexOf('@') + 1)
    .replace(/\.$/, '')
    .toLowerCase()
  const labels = (domainToASCII(written) || written).split('.')
  for (let at = 0; at < labels.length - 1; at += 1) {
    if (domains.has(labels.slice(at).join('.'))) throw new AppError('email-not-accepted')
  }
}
