import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { ENTITLED_STATUSES, isEnded, isEntitled, type Subscriber } from './subscriber-row.ts'

/**
 * Everything that this account ever subscribed to. An equal e-mail address makes nothing its own: a purchase without an
 * account is claimed by the link in its own mail (claims.ts).
 */
export async function subscriptionsOf(db: Database | Transaction, userId: string): Promise<Subscriber[]> {
  return db.select().from(subscribers).where(eq(subscribers.userId, userId)).orderBy(asc(subscribers.createdAt))
}

/** What was paid with this address, goes on, and is on no account yet. Told to the owner of the mailbox alone. */
export async function unclaimedOf(db: Database, email: string): Promise<Subscriber[]> {
  const rows = await db
    .select()
    .from(subscribers)
    .where(and(isNull(subscribers.userId), eq(subscribers.email, email)))
  return rows.filter((row) => !isEnded(row.providerStatus))
}

/** What lets this account's calls in, locked; the plan that ends soonest is used up first. */
export async function lockEntitled(tx: Transaction, userId: string): Promise<Subscriber[]> {
  // In one order everywhere, so that two transactions never wait for each other.
  const rows = await tx
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.userId, userId), inArray(subscribers.providerStatus, [...ENTITLED_STATUSES])))
    .orderBy(asc(subscribers.id))
    .for('update')
  return rows.filter(isEntitled).toSorted((one, other) => one.periodEnd.getTime() - other.periodEnd.getTime())
}
