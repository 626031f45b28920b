import { eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Owner } from '../http/session.ts'
import type { Transaction } from './client.ts'
import { teamSessions, users } from './schema/auth.ts'
import { ownAssistants } from './schema/own-assistants.ts'

/** The condition for the rows of one owner. */
export function isOwnedBy(owner: Owner, table: { userId: PgColumn; teamSessionId: PgColumn }): SQL {
  return 'userId' in owner ? eq(table.userId, owner.userId) : eq(table.teamSessionId, owner.teamSessionId)
}

/**
 * Serialises transactions that count the rows of one owner and then add one. Without this lock, PostgreSQL lets many
 * concurrent requests count the same rows, and together they exceed the limit.
 */
export async function lockOwner(tx: Transaction, owner: Owner): Promise<void> {
  const row =
    'userId' in owner
      ? tx.select({ id: users.id }).from(users).where(eq(users.id, owner.userId))
      : tx.select({ id: teamSessions.id }).from(teamSessions).where(eq(teamSessions.id, owner.teamSessionId))
  await row.for('no key update')
}

/** As `lockOwner`, for the rows of one own assistant. */
export async function lockAssistant(tx: Transaction, assistantId: string): Promise<void> {
  await tx
    .select({ id: ownAssistants.id })
    .from(ownAssistants)
    .where(eq(ownAssistants.id, assistantId))
    .for('no key update')
}

/** Serialises transactions that take the lock of this name, until each has ended. */
export async function lockByName(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
