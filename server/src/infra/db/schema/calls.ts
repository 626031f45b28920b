import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CallStatus, TurnOutcome } from '#contract/calls.ts'
import type { CallEndReason, TurnTimings } from '#contract/realtime.ts'
import type { CallEngine } from '#contract/vapi.ts'
import { teamSessions, users } from './auth.ts'
import { belongsTo, moment } from './columns.ts'

/**
 * One row for each call that was granted, joined or not, on every engine. Only `features/calls` writes here; the
 * lifecycle is drawn in `features/calls/call-transition.ts`.
 */
export const calls = pgTable(
  'calls',
  {
    id: text('id').primaryKey(),
    /** The owner: an account, or a team session of a caller without one. A call is deleted with its owner. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamSessionId: text('team_session_id').references(() => teamSessions.id, { onDelete: 'cascade' }),
    /** The account whose business plan pays, where the assistant is that account's own; null where the caller's plan does. */
    payerId: text('payer_id').references(() => users.id, { onDelete: 'set null' }),
    assistantId: text('assistant_id').notNull(),
    /** What carries the call: the built-in voice engine, or Vapi. */
    engine: text('engine').$type<CallEngine>().notNull().default('builtin'),
    status: text('status').$type<CallStatus>().notNull().default('created'),
    endReason: text('end_reason').$type<CallEndReason>(),
    /** Null if only the minutes of the plan limit the call. */
    limitMs: integer('limit_ms'),
    /** Written every few seconds while the call is live, so that a crash loses no more than that. */
    durationMs: integer('duration_ms').notNull().default(0),
    /** The time since the start of the call from which the payer's minutes count; null while nothing is charged. */
    chargedFromMs: integer('charged_from_ms'),
    /** A keyed hash of the network address from which the call was requested. Deleted when the call ends. */
    network: text('network'),
    /** The origin of the site that embeds the assistant. Deleted when the call ends. */
    site: text('site'),
    /** The interrupted call that this call continues, and the call that continues this one. */
    continuesId: text('continues_id'),
    continuedById: text('continued_by_id'),
    /** The moment until which the assistant's owner may read what was said; null if the owner keeps no conversations. */
    keptUntil: moment('kept_until'),
    /** The call's id at Vapi, reported first by the page and then by Vapi itself. */
    vapiCallId: text('vapi_call_id'),
    /** The address at which Vapi is told to end the call. Deleted when the call ends. */
    controlUrl: text('control_url'),
    tokenHash: text('token_hash').notNull().unique(),
    tokenExpiresAt: moment('token_expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    heartbeatAt: moment('heartbeat_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('calls_user_id').on(table.userId, table.createdAt.desc(), table.id.desc()),
    index('calls_team_session_id').on(table.teamSessionId, table.createdAt.desc(), table.id.desc()),
    index('calls_payer_id').on(table.payerId),
    index('calls_of_own_assistant')
      .on(table.assistantId, table.createdAt.desc(), table.id.desc())
      .where(sql`payer_id is not null`),
    index('calls_kept').on(table.keptUntil),
    index('calls_live')
      .on(table.heartbeatAt)
      .where(sql`status = 'live'`),
    index('calls_not_joined')
      .on(table.tokenExpiresAt)
      .where(sql`status in ('created', 'expired')`),
    check('calls_ended_has_reason', sql`(status = 'ended') = (end_reason is not null)`),
  ],
)

/** The transcript: what the caller said, and the part of the assistant's answers that the caller heard. */
export const callLines = pgTable(
  'call_lines',
  {
    callId: belongsTo('call_id', () => calls.id),
    itemId: text('item_id').notNull(),
    position: integer('position').notNull(),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    content: text('content').notNull(),
    atMs: integer('at_ms').notNull(),
    interrupted: boolean('interrupted').notNull().default(false),
    timings: jsonb('timings').$type<TurnTimings>(),
  },
  (table) => [primaryKey({ columns: [table.callId, table.itemId] })],
)

/** The outcome of each turn of a caller, for the owner of the assistant. */
export const callTurns = pgTable(
  'call_turns',
  {
    callId: belongsTo('call_id', () => calls.id),
    position: integer('position').notNull(),
    outcome: text('outcome').$type<TurnOutcome>().notNull(),
    /** From the end of speech, or the typed line, to the first sound that the caller heard; null if none was heard. */
    firstAudioMs: integer('first_audio_ms'),
    /** What the caller said; null where words are not kept. */
    said: text('said'),
    /** When the owner dealt with a question that the assistant could not answer. */
    handledAt: moment('handled_at'),
  },
  (table) => [primaryKey({ columns: [table.callId, table.position] })],
)
