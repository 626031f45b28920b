import { composeMail } from '../../infra/mail/compose.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'

interface Recipient {
  email: string
  name: string
}

export function confirmationMail(publicUrl: string, { email, name }: Recipient, token: string): MailDraft {
  return composeMail({
    to: email,
    subject: 'Confirm your email address',
    greetingName: name,
    before: 'Thank you for signing up for Voxhall. Please confirm that this is your email address.',
    action: { label: 'Confirm email address', url: link(publicUrl, '/confirm-email', token) },
    after:
      'The link works for 24 hours and opens a page where you confirm with a button. If you did not sign up, please ignore this email: the account stays closed.',
  })
}

export function resetMail(publicUrl: string, { email, name }: Recipient, token: string): MailDraft {
  return composeMail({
    to: email,
    subject: 'Choose a new password',
    greetingName: name,
    before: 'You, or someone who entered your address, asked for a new password for your Voxhall account.',
    action: { label: 'Choose a new password', url: link(publicUrl, '/reset-password', token) },
    after:
      'The link works once, within one hour. If it was not you, please ignore this email: your password stays as it is.',
  })
}

function link(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}?${new URLSearchParams({ token }).toString()}`
}
