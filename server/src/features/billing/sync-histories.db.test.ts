import fc from 'fast-check'
import { eq, isNull, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DatabaseHandle } from '../../infra/db/client.ts'
import { billingEvents, subscribers } from '../../infra/db/schema/subscribers.ts'
import { createTestDatabase } from '../../infra/db/testing.ts'
import { listInvoices as listInvoicesOf, readInvoices } from './invoices.ts'
import type { SyncedFields } from './subscriber-row.ts'
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

const customerId = 'cus_overtaken'
const at = new Date()
const row: SyncedFields = {
  email: 'overtaken@example.com',
  stripeCustomerId: customerId,
  stripeSubscriptionId: 'sub_overtaken',
  subscriptionStatus: 'active',
  providerStatus: 'active',
  subscriptionTier: 'Premium',
  priceId: 'premium-monthly',
  monthlyRevenueCents: 1_999,
  monthlyLimitMinutes: 500,
  subscriptionStart: at,
  periodStart: at,
  periodEnd: at,
  endsAt: null,
  createdAt: at,
}

it('keeps the later of two reads, regardless of which is written last', async () => {
  const store = createSubscriberStore(database.db)
  const [early, late] = [await store.takeTicket(customerId), await store.takeTicket(customerId)]
  await store.apply({ customerId, ticket: late, readAt: at }, [row], null)
  await store.apply({ customerId, ticket: early, readAt: at }, [{ ...row, subscriptionTier: 'Basic' }], null)
  const rows = await database.db.select().from(subscribers).where(eq(subscribers.stripeCustomerId, customerId))
  expect(rows).toMatchObject([{ subscriptionTier: 'Premium' }])
})

it('reads a customer again after a week without changes, because links to invoices expire', async () => {
  const store = createSubscriberStore(database.db)
  const outOfStepAfter = async (days: number) => {
    const readAt = new Date(Date.now() - days * 86_400_000)
    await store.apply({ customerId, ticket: await store.takeTicket(customerId), readAt }, [row], null)
    return store.outOfStep([row])
  }
  expect([await outOfStepAfter(6), await outOfStepAfter(8)]).toEqual([[], [customerId]])
})

it('hides draft invoices, and shows the latest state of all others, newest first', async () => {
  const invoice = { number: null, totalCents: 999, currency: 'usd', url: null, createdAt: new Date() }
  const given = { ...invoice, subscriptionId: null, paidCents: 0, period: null }
  const read = (ticket: number, status: string) => {
    const listInvoices = async () => [
      { ...given, id: 'in_draft', status: 'draft' },
      { ...given, id: 'in_before', status: 'paid', createdAt: new Date(0) },
      { ...given, id: 'in_1', status, url: `https://pay.example/${ticket}` },
    ]
    return readInvoices(database.db, { listInvoices }, { customerId: 'cus_billed', ticket, readAt: new Date() })
  }
  await read(1, 'open')
  await read(3, 'paid')
  await read(2, 'open')
  expect(await listInvoicesOf(database.db, ['cus_billed'])).toMatchObject([
    { id: 'in_1', status: 'paid', url: 'https://pay.example/3' },
    { id: 'in_before' },
  ])
})

it('leaves database rows equal to the provider’s: 40 histories', async () => {
  expect(await failureAmong(40)).toBe(null)
})
it('leaves database rows equal to the provider’s: 1,000 histories', { tags: 'nightly' }, async () => {
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
