import { desc } from 'drizzle-orm'
import { Hono } from 'hono'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'
import type { AppEnv } from '../http/context.ts'
import { linksIn } from './compose.ts'
import { mailboxPage, type MailboxEntry } from './mailbox-page.ts'

const SHOWN_MAILS = 100

/**
 * The mailbox of local mode. Mails hold links that log people in, so a page of another site must not read them, not
 * even by pointing a name of its own at this machine: only known host names are answered.
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

async function readMails(db: Database): Promise<MailboxEntry[]> {
  const rows = await db.select().from(mails).orderBy(desc(mails.id)).limit(SHOWN_MAILS)
  return rows.map(({ id, recipient, subject, text, html, createdAt }) => ({
    id,
    to: recipient,
    subject,
    text,
    html,
    links: linksIn(text),
    createdAt: createdAt.toISOString(),
  }))
}
