import { composeMail } from '../../mail/compose.ts'
import type { MailDraft } from '../../mail/outbox.ts'

interface Recipient {
  email: string
  name: string
}

export function confirmationMail(publicUrl: string, { email, name }: Recipient, token: string): MailDraft {
  return composeMail({
    to: email,
    subject: 'Confirm your e-mail address',
    greetingName: name,
    before: 'Thank you for signing up for Voxhall. Please confirm that this is your e-mail address.',
    action: { label: 'Confirm e-mail address', url: link(publicUrl, '/api/auth/verify-email', token) },
    after: 'The link works for 24 hours. If you did not sign up, please ignore this mail: nothing happens without you.',
  })
}

export function resetMail(publicUrl: string, { email, name }: Recipient, token: string): MailDraft {
  return composeMail({
    to: email,
    subject: 'Choose a new password',
    greetingName: name,
    before: 'Somebody, hopefully you, asked for a new password for your Voxhall account.',
    action: { label: 'Choose a new password', url: link(publicUrl, '/reset-password', token) },
    after: 'The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.',
  })
}

function link(publicUrl: string, path: string, token: string): string {
  return `${publicUrl}${path}?${new URLSearchParams({ token }).toString()}`
}
