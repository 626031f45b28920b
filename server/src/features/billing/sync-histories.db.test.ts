import fc from 'fast-check'
import { isNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DatabaseHandle } from '../../infra/db/client.ts'
import { billingEvents, subscribers } from '../../infra/db/schema/subscribers.ts'
import { createTestDatabase } from '../../infra/db/testing.ts'
import { createSubscriberStore } from './subscriber-store.ts'
import { historyArbitrary, liveThrough, type HistoryStore } from './sync-histories-testing.ts'

let database: DatabaseHandle

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

function storeOf(prefix: string): HistoryStore {
  const { db } = database
  return {
    store: createSubscriberStore(db),
    async receive({ id, customerId }) {
      await db.insert(billingEvents).values({ id, customerId, type: 'any' }).onConflictDoNothing()
    },
    async rows() {
      const rows = await db
        .select()
        .from(subscribers)
        .where(like(subscribers.stripeSubscriptionId, `${prefix}%`))
      return rows.map((row) => ({
        stripeSubscriptionId: row.stripeSubscriptionId,
        subscriptionStatus: row.subscriptionStatus,
        providerStatus: row.providerStatus,
        subscriptionTier: row.subscriptionTier,
        monthlyRevenueCents: row.monthlyRevenueCents,
        monthlyLimitMinutes: row.monthlyLimitMinutes,
        periodStart: row.periodStart.getTime(),
        email: row.email,
      }))
    },
    openEventCount: () => db.$count(billingEvents, isNull(billingEvents.processedAt)),
  }
}

it('does the same in the database: 40 histories', async () => {
  expect(await failureAmong(40)).toBe(null)
})
it('does the same in the database: 1,000 histories', { tags: 'nightly' }, async () => {
  expect(await failureAmong(1_000)).toBe(null)
})

/** Counts runs over all tests. It makes event ids unique, because processed events stay in the database. */
let runs = 0

async function failureAmong(numRuns: number): Promise<string | null> {
  const run = await fc.check(
    fc.asyncProperty(historyArbitrary, async (history) => {
      // Deletes the rows of earlier runs, so that a sync of all customers stays small.
      await database.db.delete(subscribers)
      const prefix = `h${(runs += 1)}-`
      const { rows, truth, open } = await liveThrough(history, storeOf(prefix), prefix)
      expect(rows).toEqual(truth)
      expect(open).toBe(0)
    }),
    { numRuns },
  )
  return run.failed ? (fc.defaultReportMessage(run) ?? 'failed') : null
}
