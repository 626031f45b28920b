import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { users, verifications } from '../../db/schema/auth.ts'
import { emailCrm } from '../../db/schema/email-crm.ts'
import { mails } from '../../db/schema/mail.ts'

/** What stays although somebody leaves, told to them. */
export const KEPT_FOR_THE_LAW =
  'Invoices and payments stay with the payment provider, and one line about each subscription here (address, plan, dates), ' +
  'as long as the law asks for records of sales.'

/**
 * Deletes an account and what goes with it: sessions, calls and what was said in them, mails, what the team noted.
 * Subscriptions must have ended before.
 */
export async function deleteAccount(db: Database, { userId, email }: { userId: string; email: string }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(emailCrm).where(eq(emailCrm.email, email))
    await tx.delete(mails).where(eq(mails.recipient, email))
    await tx.delete(verifications).where(eq(verifications.value, userId))
    // Sessions, passwords and calls with their lines go with it; rows about subscriptions lose their owner.
    await tx.delete(users).where(eq(users.id, userId))
  })
}
