import { escapeHtml, htmlPage } from '../http/html.ts'
import type { MailboxEntry } from './mailbox-routes.ts'

const STYLES = `
p.lead { color: var(--soft); margin: 0 0 2rem }
article { border-top: 1px solid var(--line); padding: 1.25rem 0 }
article header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; margin-bottom: .5rem }
article header h2 { margin: 0; font-size: 1.0625rem } article header span { color: var(--soft) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font: inherit }
`

/** Mails as they read in plain text, newest first, with their links alive. */
export function mailboxPage(entries: readonly MailboxEntry[]): string {
  const body = `
<h1>Mailbox</h1>
<p class="lead">Voxhall runs in local mode, where mails stay here instead of being sent. Newest first; the page shows the
last ${entries.length === 1 ? 'one' : entries.length}. <a href="/dev/mailbox">Look again</a></p>
<main>${entries.length === 0 ? '<p>No mail yet. Sign up, and the confirmation mail appears here.</p>' : entries.map(article).join('\n')}</main>`
  return htmlPage({ title: `Mailbox (${entries.length}) · Voxhall`, styles: STYLES, body })
}

function article(mail: MailboxEntry): string {
  return `<article>
<header><h2>${escapeHtml(mail.subject)}</h2><span>to ${escapeHtml(mail.to)}</span><span><time datetime="${mail.createdAt}">${mail.createdAt.replace('T', ' ').slice(0, 19)} UTC</time></span></header>
<pre>${withLinks(mail.text)}</pre>
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
