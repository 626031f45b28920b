import { randomUUID } from 'node:crypto'
import { and, eq, isNull, or } from 'drizzle-orm'
import type { WebhookEventType } from '#contract/webhooks.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { businessEvents, webhookDeliveries, webhookEndpoints } from '../../infra/db/schema/webhooks.ts'

export interface BusinessEvent {
  ownerId: string
  assistantId: string
  type: WebhookEventType
  /** As the webhook carries it, under `data`. */
  data: Record<string, unknown>
}

export type Webhooks = ReturnType<typeof createWebhooks>

/** Tells owners' programs what happened at their assistants. */
export function createWebhooks() {
  return {
    /** Written in the transaction of what it tells of, with a delivery for each endpoint that wants it. */
    async record(tx: Database | Transaction, { ownerId, assistantId, type, data }: BusinessEvent): Promise<void> {
      const now = new Date()
      const eventId = `evt_${randomUUID()}`
      await tx.insert(businessEvents).values({ id: eventId, ownerId, assistantId, type, data, createdAt: now })
      const { ownerId: owner, isActive, assistantId: of } = webhookEndpoints
      const endpoints = await tx
        .select({ id: webhookEndpoints.id, types: webhookEndpoints.types })
        .from(webhookEndpoints)
        .where(and(eq(owner, ownerId), isActive, or(isNull(of), eq(of, assistantId))))
      const wanted = endpoints.filter(({ types }) => types.length === 0 || types.includes(type))
      if (wanted.length === 0) return
      await tx.insert(webhookDeliveries).values(
        wanted.map(({ id }) => ({
          id: `dlv_${randomUUID()}`,
          eventId,
          endpointId: id,
          nextAttemptAt: now,
          createdAt: now,
        })),
      )
    },
  }
}
