import { createEmailVerificationToken } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/client.ts'
import { users } from '../../db/schema/auth.ts'
import type { AuthDeps } from './auth-deps.ts'
import { confirmationMail } from './mails.ts'

export const CONFIRMATION_LIFETIME_SECONDS = 24 * 3_600

type User = typeof users.$inferSelect

/** Sends the link that confirms an address, as part of `tx`. */
export async function sendConfirmation(
  { secret, publicUrl, outbox }: AuthDeps,
  tx: Database | Transaction,
  user: Pick<User, 'email' | 'name'>,
): Promise<void> {
  const token = await createEmailVerificationToken(secret, user.email, undefined, CONFIRMATION_LIFETIME_SECONDS)
  await outbox.post(tx, confirmationMail(publicUrl, user, token))
}

/** Sends it again when there is such an account and it still waits; says nothing about which of these it was. */
export async function resendConfirmation(deps: AuthDeps, email: string): Promise<void> {
  const [user] = await deps.db.select().from(users).where(eq(users.email, email))
  if (user && !user.emailVerified) await sendConfirmation(deps, deps.db, user)
}

export async function confirmEmailOnReset(db: Database, userId: string): Promise<void> {
  await db.update(users).set({ emailVerified: true, updatedAt: new Date() }).where(eq(users.id, userId))
}
