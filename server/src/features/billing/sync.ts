import type { CustomerSnapshot, ListedSubscription, PaymentsReader } from '../../vendors/payments.ts'
import { toSyncedFields, type SyncedFields } from './subscriber-row.ts'

/** Where a sync puts what it read. Each method is one step that happens wholly or not at all. */
export interface SyncStore {
  /** To be taken before the provider is asked: numbers that only rise. */
  takeTicket(customerId: string): Promise<number>
  /**
   * Makes the rows of this customer equal to what was read, unless a later ticket was applied before. Rows that the
   * provider no longer has are canceled, never deleted.
   * @returns the live subscriptions that are no account's yet.
   */
  apply(customerId: string, ticket: number, rows: readonly SyncedFields[], userId: string | null): Promise<string[]>
  /** Gives these rows to the account that is said to have paid, where there is such an account. */
  linkToPayer(subscriptionId: string, reference: string): Promise<void>
  /**
   * Whose rows differ from these, or lack. Also those who are being read right now: what that read brings may be older
   * than these rows, and only a later ticket keeps it out.
   */
  outOfStep(rows: readonly SyncedFields[]): Promise<string[]>
  /** The customers of rows whose subscription is not over, some at a time. */
  customersWithLiveRows(after: string): Promise<string[]>
  /** Events that wait, received before now, of this customer. */
  openEvents(customerId: string): Promise<string[]>
  markDone(eventIds: readonly string[]): Promise<void>
  /** Everybody with events that wait. */
  customersWithOpenEvents(): Promise<string[]>
}

export interface Sync {
  /** Reads this customer's subscriptions from the provider and makes our rows equal to them. */
  syncCustomer(customerId: string): Promise<{ synced: number }>
  /** What an event asks for: nothing when another sync has seen to it. */
  syncForEvents(customerId: string): Promise<void>
  /** Everything that the provider has. @returns the number of subscriptions. */
  syncAll(): Promise<{ synced: number }>
}

const PAGE = 100

/**
 * Copies subscriptions from the provider. Events only nudge it: whatever order, repetition or loss they come in, a sync
 * that begins after a change sees that change. Reads that overlap are put in order by tickets, so that one which saw an
 * older state never overwrites a newer one, and no lock is held while the provider answers.
 */
export function createSync(
  payments: PaymentsReader,
  store: SyncStore,
  /** After each read of a customer; an event is done only when this is, too. */
  onRead: (customerId: string) => Promise<void> = async () => {},
): Sync {
  async function syncCustomer(customerId: string): Promise<{ synced: number }> {
    const ticket = await store.takeTicket(customerId)
    const snapshot = await payments.readCustomer(customerId)
    const rows = rowsOf(snapshot)
    const unlinked = await store.apply(customerId, ticket, rows, snapshot.customer?.userId ?? null)
    // Somebody may have paid with another address than their account has.
    for (const subscriptionId of unlinked) {
      const reference = await payments.readPayerReference(subscriptionId)
      if (reference !== null) await store.linkToPayer(subscriptionId, reference)
    }
    if (rows.length > 0) await onRead(customerId)
    return { synced: rows.length }
  }

  async function syncForEvents(customerId: string): Promise<void> {
    const events = await store.openEvents(customerId)
    if (events.length === 0) return
    await syncCustomer(customerId)
    await store.markDone(events)
  }

  /** Compares a page with what is here, and reads afresh only whoever differs: a page may be old when it is looked at. */
  async function syncPage(page: readonly ListedSubscription[]): Promise<void> {
    const rows = page.map(({ subscription, customer }) => toSyncedFields(subscription, customer?.email ?? null))
    for (const customerId of await store.outOfStep(rows)) await syncCustomer(customerId)
  }

  return {
    syncCustomer,
    syncForEvents,

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

export function rowsOf({ customer, subscriptions }: CustomerSnapshot): SyncedFields[] {
  return subscriptions.map((subscription) => toSyncedFields(subscription, customer?.email ?? null))
}
