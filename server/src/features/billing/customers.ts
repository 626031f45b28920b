import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../db/client.ts'
import { billingCustomers } from '../../db/schema/billing-customers.ts'
import { subscribers } from '../../db/schema/subscribers.ts'
import type { Payments, ProviderCustomer } from '../../vendors/payments.ts'
import { subscriptionsOf } from './owned-subscriptions.ts'

export interface Person {
  userId: string
  /** Confirmed: nobody signs in before. */
  email: string
}

/** Every customer at the provider that is this person, the one to go on with first. */
export async function customersOf(db: Database, userId: string): Promise<string[]> {
  const made = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(desc(billingCustomers.syncedAt))
  const paid = (await subscriptionsOf(db, userId)).toReversed().map((row) => row.stripeCustomerId)
  return [...new Set([...paid, ...made.map(({ id }) => id)])]
}

/**
 * The first that is no other account's. The address alone says little: whoever pays types one, and whose customer it is
 * sees its invoices, changes its plans and ends them.
 */
async function unclaimed(
  db: Database,
  { userId }: Person,
  found: readonly ProviderCustomer[],
): Promise<ProviderCustomer | undefined> {
  for (const customer of found) {
    const rows = await db
      .select({ owner: subscribers.userId })
      .from(subscribers)
      .where(eq(subscribers.stripeCustomerId, customer.id))
    const made = await db
      .select({ owner: billingCustomers.userId })
      .from(billingCustomers)
      .where(eq(billingCustomers.id, customer.id))
    if ([...rows, ...made].every(({ owner }) => owner === null || owner === userId)) return customer
  }
  return undefined
}

/** The customer for a checkout: one that the person already is, else a new one. */
export async function customerFor(db: Database, payments: Payments, person: Person): Promise<string> {
  let gone = 0
  for (const known of await customersOf(db, person.userId)) {
    if (await payments.findCustomer(known)) return known
    gone += 1
  }
  const found = await unclaimed(db, person, await payments.findCustomersByEmail(person.email))
  // Asked twice at once, the provider makes one.
  const { id } = found ?? (await payments.createCustomer(person, `voxhall-customer-${person.userId}-${gone}`))
  await db
    .insert(billingCustomers)
    .values({ id, userId: person.userId })
    .onConflictDoUpdate({ target: billingCustomers.id, set: { userId: person.userId } })
  return id
}
