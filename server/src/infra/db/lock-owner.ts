import { eq } from 'drizzle-orm'
import type { Transaction } from './client.ts'
import { teamSessions, users } from './schema/auth.ts'

/**
 * Makes transactions that count and then add something of one owner wait for each other. Without it, PostgreSQL lets many
 * requests at the same moment each count the rows that were there before all of them.
 */
export async function lockOwner(tx: Transaction, owner: { userId: string } | { teamSessionId: string }): Promise<void> {
  const row =
    'userId' in owner
      ? tx.select({ id: users.id }).from(users).where(eq(users.id, owner.userId))
      : tx.select({ id: teamSessions.id }).from(teamSessions).where(eq(teamSessions.id, owner.teamSessionId))
  await row.for('no key update')
}
