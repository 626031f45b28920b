import { desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import type { ProviderCustomer } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { subscriptionsOf } from './owned-subscriptions.ts'
import type { Subscriber } from './subscriber-row.ts'

export interface Person {
  userId: string
  /** The account's address. It is confirmed, since an account with an unconfirmed address cannot be signed in to. */
  email: string
}

/**
 * All of the provider's customers that belong to this account, the preferred one first.
 * @param rows the account's subscriptions, if the caller has read them already
 */
export async function customersOf(db: Database, userId: string, rows?: readonly Subscriber[]): Promise<string[]> {
  const made = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(desc(billingCustomers.syncedAt))
  const paid = (rows ?? (await subscriptionsOf(db, userId))).toReversed().map((row) => row.stripeCustomerId)
  return [...new Set([...paid, ...made.map(({ id }) => id)])]
}

/** To whom a mail about a subscription goes: its account's address, otherwise the one given at the payment. */
export async function payerOf(tx: Transaction, row: Subscriber): Promise<{ to: string; name: string }> {
  const [user] = row.userId ? await tx.select().from(users).where(eq(users.id, row.userId)) : []
  return { to: user?.email ?? row.email, name: user?.name ?? '' }
}

/**
 * The customer for a checkout: one that the account already has, else a new one.
 * @param known the account's customers
 * @param sameAddress customers at the provider with the person's address
 */
export async function customerFor(
  db: Database,
  payments: Payments,
  person: Person,
  { known, sameAddress }: { known: readonly string[]; sameAddress: readonly ProviderCustomer[] },
): Promise<string> {
  let gone = 0
  for (const id of known) {
    if (await payments.findCustomer(id)) return id
    gone += 1
  }
  // Only a customer that was made for this account. Anyone can pay with any address, and the account that owns a customer
  // sees its invoices, changes its plans and ends them.
  const found = sameAddress.find((customer) => customer.userId === person.userId)
  // The idempotency key makes concurrent requests create one customer.
  const { id } = found ?? (await payments.createCustomer(person, `voxhall-customer-${person.userId}-${gone}`))
  await db
    .insert(billingCustomers)
    .values({ id, userId: person.userId })
    .onConflictDoUpdate({ target: billingCustomers.id, set: { userId: person.userId } })
  return id
}
