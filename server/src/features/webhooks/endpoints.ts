import { randomBytes, randomUUID } from 'node:crypto'
import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import {
  MAX_WEBHOOKS,
  TEST_EVENT_TYPE,
  type ChangeWebhookRequest,
  type CreateWebhookRequest,
} from '#contract/webhooks.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { lockOwner } from '../../infra/db/lock-owner.ts'
import { newestFirst, type PagePlace } from '../../infra/db/newest-first.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import { businessEvents, webhookDeliveries, webhookEndpoints } from '../../infra/db/schema/webhooks.ts'
import { webhookAddressProblem } from '../../infra/http/webhook-address.ts'
import { isBeingSent } from './delivery-store.ts'
import { wakeDeliverers, writeEvent } from './events.ts'

const OFF = 'This webhook is off. Switch it on first. Nothing was sent.'

const { endpointId: _, ...LOGGED } = getTableColumns(webhookDeliveries)

export type Endpoints = ReturnType<typeof createEndpoints>

/**
 * Addresses to which owners have their events sent. For an owner, other owners' addresses do not exist.
 * @param allowLoopback also accepts addresses on this machine and without TLS
 */
export function createEndpoints(db: Database, allowLoopback: boolean) {
  const mine = (ownerId: string, id: string) => and(eq(webhookEndpoints.ownerId, ownerId), eq(webhookEndpoints.id, id))

  async function find(executor: Database | Transaction, ownerId: string, id: string) {
    const [row] = await executor.select().from(webhookEndpoints).where(mine(ownerId, id))
    if (!row) throw new AppError('not-found')
    return row
  }

  function checkAddress(address: string): void {
    const problem = webhookAddressProblem(address, allowLoopback)
    if (problem !== undefined) throw refusal('url', problem)
  }

  async function checkAssistant(tx: Transaction, ownerId: string, assistantId: string): Promise<void> {
    const isOwners = and(eq(ownAssistants.id, assistantId), eq(ownAssistants.userId, ownerId))
    if ((await tx.$count(ownAssistants, isOwners)) === 0) throw refusal('assistantId', 'You have no such assistant.')
  }

  return {
    /** Oldest first. */
    async list(ownerId: string) {
      const rows = await db
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.ownerId, ownerId))
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
      return rows.map(toWebhook)
    },

    create: (ownerId: string, { url, types, assistantId }: CreateWebhookRequest) =>
      db.transaction(async (tx) => {
        checkAddress(url)
        if (assistantId !== null) await checkAssistant(tx, ownerId, assistantId)
        await lockOwner(tx, { userId: ownerId })
        if ((await tx.$count(webhookEndpoints, eq(webhookEndpoints.ownerId, ownerId))) >= MAX_WEBHOOKS) {
          throw refusal('url', `You can have ${MAX_WEBHOOKS} webhooks. Delete one that you no longer need.`)
        }
        const secret = `whsec_${randomBytes(32).toString('base64')}`
        const values = { id: `wh_${randomUUID()}`, ownerId, url, secret, types, assistantId, createdAt: new Date() }
        const [row] = await tx.insert(webhookEndpoints).values(values).returning()
        if (!row) throw new Error('a webhook was not written')
        return toWebhook(row)
      }),

    change: (ownerId: string, id: string, change: ChangeWebhookRequest) =>
      db.transaction(async (tx) => {
        const before = await find(tx, ownerId, id)
        if (change.url !== undefined) checkAddress(change.url)
        if (typeof change.assistantId === 'string') await checkAssistant(tx, ownerId, change.assistantId)
        if (Object.values(change).every((value) => value === undefined)) return toWebhook(before)
        const [row] = await tx.update(webhookEndpoints).set(change).where(mine(ownerId, id)).returning()
        if (!row) throw new AppError('not-found')
        await wakeDeliverers(tx, id)
        return toWebhook(row)
      }),

    /** Removes the endpoint together with its log of deliveries. */
    async remove(ownerId: string, id: string): Promise<void> {
      const gone = await db.delete(webhookEndpoints).where(mine(ownerId, id)).returning({ id: webhookEndpoints.id })
      if (gone.length === 0) throw new AppError('not-found')
    },

    /** Newest first. */
    async deliveries(ownerId: string, id: string, place: PagePlace) {
      await find(db, ownerId, id)
      const log = webhookDeliveries
      const query = db
        .select({ ...LOGGED, type: businessEvents.type })
        .from(log)
        .innerJoin(businessEvents, eq(businessEvents.id, log.eventId))
        .$dynamic()
      const { page, next } = await newestFirst(query, eq(log.endpointId, id), place, log, 'createdAt', (row) => row)
      return { deliveries: page, nextBefore: next }
    },

    /**
     * Makes a delivery due at once and starts its count of attempts again. One that is being sent right now stays as it
     * is.
     */
    async replay(ownerId: string, id: string, deliveryId: string): Promise<void> {
      const { isActive } = await find(db, ownerId, id)
      if (!isActive) throw new AppError('bad-request', { detail: OFF })
      const isIt = and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.endpointId, id))
      if ((await db.$count(webhookDeliveries, isIt)) === 0) throw new AppError('not-found')
      const now = new Date()
      await db.transaction(async (tx) => {
        await tx
          .update(webhookDeliveries)
          .set({ status: 'pending', attempts: 0, nextAttemptAt: now })
          .where(and(isIt, sql`(${isBeingSent(now)}) is not true`))
        await wakeDeliverers(tx, id)
      })
    },

    sendTest: (ownerId: string, id: string): Promise<void> =>
      db.transaction(async (tx) => {
        const { isActive, assistantId } = await find(tx, ownerId, id)
        if (!isActive) throw new AppError('bad-request', { detail: OFF })
        const data = { message: 'This is a test of your webhook.', webhookId: id }
        await writeEvent(tx, { ownerId, assistantId: assistantId ?? '', type: TEST_EVENT_TYPE, data }, [id])
        await wakeDeliverers(tx, id)
      }),
  }
}

function refusal(path: string, message: string): AppError {
  return new AppError('bad-request', { detail: message, issues: [{ path, message }] })
}

/** What an owner sees of a webhook. */
function toWebhook(row: typeof webhookEndpoints.$inferSelect) {
  const { id, url, secret, types, assistantId, isActive, createdAt } = row
  return { id, url, secret, types, assistantId, isActive, createdAt }
}
