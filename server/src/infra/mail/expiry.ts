import { and, isNotNull, lt } from 'drizzle-orm'
import type { Database } from '../db/client.ts'
import { mails } from '../db/schema/mail.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/** Deletes delivered mails after a month. Undelivered ones stay for the operator to see. */
export async function deleteOldMails(db: Database): Promise<void> {
  await db.delete(mails).where(and(isNotNull(mails.deliveredAt), lt(mails.createdAt, new Date(Date.now() - KEPT_MS))))
}
