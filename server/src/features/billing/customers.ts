import { desc, eq } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import type { Payments } from '../../vendors/payments.ts'
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

/** The customer for a checkout: one that the person already is, else a new one. */
export async function customerFor(db: Database, payments: Payments, person: Person): Promise<string> {
  let gone = 0
  for (const known of await customersOf(db, person.userId)) {
    if (await payments.findCustomer(known)) return known
    gone += 1
  }
  // Only one that was made for this account: an equal address is anyone's to type, and whose customer it is sees its
  // invoices, changes its plans and ends them.
  const sameAddress = await payments.findCustomersByEmail(person.email)
  const found = sameAddress.find((customer) => customer.userId === person.userId)
  // Asked twice at once, the provider makes one.
  const { id } = found ?? (await payments.createCustomer(person, `voxhall-customer-${person.userId}-${gone}`))
  await db
    .insert(billingCustomers)
    .values({ id, userId: person.userId })
    .onConflictDoUpdate({ target: billingCustomers.id, set: { userId: person.userId } })
  return id
}
