import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../db/client.ts'
import { users } from '../../db/schema/auth.ts'
import { subscribers } from '../../db/schema/subscribers.ts'
import { ENTITLED_STATUSES } from './subscriber-row.ts'
import type { Subscriber } from './subscriber-store.ts'

/** Gives an account what was paid under its address before there was the account. The address must be confirmed. */
export async function claimByEmail(tx: Database | Transaction, userId: string): Promise<void> {
  const [user] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.emailVerified, true)))
  if (!user) return
  await tx
    .update(subscribers)
    .set({ userId, updatedAt: new Date() })
    .where(and(isNull(subscribers.userId), eq(subscribers.email, user.email)))
}

/** Everything that this account ever subscribed to. */
export async function subscriptionsOf(db: Database | Transaction, userId: string): Promise<Subscriber[]> {
  await claimByEmail(db, userId)
  return db.select().from(subscribers).where(eq(subscribers.userId, userId)).orderBy(asc(subscribers.createdAt))
}

/** What lets this account's calls in, locked; whatever ends soonest is used up first. */
export async function lockEntitled(tx: Transaction, userId: string): Promise<Subscriber[]> {
  await claimByEmail(tx, userId)
  // In one order everywhere, so that two transactions never wait for each other.
  const rows = await tx
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.userId, userId), inArray(subscribers.providerStatus, [...ENTITLED_STATUSES])))
    .orderBy(asc(subscribers.id))
    .for('update')
  return rows.filter(isEntitled).toSorted((one, other) => one.periodEnd.getTime() - other.periodEnd.getTime())
}

/** By the provider's own word. A price that is not ours gives no minutes. */
export function isEntitled({ priceId, providerStatus }: Subscriber): boolean {
  return priceId !== null && ENTITLED_STATUSES.includes(providerStatus)
}
