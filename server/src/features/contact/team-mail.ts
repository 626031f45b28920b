import type { ContactMessage } from '#contract/contact.ts'
import { topicLabel } from '#contract/contact-topics.ts'
import { escapeHtml } from '../../infra/http/html.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'

/** Mails the team about a message. Nothing is sent to the address in it, which may belong to another person. */
export function teamMail(to: string, { email, name, company, about, message }: ContactMessage): MailDraft {
  const from = [email, name, company].filter(Boolean).join(', ')
  const closing = 'The message is also in the CRM, in the notes for this address.'
  return {
    to,
    subject: `Message about: ${topicLabel(about)}`,
    text: [`From: ${from}`, message, closing, 'Voxhall'].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><body style="font-family: sans-serif; line-height: 1.5; color: #1d1b18">
<p>From: ${escapeHtml(from)}</p>
<p style="white-space: pre-wrap">${escapeHtml(message)}</p>
<p>${escapeHtml(closing)}</p>
<p>Voxhall</p>
</body></html>
`,
  }
}
