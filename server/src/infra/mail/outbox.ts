import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database, Transaction } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import { messageOf } from '../error-facts.ts'
import type { Job, Jobs } from '../jobs/jobs.ts'

/** A mail as composed by a feature. Text from people must be escaped in `html`. */
export interface MailDraft {
  to: string
  subject: string
  text: string
  html: string
  /** An iCalendar invitation or cancellation, which mail programs offer to enter into calendars. */
  calendar?: string | undefined
  /** The assistant whose visitor the mail is about or is sent to. It is deleted with the assistant. */
  assistantId?: string | undefined
  /** The moment after which the mail would be of no use to its reader, for example because its link has expired. */
  usefulUntil?: Date | undefined
}

/** A mail in the outbox; the id stays the same over retries. */
export interface StoredMail extends MailDraft {
  id: number
}

/** Delivers mails to an SMTP server, or to the mailbox page of local mode. */
export interface Mailer {
  /** Resolves when the mail has been accepted elsewhere. After a rejection it is called again later. */
  deliver(mail: StoredMail): Promise<void>
  /** Whether the row must keep the mail's content after delivery. */
  readonly keepsContent: boolean
  close(): void
}

export type Outbox = Awaited<ReturnType<typeof createOutbox>>

/** A mail that no server has accepted by then is deleted. */
export const GIVEN_UP_AFTER_MS = 7 * 86_400_000
const HOUR_SECONDS = 3_600

/**
 * Retries are soon an hour apart and go on for a day longer than a mail is kept: jobs end because their mails are delivered
 * or deleted, not because they run out of retries. pg-boss would drop a waiting job after 14 days. `usefulUntil` is a date
 * in ISO 8601.
 */
const deliverMail: Job<{ mailId: number; usefulUntil?: string | undefined }> = {
  name: 'deliver-mail',
  data: z.object({ mailId: z.number(), usefulUntil: z.iso.datetime().optional() }),
  queue: {
    retryLimit: 24 + GIVEN_UP_AFTER_MS / 1_000 / HOUR_SECONDS,
    retryBackoff: true,
    retryDelayMax: HOUR_SECONDS,
    expireInSeconds: 120,
  },
}

interface OutboxDeps {
  db: Database
  jobs: Jobs
  mailer: Mailer
  log: Logger
  /** The wait after the first failure; later waits are longer. */
  retryDelaySeconds?: number
}

export async function createOutbox({ db, jobs, mailer, log, retryDelaySeconds = 30 }: OutboxDeps) {
  async function deliver(mailId: number, usefulUntil: string | undefined): Promise<void> {
    const [row] = await db.select().from(mails).where(eq(mails.id, mailId))
    if (!row || row.deliveredAt) return
    if (usefulUntil !== undefined && new Date(usefulUntil) < new Date()) {
      await db.delete(mails).where(eq(mails.id, mailId))
      log.warn({ mailId, attempts: row.attempts }, 'a mail was deleted unsent, because it is of no use any more')
      return
    }
    const { id, recipient, subject, text, html, calendar } = row
    try {
      await mailer.deliver({ id, to: recipient, subject, text, html, calendar: calendar ?? undefined })
    } catch (error) {
      const lastError = messageOf(error)
      await db
        .update(mails)
        .set({ attempts: sql`${mails.attempts} + 1`, lastError })
        .where(eq(mails.id, id))
      throw error
    }
    const emptied = mailer.keepsContent ? {} : { text: '', html: '', calendar: null }
    await db
      .update(mails)
      .set({ ...emptied, deliveredAt: new Date(), attempts: sql`${mails.attempts} + 1`, lastError: null })
      .where(eq(mails.id, id))
    log.info({ mailId: id }, 'mail delivered')
  }

  await jobs.define({ ...deliverMail, queue: { ...deliverMail.queue, retryDelay: retryDelaySeconds } })
  await jobs.work(deliverMail, ({ mailId, usefulUntil }) => deliver(mailId, usefulUntil))
  return {
    /** Adds a mail to the outbox as part of `tx`. It is sent soon after the transaction is committed. */
    async post(tx: Database | Transaction, draft: MailDraft): Promise<void> {
      const { to, subject, text, html, calendar, assistantId, usefulUntil } = draft
      const values = {
        recipient: to,
        subject,
        text,
        html,
        calendar: calendar ?? null,
        assistantId: assistantId ?? null,
      }
      const [row] = await tx.insert(mails).values(values).returning({ id: mails.id })
      if (row) await jobs.send(tx, deliverMail, { mailId: row.id, usefulUntil: usefulUntil?.toISOString() })
    },
  }
}
