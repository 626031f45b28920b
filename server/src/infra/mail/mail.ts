import { and, isNotNull, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Env } from '../../config/env.ts'
import type { Database } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createMailboxRoutes } from './mailbox-routes.ts'
import { createOutbox, type Mailer } from './outbox.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { linksIn } from './compose.ts'

const KEPT_MS = 30 * 24 * 3_600_000

interface MailDeps {
  config: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL' | 'localMode'>
  db: Database
  jobs: Jobs
  log: Logger
}

/** The outbox, and the mailer behind it: an SMTP server, the mailbox page of local mode, or none. */
export async function createMail({ config, db, jobs, log }: MailDeps) {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: publicUrl, localMode } = config
  const mailer = url ? createSmtpMailer({ url, from, publicUrl }) : createMailboxMailer(log, localMode)
  const path = url ? ('smtp' as const) : localMode ? ('mailbox' as const) : ('none' as const)
  return {
    path,
    outbox: await createOutbox({ db, jobs, mailer, log }),
    /** `/dev/mailbox`, in local mode only. */
    mailbox: path === 'mailbox' ? createMailboxRoutes({ db, publicUrl }) : undefined,
    chores: [() => deleteOldMails(db)],
    close: () => mailer.close(),
  }
}

/** Deletes delivered mails after a month. Undelivered mails are kept for an operator to look at. */
async function deleteOldMails(db: Database): Promise<void> {
  await db.delete(mails).where(and(isNotNull(mails.deliveredAt), lt(mails.createdAt, new Date(Date.now() - KEPT_MS))))
}

/**
 * Without an SMTP server a mail stays in the database. In local mode its links are printed, so that a person at the
 * terminal can go on; in production they are secrets.
 */
function createMailboxMailer(log: Logger, printLinks: boolean): Mailer {
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
