import type { ListedSubscription } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { toSyncedFields, type SyncedFields } from './subscriber-row.ts'

export interface CustomerRead {
  customerId: string
  /** Taken before the provider is asked; the numbers only increase. */
  ticket: number
  readAt: Date
}

/** Stores what a sync reads. Each method is atomic. */
export interface SyncStore {
  takeTicket(customerId: string): Promise<number>
  /**
   * Makes the rows of this customer equal to what was read, unless a read with a later ticket was applied before. Rows
   * that the provider no longer has are canceled, never deleted.
   * @returns the live subscriptions that belong to no account yet
   */
  apply(read: CustomerRead, rows: readonly SyncedFields[], userId: string | null): Promise<string[]>
  /** Assigns the rows to the account that the payer's reference names, if that account exists. */
  linkToPayer(subscriptionId: string, reference: string): Promise<void>
  /**
   * The customers whose stored rows are missing or differ from these, and those not read for days. Customers that are
   * being read right now are included, since that read may return a state older than these rows and only a later ticket
   * prevents it from being stored.
   */
  outOfStep(rows: readonly SyncedFields[]): Promise<string[]>
  /** The next customers, after this id, that have a subscription which has not ended; a limited number at a time. */
  customersWithLiveRows(after: string): Promise<string[]>
  /** The ids of this customer's events that are not processed yet. */
  openEvents(customerId: string): Promise<string[]>
  markDone(eventIds: readonly string[]): Promise<void>
  customersWithOpenEvents(): Promise<string[]>
}

export type Sync = ReturnType<typeof createSync>

const PAGE = 100

/**
 * Copies subscriptions from the provider. Events only trigger a sync: they may arrive in any order, twice or never, and a
 * sync that begins after a change sees that change. Tickets put overlapping reads in order, so that an older state never
 * overwrites a newer one, and no lock is held while the provider answers.
 */
export function createSync(
  payments: Pick<Payments, 'readCustomer' | 'listSubscriptions' | 'readPayerReference'>,
  store: SyncStore,
  /** Called after each read of a customer. If it fails, the events stay unprocessed. */
  onRead: (read: CustomerRead) => Promise<void> = async () => {},
) {
  /** Reads this customer's subscriptions from the provider and makes our rows equal to them. */
  async function syncCustomer(customerId: string): Promise<{ synced: number }> {
    const read: CustomerRead = { customerId, ticket: await store.takeTicket(customerId), readAt: new Date() }
    const { customer, subscriptions } = await payments.readCustomer(customerId)
    const rows = subscriptions.map((subscription) => toSyncedFields(subscription, customer?.email ?? null))
    const unlinked = await store.apply(read, rows, customer?.userId ?? null)
    // The payer's e-mail address may differ from that of their account, so the reference given at the checkout decides.
    for (const subscriptionId of unlinked) {
      const reference = await payments.readPayerReference(subscriptionId)
      if (reference !== null) await store.linkToPayer(subscriptionId, reference)
    }
    if (rows.length > 0) await onRead(read)
    return { synced: rows.length }
  }

  /** Reads a customer that has unprocessed events; does nothing if an earlier sync has covered them. */
  async function syncForEvents(customerId: string): Promise<void> {
    const events = await store.openEvents(customerId)
    if (events.length === 0) return
    await syncCustomer(customerId)
    await store.markDone(events)
  }

  /** Compares a page with the rows and reads only customers that differ, since the page may be out of date by now. */
  async function syncPage(page: readonly ListedSubscription[]): Promise<void> {
    const rows = page.map(({ subscription, customer }) => toSyncedFields(subscription, customer?.email ?? null))
    for (const customerId of await store.outOfStep(rows)) await syncCustomer(customerId)
  }

  return {
    syncCustomer,
    syncForEvents,
    customersWithOpenEvents: () => store.customersWithOpenEvents(),

    /** Reads all subscriptions at the provider. @returns their number */
    async syncAll(): Promise<{ synced: number }> {
      const seen = new Set<string>()
      const customersSeen = new Set<string>()
      let page: ListedSubscription[] = []
      for await (const listed of payments.listSubscriptions()) {
        seen.add(listed.subscription.id)
        customersSeen.add(listed.subscription.customerId)
        page.push(listed)
        if (page.length < PAGE) continue
        await syncPage(page)
        page = []
      }
      await syncPage(page)
      let synced = seen.size
      // The provider's list leaves out deleted customers and those on test clocks, so these are read one by one.
      let after = ''
      for (;;) {
        const customers = await store.customersWithLiveRows(after)
        const last = customers.at(-1)
        if (last === undefined) break
        after = last
        for (const customerId of customers) {
          if (!customersSeen.has(customerId)) synced += (await syncCustomer(customerId)).synced
        }
      }
      for (const customerId of await store.customersWithOpenEvents()) await syncForEvents(customerId)
      return { synced }
    },
  }
}
