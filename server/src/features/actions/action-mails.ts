import type { FilledField, LeadKind } from '#contract/actions.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { MailDraft } from '../../infra/mail/outbox.ts'

interface LeadMail {
  owner: { email: string; name: string }
  assistant: { id: string; name: string }
  kind: LeadKind
  fields: readonly FilledField[]
  publicUrl: string
  /** Whether the next leads of this kind are not mailed, because there were so many within an hour. */
  isLast: boolean
}

const LEAD_WORDS: Readonly<Record<LeadKind, { subject: string; before: string }>> = {
  message: { subject: 'A message from', before: 'took this message in a call' },
  callback: { subject: 'Please call back: a request from', before: 'took this callback request in a call' },
  handover: {
    subject: 'A caller wants a person: a request from',
    before: 'has a caller who wants to talk to a person, right now if possible',
  },
}

const LAST_WORDS =
  'There were very many of these within an hour. The next ones are only listed with your leads, and not mailed until there are fewer.'

export const fieldLines = (fields: readonly FilledField[]): string[] =>
  fields.map(({ label, value }) => `${label}: ${value}`)

/** Where the owner finds what callers left, and appointments. */
export function leadsUrl(publicUrl: string, assistantId: string): string {
  return `${publicUrl}/assistants/${assistantId}/conversations?part=leads`
}

/** The mail to the owner. What a caller said goes into its text and never into its subject. */
export function leadMail({ owner, assistant, kind, fields, publicUrl, isLast }: LeadMail): MailDraft {
  const { subject, before } = LEAD_WORDS[kind]
  const mail = composeMail({
    to: owner.email,
    greetingName: owner.name,
    subject: `${subject} ${assistant.name}`,
    before: [`${assistant.name} ${before}:`, ...fieldLines(fields)],
    action: { label: 'See your leads', url: leadsUrl(publicUrl, assistant.id) },
    after: ['What callers say is not checked, so be careful with links and requests.', ...(isLast ? [LAST_WORDS] : [])],
  })
  return { ...mail, assistantId: assistant.id }
}
