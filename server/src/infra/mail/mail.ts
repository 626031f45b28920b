import { and, isNotNull, isNull, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Env } from '../../config/env.ts'
import type { Database } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { createMailboxRoutes } from './mailbox-routes.ts'
import { createOutbox, GIVEN_UP_AFTER_MS, type Mailer } from './outbox.ts'
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
    chores: [() => deleteOldMails(db, log)],
    close: () => mailer.close(),
  }
}

/** Deletes delivered mails after a month, and those that no server has accepted for a week. */
async function deleteOldMails(db: Database, log: Logger): Promise<void> {
  const isOlderThan = (ms: number) => lt(mails.createdAt, new Date(Date.now() - ms))
  await db.delete(mails).where(and(isNotNull(mails.deliveredAt), isOlderThan(KEPT_MS)))
  const undelivered = and(isNull(mails.deliveredAt), isOlderThan(GIVEN_UP_AFTER_MS))
  const lost = await db.delete(mails).where(undelivered).returning({ id: mails.id, lastError: mails.lastError })
  for (const { id: mailId, lastError } of lost) {
    log.error({ mailId, lastError }, 'a mail was deleted unsent, because no mail server has accepted it for a week')
  }
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
