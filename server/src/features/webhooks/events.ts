import { randomUUID } from 'node:crypto'
import { eq, lt, notExists, or, sql } from 'drizzle-orm'
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
  /** The `data` field of the webhook's body, without what was said: `keptLines` adds that whenever the event is sent. */
  data: Record<string, unknown>
}

/** Stores an event with one delivery for each endpoint, due at once. Without an endpoint nothing is stored. */
export async function writeEvent(
  tx: Database | Transaction,
  { ownerId, assistantId, type, data }: OwnersEvent,
  endpointIds: readonly string[],
): Promise<void> {
  if (endpointIds.length === 0) return
  const now = new Date()
  const eventId = `evt_${randomUUID()}`
  await tx.insert(businessEvents).values({ id: eventId, ownerId, assistantId, type, data, createdAt: now })
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

/** Deletes an assistant's events, and with them their deliveries. */
export async function deleteEventsOf(tx: Transaction, assistantId: string): Promise<void> {
  await tx.delete(businessEvents).where(eq(businessEvents.assistantId, assistantId))
}

/** Deletes events after a month, and with them their deliveries; and events whose endpoints are all deleted. */
export async function deleteOldEvents(db: Database): Promise<void> {
  const delivery = db
    .select({ one: sql`1` })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.eventId, businessEvents.id))
  const isOld = lt(businessEvents.createdAt, new Date(Date.now() - KEPT_MS))
  await db.delete(businessEvents).where(or(isOld, notExists(delivery)))
}
