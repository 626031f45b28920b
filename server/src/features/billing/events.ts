import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../../infra/db/client.ts'
import { billingEvents } from '../../infra/db/schema/subscribers.ts'
import type { Job, Jobs } from '../../infra/jobs/jobs.ts'
import type { ProviderEvent } from '../../vendors/payments.ts'
import type { Sync } from './sync.ts'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
/** The queue itself tries for about an hour; the sweep goes on for ever. */
const syncCustomerJob: Job<{ customerId: string }> = {
  name: 'sync-billing-customer',
  data: z.object({ customerId: z.string() }),
  queue: { retryLimit: 12, retryBackoff: true, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 120 },
}
const sweepJob: Job<Record<string, never>> = {
  name: 'sweep-billing-events',
  data: z.strictObject({}),
  queue: { retryLimit: 1, expireInSeconds: 600 },
}
const syncAllJob: Job<Record<string, never>> = {
  name: 'sync-billing',
  data: z.strictObject({}),
  queue: { retryLimit: 2, retryDelay: 120, expireInSeconds: 3_600 },
}

export interface BillingEventsDeps {
  db: Database
  jobs: Jobs
  sync: Sync
  checkUsage: () => Promise<unknown>
  settleForgotten: () => Promise<void>
  log: Logger
}

export interface BillingEvents {
  /** Resolves once the event is stored together with the work that it asks for; a repeated one changes nothing. */
  receive(event: ProviderEvent): Promise<void>
  /** Queues a sync of everything, now. */
  syncSoon(): Promise<void>
  /** Waits for what is under way. */
  close(): Promise<void>
}

/** From an event that was stored to rows that are right: each only nudges the sync of its customer. */
export async function createBillingEvents(deps: BillingEventsDeps): Promise<BillingEvents> {
  const { db, jobs, sync, log } = deps

  async function work(customerId: string): Promise<void> {
    try {
      await sync.syncForEvents(customerId)
    } catch (error) {
      const lastError = error instanceof Error ? error.message : String(error)
      await db
        .update(billingEvents)
        .set({ attempts: sql`${billingEvents.attempts} + 1`, lastError })
        .where(and(eq(billingEvents.customerId, customerId), isNull(billingEvents.processedAt)))
      throw error
    }
  }

  /** Done at once where the event came in; the queue's job is for when that fails, or this process does. */
  const nudged = new Set<string>()
  let working: Promise<void> | undefined
  async function workThrough(): Promise<void> {
    for (const customerId of nudged) {
      nudged.delete(customerId)
      await work(customerId).catch((error: unknown) =>
        log.warn({ err: error, customerId }, 'billing: an event could not be processed yet'),
      )
    }
  }
  function nudge(customerId: string): void {
    nudged.add(customerId)
    working ??= workThrough().finally(() => (working = undefined))
  }

  /** Also for events whose job is lost or gave up. */
  async function sweep(): Promise<void> {
    const waiting = await db
      .selectDistinct({ customerId: billingEvents.customerId })
      .from(billingEvents)
      .where(and(isNull(billingEvents.processedAt), isNotNull(billingEvents.customerId)))
    for (const { customerId } of waiting) {
      if (customerId === null) continue
      await work(customerId).catch((error: unknown) =>
        log.warn({ err: error, customerId }, 'billing: an event could not be processed yet'),
      )
    }
    await db.delete(billingEvents).where(lt(billingEvents.processedAt, new Date(Date.now() - KEPT_DAYS * DAY_MS)))
    await deps.settleForgotten()
  }

  await jobs.define(syncCustomerJob)
  await jobs.define(sweepJob)
  await jobs.define(syncAllJob)
  await jobs.work(syncCustomerJob, ({ customerId }) => work(customerId))
  await jobs.work(sweepJob, sweep)
  await jobs.work(syncAllJob, async () => {
    const { synced } = await sync.syncAll()
    await deps.checkUsage()
    log.info({ synced }, 'billing: everything was read from the payment provider')
  })
  await jobs.repeat(sweepJob, '*/5 * * * *', {})
  await jobs.repeat(syncAllJob, '41 * * * *', {})

  return {
    async receive({ id, type, customerId }) {
      const isNew = await db.transaction(async (tx) => {
        const [stored] = await tx
          .insert(billingEvents)
          .values({ id, type, customerId, ...(customerId === null ? { processedAt: new Date() } : {}) })
          .onConflictDoNothing()
          .returning({ id: billingEvents.id })
        if (stored && customerId !== null) await jobs.send(tx, syncCustomerJob, { customerId })
        return stored !== undefined
      })
      if (isNew && customerId !== null) nudge(customerId)
    },
    syncSoon: () => jobs.send(db, syncAllJob, {}),
    async close() {
      nudged.clear()
      await working
    },
  }
}
