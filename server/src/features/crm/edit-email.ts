import { and, eq, sql } from 'drizzle-orm'
import type { EmailEdit, EmailRow } from '#contract/crm.ts'
import { AppError } from '#contract/errors.ts'
import { followUpChange } from '#contract/follow-up.ts'
import type { Database } from '../../infra/db/client.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { findEmail, toEmailRow } from './email-list.ts'

/**
 * Changes a record that is still as the editor saw it. One statement, so that of two at once a single one is taken.
 * @throws AppError `changed-meanwhile` when it is not, `not-found` when it is gone
 */
export async function editEmail(
  db: Database,
  id: string,
  { version, followUpStatus, notes }: EmailEdit,
): Promise<EmailRow> {
  const now = new Date()
  const [row] = await db
    .update(emailCrm)
    .set({
      ...(followUpStatus === undefined ? {} : followUpChange(followUpStatus, now)),
      ...(notes === undefined ? {} : { notes }),
      // Always another version, also within a millisecond and after a clock was set back.
      updatedAt: sql`greatest(${now.toISOString()}::timestamptz, ${emailCrm.updatedAt} + interval '1 ms')`,
    })
    .where(and(eq(emailCrm.id, id), eq(emailCrm.updatedAt, new Date(version))))
    .returning()
  if (row) return toEmailRow(row)
  throw new AppError((await findEmail(db, id)) ? 'changed-meanwhile' : 'not-found')
}
