import { and, eq } from 'drizzle-orm'
import {
  sandboxStripeDeliveries as deliveries,
  sandboxStripeEvents as events,
  sandboxStripeObjects as objects,
} from '../schema.ts'
import type { WebhookEndpoint } from '../objects.ts'
import type { Database, Settings } from '../settings.ts'
import { newId } from '../wire.ts'

/** The API version that the installed SDK pins. */
const API_VERSION = '2026-10-28.endive'

/** Those of Stripe's event types that can change who has which plan. */
export type EventType =
  | 'checkout.session.completed'
  | `customer.${'updated' | 'deleted'}`
  | `customer.subscription.${'created' | 'updated' | 'deleted' | 'paused'}`
  | `invoice.${'paid' | 'payment_failed' | 'voided'}`

/** Records an event, with one delivery for each address that it is sent to, in the transaction of the reported change. */
export async function noteEvent(
  db: Database,
  { webhookUrl, clock }: Settings,
  { type, object, created }: { type: EventType; object: object; created: number },
): Promise<void> {
  const id = newId('evt')
  const data = { id, object: 'event', api_version: API_VERSION, created, data: { object }, livemode: false, type }
  await db.insert(events).values({ id, type, created, data })
  const rows = await db
    .select({ data: objects.data })
    .from(objects)
    .where(and(eq(objects.kind, 'webhook_endpoint'), eq(objects.status, 'enabled')))
  const asked = rows
    .map((row) => row.data as WebhookEndpoint)
    .filter(({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(type))
  const addresses = [
    ...(webhookUrl ? [{ url: webhookUrl, endpointId: null }] : []),
    ...asked.map((endpoint) => ({ url: endpoint.url, endpointId: endpoint.id })),
  ]
  if (addresses.length === 0) return
  const nextAttemptAtMs = clock().getTime()
  await db.insert(deliveries).values(addresses.map((address) => ({ ...address, eventId: id, nextAttemptAtMs })))
}
