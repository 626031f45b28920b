import { eq } from 'drizzle-orm'
import { accounts, users } from '../../infra/db/schema/auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import { isCredentialOf, type MailLinks } from './mail-links.ts'
import { resetMail } from './mails.ts'

/** Sends the link for a new password when there is such an account, and says nothing about whether there is. */
export async function requestReset(
  { db, publicUrl, outbox }: AuthDeps,
  links: MailLinks,
  email: string,
): Promise<void> {
  const [user] = await db.select().from(users).where(eq(users.email, email))
  if (!user) return
  const [account] = await db.select({ password: accounts.password }).from(accounts).where(isCredentialOf(user.id))
  const token = links.issue('reset-password', { ...user, password: account?.password ?? null })
  await outbox.post(db, resetMail(publicUrl, user, token))
}
