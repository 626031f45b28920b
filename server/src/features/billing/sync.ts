import type { ListedSubscription } from '../../vendors/payments.ts'
import type { Payments } from '../../vendors/stripe.ts'
import { toSyncedFields, type SyncedFields } from './subscriber-row.ts'

export interface CustomerRead {
  customerId: string
  /** Taken before the provider is asked: numbers that only rise. */
  ticket: number
  readAt: Date
}

/** Stores what a sync reads. Each method is one step that happens wholly or not at all. */
export interface SyncStore {
  takeTicket(customerId: string): Promise<number>
  /**
   * Makes the rows of this customer equal to what was read, unless a later ticket was applied before. Rows that the
   * provider no longer has are canceled, never deleted.
   * @returns the live subscriptions that belong to no account yet.
   */
  apply(read: CustomerRead, rows: readonly SyncedFields[], userId: string | null): Promise<string[]>
  /** Gives these rows to the account that is named as the payer, where there is such an account. */
  linkToPayer(subscriptionId: string, reference: string): Promise<void>
  /**
   * The customers whose stored rows differ from these, or are missing. Also customers that are being read right now:
   * that answer may be older than these rows, and only a later ticket keeps it out. Also customers not read for days.
   */
  outOfStep(rows: readonly SyncedFields[]): Promise<string[]>
  /** The customers of rows whose subscription is not over, some at a time. */
  customersWithLiveRows(after: string): Promise<string[]>
  /** Events that wait, received before now, of this customer. */
  openEvents(customerId: string): Promise<string[]>
  markDone(eventIds: readonly string[]): Promise<void>
  customersWithOpenEvents(): Promise<string[]>
}

export interface Sync extends Pick<SyncStore, 'customersWithOpenEvents'> {
  /** Reads this customer's subscriptions from the provider and makes our rows equal to them. */
  syncCustomer(customerId: string): Promise<{ synced: number }>
  /** Reads a customer that has open events; does nothing when an earlier sync has covered them. */
  syncForEvents(customerId: string): Promise<void>
  /** Reads every subscription that the provider has. @returns the number of subscriptions. */
  syncAll(): Promise<{ synced: number }>
}

const PAGE = 100

/**
 * Copies subscriptions from the provider. Events only nudge it: they may come in any order, twice or never, and a sync
 * that begins after a change still sees that change. Reads that overlap are put in order by tickets, so that one which saw an
 * older state never overwrites a newer one, and no lock is held while the provider answers.
 */
export function createSync(
  payments: Pick<Payments, 'readCustomer' | 'listSubscriptions' | 'readPayerReference'>,
  store: SyncStore,
  /** After each read of a customer; an event is done only when this is, too. */
  onRead: (read: CustomerRead) => Promise<void> = async () => {},
): Sync {
  async function syncCustomer(customerId: string): Promise<{ synced: number }> {
    const read: CustomerRead = { customerId, ticket: await store.takeTicket(customerId), readAt: new Date() }
    const { customer, subscriptions } = await payments.readCustomer(customerId)
    const rows = subscriptions.map((subscription) => toSyncedFields(subscription, customer?.email ?? null))
    const unlinked = await store.apply(read, rows, customer?.userId ?? null)
    // The payer's address may differ from that of their account.
    for (const subscriptionId of unlinked) {
      const reference = await payments.readPayerReference(subscriptionId)
      if (reference !== null) await store.linkToPayer(subscriptionId, reference)
    }
    if (rows.length > 0) await onRead(read)
    return { synced: rows.length }
  }

  async function syncForEvents(customerId: string): Promise<void> {
    const events = await store.openEvents(customerId)
    if (events.length === 0) return
    await syncCustomer(customerId)
    await store.markDone(events)
  }

  /** Compares a page with the rows, and reads only customers that differ: a page may be old when it is compared. */
  async function syncPage(page: readonly ListedSubscription[]): Promise<void> {
    const rows = page.map(({ subscription, customer }) => toSyncedFields(subscription, customer?.email ?? null))
    for (const customerId of await store.outOfStep(rows)) await syncCustomer(customerId)
  }

  return {
    syncCustomer,
    syncForEvents,
    customersWithOpenEvents: () => store.customersWithOpenEvents(),

    async syncAll() {
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
      // Lists leave out deleted customers' and those on test clocks.
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
