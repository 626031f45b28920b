import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../../infra/db/client.ts'
import { billingEvents } from '../../infra/db/schema/subscribers.ts'
import { choreJob, type Job, type Jobs } from '../../infra/jobs/jobs.ts'
import type { ProviderEvent } from '../../vendors/payments.ts'
import { createTurns } from './one-at-a-time.ts'
import type { Sync } from './sync.ts'
import { messageOf } from '../../infra/error-facts.ts'

const KEPT_DAYS = 30
const DAY_MS = 86_400_000
/** The type of the event that a person's return from the provider's pages makes. */
export const RETURN_TYPE = 'return'
/** One payment causes several events at once; those within this time share one read of the customer. */
const GATHER_MS = 500
/** Retries a customer that could not be read at once. The queue tries for about an hour; the sweep never gives up. */
const syncCustomerJob: Job<{ customerId: string }> = {
  name: 'sync-billing-customer',
  data: z.object({ customerId: z.string() }),
  queue: { retryLimit: 12, retryBackoff: true, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 120 },
}
const sweepJob = choreJob('sweep-billing-events', { retryLimit: 1, expireInSeconds: 600 })
const syncAllJob = choreJob('sync-billing', { retryLimit: 2, retryDelay: 120, expireInSeconds: 3_600 })

interface BillingEventsDeps {
  db: Database
  jobs: Jobs
  sync: Sync
  checkUsage: () => Promise<unknown>
  settleForgotten: () => Promise<void>
  log: Logger
  gatherMs?: number | undefined
}

export type BillingEvents = Awaited<ReturnType<typeof createBillingEvents>>

/**
 * Turns the provider's events into up-to-date rows. An event only says which customer to read. The process that received
 * it reads the customer; after a failure the queue retries, and after a crash the next start or the sweep does.
 */
export async function createBillingEvents(deps: BillingEventsDeps) {
  const { db, jobs, sync, log, gatherMs = GATHER_MS } = deps
  const inTurn = createTurns()
  /** `gathering`: customers whose events are still being collected. `due`: customers to read now. */
  const gathering = new Set<string>()
  const due = new Set<string>()
  let working: Promise<void> | undefined
  let isClosed = false

  const work = (customerId: string): Promise<void> =>
    inTurn(customerId, async () => {
      try {
        await sync.syncForEvents(customerId)
      } catch (error) {
        const lastError = messageOf(error)
        await db
          .update(billingEvents)
          .set({ attempts: sql`${billingEvents.attempts} + 1`, lastError })
          .where(and(eq(billingEvents.customerId, customerId), isNull(billingEvents.processedAt)))
        throw error
      }
    })

  function nudge(customerId: string): void {
    if (gathering.has(customerId)) return
    gathering.add(customerId)
    setTimeout(() => {
      gathering.delete(customerId)
      if (isClosed) return
      due.add(customerId)
      working ??= workThrough()
    }, gatherMs).unref()
  }

  async function workThrough(): Promise<void> {
    for (const customerId of due) {
      due.delete(customerId)
      await work(customerId).catch((error: unknown) => later(customerId, error))
    }
    // Cleared synchronously after the loop's last check, so that no customer can be added in between.
    working = undefined
  }

  function warn(customerId: string, error: unknown): void {
    log.warn({ err: error, customerId }, 'billing: an event could not be processed yet')
  }

  async function later(customerId: string, error: unknown): Promise<void> {
    warn(customerId, error)
    // If the job can't be stored either, the sweep retries.
    await jobs.send(db, syncCustomerJob, { customerId }).catch(() => {})
  }

  /** @returns whether the event is new */
  async function store({ id, type, customerId }: ProviderEvent, failure?: Error): Promise<boolean> {
    const stored = await db
      .insert(billingEvents)
      .values({
        id,
        type,
        customerId,
        ...(failure ? { attempts: 1, lastError: failure.message } : {}),
        ...(customerId === null ? { processedAt: new Date() } : {}),
      })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id })
    return stored.length > 0
  }

  /** Retries events whose process died or whose job gave up. */
  async function sweep(): Promise<void> {
    for (const customerId of await sync.customersWithOpenEvents()) {
      await work(customerId).catch((error: unknown) => warn(customerId, error))
    }
    const isOld = lt(billingEvents.processedAt, new Date(Date.now() - KEPT_DAYS * DAY_MS))
    // The provider never repeats a return, and the pages of one person can cause any number of them.
    const isReturn = and(eq(billingEvents.type, RETURN_TYPE), isNotNull(billingEvents.processedAt))
    await db.delete(billingEvents).where(or(isOld, isReturn))
    await deps.settleForgotten()
  }

  await jobs.define(syncCustomerJob)
  await jobs.work(syncCustomerJob, ({ customerId }) => work(customerId))
  await jobs.schedule(sweepJob, '*/5 * * * *', sweep)
  await jobs.schedule(syncAllJob, '41 * * * *', async () => {
    const { synced } = await sync.syncAll()
    await deps.checkUsage()
    log.info({ synced }, 'billing: everything was read from the payment provider')
  })

  return {
    /**
     * Resolves once the event is stored; its customer is read soon after. A repeated event changes nothing.
     * @param failure why a first attempt to ask the provider failed
     */
    async receive(event: ProviderEvent, failure?: Error): Promise<void> {
      if ((await store(event, failure)) && event.customerId !== null) nudge(event.customerId)
    },
    /** Stores the event and reads its customer. A rejection means that the read failed and will be retried. */
    async readNow(event: ProviderEvent): Promise<void> {
      const { customerId } = event
      await store(event)
      if (customerId === null) return
      await work(customerId).catch(async (error: unknown) => {
        await later(customerId, error)
        throw error
      })
    },
    /** Whether the latest read of one of these customers failed. */
    async isBehind(customerIds: readonly string[]): Promise<boolean> {
      const isOpen = and(isNull(billingEvents.processedAt), gt(billingEvents.attempts, 0))
      return (await db.$count(billingEvents, and(isOpen, inArray(billingEvents.customerId, [...customerIds])))) > 0
    },
    /** Queues a sync of all customers to run now. */
    syncSoon: (): Promise<void> => jobs.send(db, syncAllJob, {}),
    /** Waits for running work. */
    async close(): Promise<void> {
      isClosed = true
      due.clear()
      await working
    },
  }
}
