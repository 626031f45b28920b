import { randomUUID } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import type { TEST_EVENT_TYPE, WebhookEventType } from '#contract/webhooks.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { businessEvents, webhookDeliveries } from '../../infra/db/schema/webhooks.ts'

/** A NOTIFY in a transaction reaches all processes when the transaction is committed. */
export const DUE_CHANNEL = 'webhooks_due'
const KEPT_MS = 30 * 86_400_000

export interface OwnersEvent {
  ownerId: string
  assistantId: string
  type: WebhookEventType | typeof TEST_EVENT_TYPE
  /** The `data` field of the webhook's body. */
  data: Record<string, unknown>
}

/** Stores an event with one delivery for each endpoint, due at once. */
export async function writeEvent(
  tx: Database | Transaction,
  { ownerId, assistantId, type, data }: OwnersEvent,
  endpointIds: readonly string[],
): Promise<void> {
  const now = new Date()
  const eventId = `evt_${randomUUID()}`
  await tx.insert(businessEvents).values({ id: eventId, ownerId, assistantId, type, data, createdAt: now })
  if (endpointIds.length === 0) return
  await tx.insert(webhookDeliveries).values(
    endpointIds.map((endpointId) => ({
      id: `dlv_${randomUUID()}`,
      eventId,
      endpointId,
      nextAttemptAt: now,
      createdAt: now,
    })),
  )
  await wakeDeliverers(tx)
}

/**
 * Wakes the deliverers of all processes once `tx` is committed.
 * @param endpointId an endpoint that its owner has just changed or wants something sent to
 */
export async function wakeDeliverers(tx: Database | Transaction, endpointId = ''): Promise<void> {
  await tx.execute(sql`select pg_notify(${DUE_CHANNEL}, ${endpointId})`)
}

/** Deletes events after a month, and with them their deliveries. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await db.delete(businessEvents).where(lt(businessEvents.createdAt, new Date(Date.now() - KEPT_MS)))
}
