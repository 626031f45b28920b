import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { billingCustomers } from '../../infra/db/schema/billing-customers.ts'
import { billingEvents, subscribers } from '../../infra/db/schema/subscribers.ts'
import { carryUsageOver } from './carry-over.ts'
import { ENDED_STATUSES, isEnded, type Subscriber, type SyncedFields } from './subscriber-row.ts'
import type { SyncStore } from './sync.ts'
import { countedSinceAfter, refreshUsage } from './usage-sums.ts'

const CUSTOMERS_AT_ONCE = 500
/** The provider's links to invoices expire after thirty days, and only a read of the customer brings new ones. */
const REREAD_AFTER_MS = 7 * 86_400_000

export function createSubscriberStore(db: Database): SyncStore {
  return {
    async takeTicket(id) {
      const [row] = await db
        .insert(billingCustomers)
        .values({ id, ticket: 1 })
        .onConflictDoUpdate({ target: billingCustomers.id, set: { ticket: sql`${billingCustomers.ticket} + 1` } })
        .returning({ ticket: billingCustomers.ticket })
      if (!row) throw new Error(`no ticket for ${id}`)
      return row.ticket
    },

    apply: ({ customerId, ticket, readAt }, rows, userId) =>
      db.transaction(async (tx) => {
        const [customer] = await tx
          .select()
          .from(billingCustomers)
          .where(eq(billingCustomers.id, customerId))
          .for('update')
        if (!customer || customer.appliedTicket > ticket) return []
        const known = await lockRows(tx, customerId)
        const owner = await findUser(tx, userId ?? customer.userId ?? ownerOf(known))
        for (const row of rows) await write(tx, known.get(row.stripeSubscriptionId), row, owner)
        await cancelMissing(tx, known, rows)
        await carryUsageOver(tx, customerId)
        await tx
          .update(billingCustomers)
          .set({ appliedTicket: ticket, syncedAt: readAt, userId: owner ?? undefined })
          .where(eq(billingCustomers.id, customerId))
        return unlinkedOf(tx, customerId)
      }),

    async linkToPayer(stripeSubscriptionId, reference) {
      const userId = await findUser(db, reference)
      if (userId === null) return
      await db
        .update(subscribers)
        .set({ userId, updatedAt: new Date() })
        .where(and(eq(subscribers.stripeSubscriptionId, stripeSubscriptionId), isNull(subscribers.userId)))
    },

    async outOfStep(rows) {
      const ids = rows.map((row) => row.stripeSubscriptionId)
      const stored = await db
        .select({ row: subscribers })
        .from(subscribers)
        .innerJoin(billingCustomers, eq(billingCustomers.id, subscribers.stripeCustomerId))
        .where(
          and(
            inArray(subscribers.stripeSubscriptionId, ids),
            eq(billingCustomers.ticket, billingCustomers.appliedTicket),
            gt(billingCustomers.syncedAt, new Date(Date.now() - REREAD_AFTER_MS)),
          ),
        )
      const inStep = new Map(stored.map(({ row }) => [row.stripeSubscriptionId, row]))
      const out = rows.filter((row) => changes(inStep.get(row.stripeSubscriptionId), row) !== undefined)
      return [...new Set(out.map((row) => row.stripeCustomerId))]
    },

    async customersWithLiveRows(after) {
      const rows = await db
        .selectDistinct({ id: subscribers.stripeCustomerId })
        .from(subscribers)
        .where(
          and(gt(subscribers.stripeCustomerId, after), notInArray(subscribers.providerStatus, [...ENDED_STATUSES])),
        )
        .orderBy(asc(subscribers.stripeCustomerId))
        .limit(CUSTOMERS_AT_ONCE)
      return rows.map(({ id }) => id)
    },

    async openEvents(customerId) {
      const rows = await db
        .select({ id: billingEvents.id })
        .from(billingEvents)
        .where(and(isNull(billingEvents.processedAt), eq(billingEvents.customerId, customerId)))
      return rows.map(({ id }) => id)
    },

    async markDone(eventIds) {
      await db
        .update(billingEvents)
        .set({ processedAt: new Date(), lastError: null })
        .where(inArray(billingEvents.id, [...eventIds]))
    },

    async customersWithOpenEvents() {
      const rows = await db
        .selectDistinct({ id: billingEvents.customerId })
        .from(billingEvents)
        .where(isNull(billingEvents.processedAt))
      return rows.flatMap(({ id }) => id ?? [])
    },
  }
}

/** Locks rows in the same order everywhere, so that two transactions can't deadlock. */
async function lockRows(tx: Transaction, customerId: string): Promise<Map<string, Subscriber>> {
  const rows = await tx
    .select()
    .from(subscribers)
    .where(eq(subscribers.stripeCustomerId, customerId))
    .orderBy(asc(subscribers.id))
    .for('update')
  return new Map(rows.map((row) => [row.stripeSubscriptionId, row]))
}

/** A customer's new subscription belongs to the account that owns all of the customer's earlier ones. */
function ownerOf(known: ReadonlyMap<string, Subscriber>): string | null {
  const owners = new Set([...known.values()].map(({ userId }) => userId))
  const [only = null] = owners
  return owners.size === 1 ? only : null
}

/** The account's id; null if there is no such account any more. */
export async function findUser(tx: Database | Transaction, userId: string | null): Promise<string | null> {
  if (userId === null) return null
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId))
  return user?.id ?? null
}

/** The fields to write; undefined if the stored row is up to date. */
function changes(stored: Subscriber | undefined, { email, ...row }: SyncedFields): Partial<Subscriber> | undefined {
  const wanted: Partial<Subscriber> = email === null ? row : { ...row, email }
  if (!stored) return wanted
  const isSame = Object.entries(wanted).every(([key, value]) => {
    const here = stored[key as keyof Subscriber]
    return value instanceof Date && here instanceof Date ? value.getTime() === here.getTime() : value === here
  })
  return isSame ? undefined : wanted
}

async function write(
  tx: Transaction,
  stored: Subscriber | undefined,
  row: SyncedFields,
  owner: string | null,
): Promise<void> {
  const synced = changes(stored, row)
  const userId = stored?.userId ?? owner
  if (!stored) {
    await tx.insert(subscribers).values({ ...row, email: row.email ?? '', id: `sub_${randomUUID()}`, userId })
    return
  }
  if (synced === undefined && userId === stored.userId) return
  const wanted = { ...synced, countedSince: countedSinceAfter(stored, row) }
  await tx
    .update(subscribers)
    .set({ ...wanted, userId, updatedAt: new Date() })
    .where(eq(subscribers.id, stored.id))
  // A new period starts with its own calls' minutes, and a changed limit may or may not be exceeded.
  await refreshUsage(tx, { ...stored, ...wanted })
}

async function cancelMissing(
  tx: Transaction,
  known: ReadonlyMap<string, Subscriber>,
  rows: readonly SyncedFields[],
): Promise<void> {
  const there = new Set(rows.map((row) => row.stripeSubscriptionId))
  for (const stored of known.values()) {
    if (there.has(stored.stripeSubscriptionId) || isEnded(stored.providerStatus)) continue
    const endsAt = stored.endsAt && stored.endsAt < new Date() ? stored.endsAt : new Date()
    await tx
      .update(subscribers)
      .set({
        subscriptionStatus: 'canceled',
        providerStatus: 'canceled',
        limitExceeded: false,
        endsAt,
        updatedAt: new Date(),
      })
      .where(eq(subscribers.id, stored.id))
  }
}

async function unlinkedOf(tx: Transaction, customerId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: subscribers.stripeSubscriptionId })
    .from(subscribers)
    .where(
      and(
        eq(subscribers.stripeCustomerId, customerId),
        isNull(subscribers.userId),
        notInArray(subscribers.providerStatus, [...ENDED_STATUSES]),
      ),
    )
  return rows.map(({ id }) => id)
}
