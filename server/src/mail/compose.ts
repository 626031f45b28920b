import { escapeHtml } from '../http/html.ts'
import type { MailDraft } from './outbox.ts'

export interface MailContent {
  to: string
  subject: string
  greetingName: string
  /** Plain sentences before the link. */
  before: string
  action: { label: string; url: string }
  /** Plain sentences after the link. */
  after: string
}

/** One letter in both forms: plain text, and simple HTML that needs no pictures and no styles from elsewhere. */
export function composeMail({ to, subject, greetingName, before, action, after }: MailContent): MailDraft {
  const greeting = isPlainName(greetingName) ? `Hello ${greetingName},` : 'Hello,'
  const text = [greeting, before, `${action.label}:\n${action.url}`, after, 'Voxhall'].join('\n\n')
  const html = `<!doctype html>
<html lang="en"><body style="font-family: sans-serif; line-height: 1.5; color: #1d1b18">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(before)}</p>
<p><a href="${escapeHtml(action.url)}" style="display: inline-block; padding: 10px 18px; border-radius: 6px; background: #c8361d; color: #ffffff; text-decoration: none">${escapeHtml(action.label)}</a></p>
<p>If the button does not work, copy this address: <br>${escapeHtml(action.url)}</p>
<p>${escapeHtml(after)}</p>
<p>Voxhall</p>
</body></html>
`
  return { to, subject, text, html }
}

/** A stranger chooses the name under which a mail of ours greets; it must not carry an address of theirs. */
function isPlainName(name: string): boolean {
  return name !== '' && !/[:/@\\]|\w\.\w/.test(name)
}
