import { desc } from 'drizzle-orm'
import { Hono } from 'hono'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import type { AppEnv } from '../http/context.ts'
import { linksIn } from './compose.ts'
import { escapeHtml, htmlPage } from '../http/html.ts'

const SHOWN_MAILS = 100

/**
 * The mailbox of local mode. Its mails hold links that log people in, so pages of other sites must not read them. Such a
 * page could point its own host name at this machine (DNS rebinding), so only known host names are answered.
 */
export function createMailboxRoutes({ db, publicUrl }: { db: Database; publicUrl: string }) {
  const publicHost = new URL(publicUrl).hostname
  return new Hono<AppEnv>()
    .use(async (c, next) => {
      const host = URL.parse(`http://${c.req.header('Host') ?? publicHost}`)
      if (!host || !isOwnName(host.hostname, publicHost)) throw new AppError('not-found')
      c.header('Cache-Control', 'no-store')
      await next()
    })
    .get('/dev/mailbox', async (c) => c.html(mailboxPage(await readMails(db))))
    .get('/dev/mailbox.json', async (c) => c.json(await readMails(db)))
}

function isOwnName(hostname: string, publicHost: string): boolean {
  const isAddress = /^(\d+\.){3}\d+$|^\[.*\]$/.test(hostname)
  return isAddress || hostname === publicHost || hostname === 'localhost' || !hostname.includes('.')
}

/** The entries of `/dev/mailbox.json`, newest first. `calendar` holds an iCalendar invitation, if the mail has one. */
async function readMails(db: Database) {
  const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(SHOWN_MAILS)
  return rows.map(({ id, recipient, subject, text, html, calendar, createdAt }) => ({
    id,
    to: recipient,
    subject,
    text,
    html,
    calendar,
    links: linksIn(text),
    createdAt: createdAt.toISOString(),
  }))
}

type MailboxEntry = Awaited<ReturnType<typeof readMails>>[number]

/** Renders the plain text of mails, newest first, with clickable links. */
function mailboxPage(entries: readonly MailboxEntry[]): string {
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
${mail.calendar === null ? '' : `<details><summary>With an invitation for the calendar</summary><pre>${escapeHtml(mail.calendar)}</pre></details>`}
</article>`
}

/** Splits the text before escaping it, so that an & in an address stays intact. */
function withLinks(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part),
    )
    .join('')
}
