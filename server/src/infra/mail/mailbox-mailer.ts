import type { Logger } from 'pino'
import { linksIn } from './compose.ts'
import type { Mailer } from './outbox.ts'

/**
 * Without a mail server a mail stays where it is, in the database. In local mode its links are printed, so that a
 * person at the terminal can go on; elsewhere they are secrets.
 */
export function createMailboxMailer(log: Logger, printLinks: boolean): Mailer {
  return {
    keepsContent: true,
    async deliver(mail) {
      if (printLinks)
        log.info({ to: mail.to, subject: mail.subject, links: linksIn(mail.text) }, 'mail for the mailbox')
      else log.warn({ mailId: mail.id }, 'mail kept, because no mail server is set (SMTP_URL)')
    },
    close() {},
  }
}
