import { randomUUID } from 'node:crypto'
import { sql, type SQL, and, eq } from 'drizzle-orm'
import type { ContactMessage } from '#contract/contact.ts'
import { topicLabel } from '#contract/contact-topics.ts'
import { AppError } from '#contract/errors.ts'
import type { EmailEdit, EmailRow } from '#contract/crm.ts'
import { followUpChange } from '#contract/follow-up.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { findEmail, toEmailRow } from './email-list.ts'

/** Limits the notes that strangers can write under one address to some 25 long messages. */
const MAX_NOTES_CHARS = 100_000

/** Keeps a known name, since a later one is no better proven. The address's owner replaces it (`recordOwner`). */
const KNOWN_NAME_FIRST: SQL = sql`coalesce(nullif(${emailCrm.displayName}, ''), excluded.display_name)`

export async function recordSignUp(
  tx: Database | Transaction,
  { email, displayName }: { email: string; displayName: string },
): Promise<void> {
  const now = new Date()
  await tx
    .insert(emailCrm)
    .values(newRow(email, displayName, now))
    .onConflictDoUpdate({
      target: emailCrm.email,
      set: { displayName: KNOWN_NAME_FIRST, signupDate: now, updatedAt: now },
    })
}

/** Records the name of the address's proven owner, because a stranger may have written or signed up before. */
export async function recordOwner(
  tx: Transaction,
  { email, displayName }: { email: string; displayName: string },
): Promise<void> {
  if (displayName === '') return
  await tx.update(emailCrm).set({ displayName, updatedAt: new Date() }).where(eq(emailCrm.email, email))
}

/**
 * Adds a message to the notes about its writer and sets the follow-up to pending. A single statement, so that two
 * concurrent messages are both kept.
 * @throws AppError `rate-limited` if the notes are full
 */
export async function recordMessage(
  tx: Database | Transaction,
  message: ContactMessage & { isFromOwnAccount: boolean },
): Promise<void> {
  const now = new Date()
  const rows = await tx
    .insert(emailCrm)
    .values({ ...newRow(message.email, message.name, now), notes: noteOf(message, now) })
    .onConflictDoUpdate({
      target: emailCrm.email,
      set: {
        displayName: KNOWN_NAME_FIRST,
        followUpStatus: 'pending',
        // Only the status `contacted` has this date (spec section 4).
        lastContactDate: null,
        notes: sql`case when ${emailCrm.notes} = '' then excluded.notes else ${emailCrm.notes} || E'\n\n' || excluded.notes end`,
        updatedAt: now,
      },
      setWhere: sql`length(${emailCrm.notes}) < ${MAX_NOTES_CHARS}`,
    })
    .returning({ id: emailCrm.id })
  if (rows.length === 0) {
    throw new AppError('rate-limited', {
      detail: 'We already have many messages from this address and will read those first. This one was not stored.',
    })
  }
}

function newRow(email: string, name: string, now: Date) {
  return { id: randomUUID(), email, displayName: name || null, signupDate: now, createdAt: now, updatedAt: now }
}

/** Marks every line of the message, so that it can't be taken for a note of the team. */
function noteOf(
  { name, company, about, message, isFromOwnAccount }: Parameters<typeof recordMessage>[1],
  at: Date,
): string {
  const sender = [
    name && `name: ${name}`,
    company && `company: ${company}`,
    isFromOwnAccount ? 'sent from their account' : 'address not checked',
  ]
  const moment = at.toISOString().slice(0, 16).replace('T', ' ')
  const head = `${moment} UTC, message about “${topicLabel(about)}” (${sender.filter(Boolean).join('; ')})`
  return [head, ...message.split('\n').map((line) => `> ${line}`)].join('\n')
}

/**
 * Changes a record if it is unchanged since the editor read it. A single statement, so that only one of two concurrent
 * edits succeeds.
 * @throws AppError `changed-meanwhile` if it has changed, `not-found` if it is gone
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
      notes,
      // Always increases the version, even within a millisecond or after the clock was set back.
      updatedAt: sql`greatest(${now.toISOString()}::timestamptz, ${emailCrm.updatedAt} + interval '1 ms')`,
    })
    .where(and(eq(emailCrm.id, id), eq(emailCrm.updatedAt, new Date(version))))
    .returning()
  if (row) return toEmailRow(row)
  throw new AppError((await findEmail(db, id)) ? 'changed-meanwhile' : 'not-found')
}
