import { and, eq } from 'drizzle-orm'
import {
  sandboxStripeDeliveries as deliveries,
  sandboxStripeEvents as events,
  sandboxStripeObjects as objects,
} from '../../server/src/infra/db/schema/sandbox-stripe.ts'
import type { Kinds } from '../kinds.ts'
import { newId } from '../wire/ids.ts'
import type { EventType } from '../wire/wire-types.ts'
import type { Work } from '../work.ts'

export interface NewEvent {
  type: EventType
  object: object
  created: number
  previous?: object | undefined
}

/** Notes that something happened, and for whom, in the transaction in which it did. */
export async function emitEvent(work: Work, { type, object, created, previous }: NewEvent): Promise<void> {
  const { db, settings, request } = work
  const id = newId('evt')
  const data = {
    id,
    object: 'event',
    api_version: settings.apiVersion,
    created,
    data: { object, ...(previous ? { previous_attributes: previous } : {}) },
    livemode: false,
    request: { id: request?.id ?? null, idempotency_key: request?.idempotencyKey ?? null },
    type,
  }
  await db.insert(events).values({ id, type, created, data })
  const wanted = await addressesFor(work, type)
  if (wanted.length === 0) return
  const nextAttemptAtMs = settings.clock().getTime()
  await db.insert(deliveries).values(wanted.map((address) => ({ ...address, eventId: id, nextAttemptAtMs })))
}

async function addressesFor({ db, settings }: Work, type: EventType) {
  const rows = await db
    .select({ data: objects.data })
    .from(objects)
    .where(and(eq(objects.kind, 'webhook_endpoint'), eq(objects.status, 'enabled'), eq(objects.deleted, false)))
  const endpoints = rows.map((row) => row.data as Kinds['webhook_endpoint']['data'])
  const asked = endpoints.filter(({ enabled_events: wanted }) => wanted.includes('*') || wanted.includes(type))
  return [
    ...(settings.webhookUrl ? [{ url: settings.webhookUrl, endpointId: null }] : []),
    ...asked.map(({ id, url }) => ({ url, endpointId: id })),
  ]
}
