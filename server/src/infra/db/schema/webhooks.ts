import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ApiScope } from '#contract/api-keys.ts'
import type { WebhookDelivery, WebhookEventType } from '#contract/webhooks.ts'
import { belongsTo, moment, ofUser } from './columns.ts'

/**
 * Events at an owner's assistants that at least one webhook gets, each written in the same transaction as the change that
 * it reports; kept for a month at most. They hold no words of a conversation: those are read from the call when an event
 * is sent.
 */
export const businessEvents = pgTable(
  'business_events',
  {
    /** The `webhook-id` header, the same in every delivery of the event. */
    id: text('id').primaryKey(),
    ownerId: ofUser('owner_id'),
    assistantId: text('assistant_id').notNull(),
    type: text('type').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('business_events_owner').on(table.ownerId, table.createdAt.desc(), table.id.desc())],
)

/** Addresses of owners to which events are delivered. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    ownerId: ofUser('owner_id'),
    url: text('url').notNull(),
    /** `whsec_…` (Standard Webhooks). */
    secret: text('secret').notNull(),
    /** Event types; empty for all. */
    types: jsonb('types').$type<WebhookEventType[]>().notNull(),
    /** Null delivers the events of all the owner's assistants. */
    assistantId: text('assistant_id'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('webhook_endpoints_owner').on(table.ownerId, table.createdAt)],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    eventId: belongsTo('event_id', () => businessEvents.id),
    endpointId: belongsTo('endpoint_id', () => webhookEndpoints.id),
    status: text('status').$type<WebhookDelivery['status']>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** The latest response: its status, and the beginning of its body or the error. */
    answerStatus: integer('answer_status'),
    answer: text('answer'),
    durationMs: integer('duration_ms'),
    nextAttemptAt: moment('next_attempt_at'),
    attemptedAt: moment('attempted_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_deliveries_once').on(table.eventId, table.endpointId),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt.desc(), table.id.desc()),
    index('webhook_deliveries_due').on(table.status, table.nextAttemptAt),
  ],
)

/** API keys with which an owner's programs read the owner's data. Only a hash of each key is stored. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    ownerId: ofUser('owner_id'),
    name: text('name').notNull(),
    keyHash: text('key_hash').notNull().unique(),
    /** The beginning of the key, by which its owner recognises it. */
    hint: text('hint').notNull(),
    scopes: jsonb('scopes').$type<ApiScope[]>().notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('api_keys_owner').on(table.ownerId, table.createdAt)],
)
