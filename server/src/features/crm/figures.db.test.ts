import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CrmStats } from '#contract/crm.ts'
import { followUpRatePercent, shownFollowUp } from '#contract/follow-up.ts'
import type { DatabaseHandle } from '../../infra/db/client.ts'
import { crmFigures } from '../../infra/db/schema/crm-figures.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { subscribers } from '../../infra/db/schema/subscribers.ts'
import { createTestDatabase } from '../../infra/db/testing.ts'
import { emailOf, subscriberOf } from './crm-testing.ts'
import { readStats, recountFigures } from './stats.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(subscribers)
  await database.db.delete(emailCrm)
})

/** The expected figures, computed from the rows. */
async function counted(): Promise<CrmStats> {
  const people = await database.db.select().from(subscribers)
  const emails = await database.db.select().from(emailCrm)
  const active = people.filter(({ subscriptionStatus }) => subscriptionStatus === 'active')
  const shown = emails.map(({ followUpStatus }) => shownFollowUp(followUpStatus))
  const completed = shown.filter((status) => status === 'completed').length
  return {
    subscribers: {
      total: people.length,
      active: active.length,
      monthlyRevenue: active.reduce((cents, row) => cents + row.monthlyRevenueCents, 0) / 100,
      limitExceeded: people.filter(({ limitExceeded }) => limitExceeded).length,
    },
    emails: {
      total: emails.length,
      pending: shown.filter((status) => status === 'pending').length,
      completed,
      followUpRatePercent: followUpRatePercent(completed, emails.length),
    },
  }
}

const someId = fc.integer({ min: 0, max: 5 }).map((number) => `row-${number}`)
const subscriberState = fc.record({
  subscriptionStatus: fc.constantFrom('active', 'canceled', 'unpaid'),
  monthlyRevenueCents: fc.constantFrom(0, 999, 1999),
  limitExceeded: fc.boolean(),
})
const followUpStatus = fc.constantFrom('pending', 'contacted', 'completed', 'from-the-future')
const step = fc.oneof(
  fc.record({ kind: fc.constant('put-subscriber' as const), id: someId, state: subscriberState }),
  fc.record({ kind: fc.constant('put-email' as const), id: someId, status: followUpStatus }),
  fc.record({ kind: fc.constantFrom('drop-subscriber' as const, 'drop-email' as const), id: someId }),
  fc.record({ kind: fc.constantFrom('use-minutes' as const, 'recount' as const, 'take-back' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

async function take(done: Step): Promise<void> {
  const { db } = database
  switch (done.kind) {
    case 'put-subscriber': {
      const row = { ...subscriberOf({ id: done.id, stripeSubscriptionId: done.id }), ...done.state }
      await db.insert(subscribers).values(row).onConflictDoUpdate({ target: subscribers.id, set: done.state })
      return
    }
    case 'put-email': {
      const set = { followUpStatus: done.status }
      const row = { ...emailOf({ id: done.id, email: done.id }), ...set }
      await db.insert(emailCrm).values(row).onConflictDoUpdate({ target: emailCrm.id, set })
      return
    }
    case 'drop-subscriber':
      await db.delete(subscribers).where(eq(subscribers.id, done.id))
      return
    case 'drop-email':
      await db.delete(emailCrm).where(eq(emailCrm.id, done.id))
      return
    case 'use-minutes':
      await db.update(subscribers).set({ currentUsageMs: 1 })
      return
    case 'recount':
      return recountFigures(db)
    case 'take-back':
      await db
        .transaction(async (tx) => {
          await tx.update(subscribers).set({ subscriptionStatus: 'active' })
          await tx.delete(emailCrm)
          tx.rollback()
        })
        .catch(() => {})
  }
}

it('the figures match the rows after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      for (const one of steps) await take(one)
      expect(await readStats(database.db)).toEqual(await counted())
    }),
    { numRuns: 60 },
  )
})

it('used minutes change no figures and add no rows', async () => {
  await database.db.insert(subscribers).values([subscriberOf(), subscriberOf()])
  const before = await database.db.$count(crmFigures)
  await database.db.update(subscribers).set({ currentUsageMs: sql`current_usage_ms + 1000` })
  expect(await database.db.$count(crmFigures)).toBe(before)
})

it(
  'a recount leaves one row per table, even if many recounts run at once amid changes',
  { tags: 'postgres' },
  async () => {
    const { db } = database
    await db.insert(subscribers).values(Array.from({ length: 20 }, () => subscriberOf()))
    const changes = Array.from({ length: 20 }, () =>
      db.insert(emailCrm).values(emailOf({ followUpStatus: 'completed' })),
    )
    const recounts = Array.from({ length: 20 }, () => recountFigures(db))
    await Promise.all([...recounts, ...changes])
    expect(await readStats(db)).toEqual(await counted())
    await recountFigures(db)
    expect(await db.$count(crmFigures)).toBe(2)
    expect(await readStats(db)).toEqual(await counted())
  },
)
