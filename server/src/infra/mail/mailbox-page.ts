import { escapeHtml, htmlPage } from '../http/html.ts'

/** One entry of `/dev/mailbox.json`, which is an array of them, newest first. */
export interface MailboxEntry {
  id: number
  to: string
  subject: string
  text: string
  html: string
  links: string[]
  createdAt: string
}

/** Mails as they read in plain text, newest first, with their links alive. */
export function mailboxPage(entries: readonly MailboxEntry[]): string {
  const body = `
<h1>Mailbox</h1>
<p class="lead">Voxhall is running in local mode, so emails are kept here instead of being sent. The newest comes
first. <a href="/dev/mailbox">Reload</a></p>
<main>${entries.length === 0 ? '<p>No email yet. Sign up, and the confirmation email will appear here.</p>' : entries.map(article).join('\n')}</main>`
  return htmlPage({ title: `Mailbox (${entries.length}) · Voxhall`, body })
}

function article(mail: MailboxEntry): string {
  return `<article>
<header><h2>${escapeHtml(mail.subject)}</h2><span>to ${escapeHtml(mail.to)}</span><span><time datetime="${mail.createdAt}">${mail.createdAt.replace('T', ' ').slice(0, 19)} UTC</time></span></header>
<pre class="mail">${withLinks(mail.text)}</pre>
</article>`
}

/** Splits before escaping: an address with & in it must reach the link unharmed. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}
