import { createTransport } from 'nodemailer'
import type { Mailer } from './outbox.ts'

/** Hands mails to a mail server. A mail may arrive twice after a crash; its Message-ID is then the same. */
export function createSmtpMailer(options: { url: string; from: string; publicUrl: string }): Mailer {
  const { hostname } = new URL(options.publicUrl)
  const transport = createTransport(options.url, { from: options.from })
  return {
    keepsContent: false,
    async deliver(mail) {
      await transport.sendMail({
        to: mail.to,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: `<mail-${mail.id}@${hostname}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
