import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { ENTITLED_STATUSES, isEnded, isEntitled, type Subscriber } from './subscriber-row.ts'

/**
 * All subscriptions that this account ever had. An equal e-mail address does not make a subscription its own: a purchase
 * without an account is claimed by the link in its mail (claims.ts).
 */
export async function subscriptionsOf(db: Database | Transaction, userId: string): Promise<Subscriber[]> {
  return db
    .select()
    .from(subscribers)
    .where(eq(subscribers.userId, userId))
    .orderBy(asc(subscribers.createdAt), asc(subscribers.id))
}

/**
 * Current subscriptions that were paid with this address and belong to no account. Shown only to the owner of the
 * mailbox.
 */
export async function unclaimedOf(db: Database, email: string): Promise<Subscriber[]> {
  const rows = await db
    .select()
    .from(subscribers)
    .where(and(isNull(subscribers.userId), eq(subscribers.email, email)))
  return rows.filter((row) => !isEnded(row.providerStatus))
}

/** Locks the subscriptions that admit this account's calls. The one that ends soonest is used up first. */
export async function lockEntitled(tx: Transaction, userId: string): Promise<Subscriber[]> {
  // Locked in the same order everywhere, so that two transactions can't deadlock.
  const rows = await tx
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.userId, userId), inArray(subscribers.providerStatus, [...ENTITLED_STATUSES])))
    .orderBy(asc(subscribers.id))
    .for('update')
  return rows.filter(isEntitled).toSorted((one, other) => one.periodEnd.getTime() - other.periodEnd.getTime())
}
