import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mailer, StoredMail } from './outbox.ts'

/** Delivers mails by SMTP. After a crash a mail may arrive twice, both times with the same Message-ID. */
export function createSmtpMailer(options: { url: string; from: string; publicUrl: string }): Mailer {
  const { hostname } = new URL(options.publicUrl)
  const transport = createTransport(options.url, { from: options.from })
  return {
    keepsContent: false,
    async deliver(mail) {
      const sent = transport.sendMail(messageOf(mail, hostname))
      await sent.catch((error: unknown) => {
        throw new Error(`the mail server did not accept the mail: ${reasonOf(error)}`)
      })
    },
    close: () => transport.close(),
  }
}

/** The mail as nodemailer takes it. @param hostname of the site, for the message id */
export function messageOf(mail: StoredMail, hostname: string): SendMailOptions {
  return {
    // As an object, since nodemailer reads a text as a list of any number of addresses.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.calendar !== undefined && {
      icalEvent: {
        method: /^METHOD:(\w+)/m.exec(mail.calendar)?.[1] ?? 'PUBLISH',
        filename: 'invitation.ics',
        content: mail.calendar,
      },
    }),
    messageId: `<mail-${mail.id}@${hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

const NETWORK_CODE = /\b(ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE)\b/

/**
 * The codes of an error, without its text: an SMTP server's text repeats the recipient's address in some spelling, and
 * the error ends up in the log and in the record of the job.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode, command } = error as Error & { code?: string; responseCode?: number; command?: string }
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(error.message)?.[0]
  const parts = [code, NETWORK_CODE.exec(error.message)?.[0], command, responseCode, status]
  return [...new Set(parts.filter((part) => part !== undefined))].join(' ') || 'unknown'
}
