import { eq } from 'drizzle-orm'
import { KEPT_OF_PLANS } from '#contract/leaving.ts'
import type { Database } from '../../infra/db/client.ts'
import { users, verifications } from '../../infra/db/schema/auth.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { mails } from '../../infra/db/schema/mail.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'

/**
 * Deletes an account and what goes with it: sessions, calls and what was said in them, mails, what the team noted.
 * Subscriptions must have ended before.
 * @returns what stays, in words
 */
export async function deleteAccount(
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<readonly string[]> {
  return db.transaction(async (tx) => {
    const records = await tx.$count(subscribers, eq(subscribers.userId, userId))
    await tx.delete(emailCrm).where(eq(emailCrm.email, email))
    await tx.delete(mails).where(eq(mails.recipient, email))
    await tx.delete(verifications).where(eq(verifications.value, userId))
    // Sessions, passwords and calls with their lines go with it; rows about subscriptions lose their owner.
    await tx.delete(users).where(eq(users.id, userId))
    return records > 0 ? KEPT_OF_PLANS : []
  })
}
