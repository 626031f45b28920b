import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createProviderModel } from './provider-model-testing.ts'
import { historyArbitrary, liveThrough, type HistoryStore } from './sync-histories-testing.ts'
import { isEnded, type SyncedFields } from './subscriber-row.ts'
import { createSync } from './sync.ts'

/**
 * An in-memory implementation of what `createSubscriberStore` promises. The db test runs the same histories against that
 * one.
 */
function createMemoryStore(): HistoryStore {
  const rows = new Map<string, SyncedFields>()
  const tickets = new Map<string, { ticket: number; applied: number }>()
  const events = new Map<string, { customerId: string; done: boolean }>()
  const same = (one: SyncedFields, other: SyncedFields | undefined) => JSON.stringify(one) === JSON.stringify(other)

  return {
    async receive({ id, customerId }) {
      if (!events.has(id)) events.set(id, { customerId, done: false })
    },
    async rows() {
      return [...rows.values()].map((row) => ({
        stripeSubscriptionId: row.stripeSubscriptionId,
        subscriptionStatus: row.subscriptionStatus,
        providerStatus: row.providerStatus,
        subscriptionTier: row.subscriptionTier,
        monthlyRevenueCents: row.monthlyRevenueCents,
        monthlyLimitMinutes: row.monthlyLimitMinutes,
        periodStart: row.periodStart.getTime(),
        email: row.email ?? '',
      }))
    },
    async openEventCount() {
      return [...events.values()].filter(({ done }) => !done).length
    },
    store: {
      async takeTicket(customerId) {
        const { ticket, applied } = tickets.get(customerId) ?? { ticket: 0, applied: 0 }
        tickets.set(customerId, { ticket: ticket + 1, applied })
        return ticket + 1
      },
      async apply({ customerId, ticket }, read) {
        const order = tickets.get(customerId)
        if (!order || order.applied > ticket) return []
        tickets.set(customerId, { ...order, applied: ticket })
        const ids = new Set(read.map((row) => row.stripeSubscriptionId))
        for (const row of read) {
          const email = row.email ?? rows.get(row.stripeSubscriptionId)?.email ?? null
          rows.set(row.stripeSubscriptionId, { ...row, email })
        }
        for (const row of rows.values()) {
          if (row.stripeCustomerId !== customerId || ids.has(row.stripeSubscriptionId)) continue
          rows.set(row.stripeSubscriptionId, { ...row, subscriptionStatus: 'canceled', providerStatus: 'canceled' })
        }
        return []
      },
      async linkToPayer() {},
      async outOfStep(read) {
        const differing = read.filter((row) => {
          const { ticket, applied } = tickets.get(row.stripeCustomerId) ?? { ticket: 0, applied: 0 }
          return ticket !== applied || !same(row, rows.get(row.stripeSubscriptionId))
        })
        return [...new Set(differing.map((row) => row.stripeCustomerId))]
      },
      async customersWithLiveRows(after) {
        const live = [...rows.values()].filter((row) => !isEnded(row.providerStatus))
        return [...new Set(live.map((row) => row.stripeCustomerId))].filter((id) => id > after).toSorted()
      },
      async openEvents(customerId) {
        return [...events].flatMap(([id, event]) => (event.customerId === customerId && !event.done ? [id] : []))
      },
      async markDone(ids) {
        for (const id of ids) events.set(id, { customerId: events.get(id)?.customerId ?? '', done: true })
      },
      async customersWithOpenEvents() {
        return [...new Set([...events.values()].flatMap(({ done, customerId }) => (done ? [] : [customerId])))]
      },
    },
  }
}

it('a sync of all customers stores more subscriptions than it compares at once', async () => {
  const model = createProviderModel('')
  for (let made = 0; made < 101; made += 1) model.change('subscribe', made < 100 ? 0 : 1, 0)
  const memory = createMemoryStore()
  const progress = { isDone: false }
  const sync = createSync(model.reader, memory.store)
    .syncAll()
    .finally(() => (progress.isDone = true))
  while (!progress.isDone) {
    for (const question of model.asked.splice(0)) question.answer()
    await new Promise(setImmediate)
  }
  expect(await sync).toEqual({ synced: 101 })
  expect(await memory.rows()).toHaveLength(101)
})

const TITLE = 'ends with rows equal to the provider’s despite reordered, repeated or lost events and crashes'
it(`${TITLE}: 500 histories`, async () => {
  expect(await failureAmong(500)).toBe(null)
})
it(`${TITLE}: 20,000 histories`, { tags: 'nightly' }, async () => {
  expect(await failureAmong(20_000)).toBe(null)
})

async function failureAmong(numRuns: number): Promise<string | null> {
  const run = await fc.check(
    fc.asyncProperty(historyArbitrary, async (history) => {
      const { rows, truth, open } = await liveThrough(history, createMemoryStore(), '')
      expect(rows).toEqual(truth)
      expect(open).toBe(0)
    }),
    { numRuns },
  )
  return run.failed ? (fc.defaultReportMessage(run) ?? 'failed') : null
}
