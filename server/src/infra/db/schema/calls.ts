import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import type { CallEndReason, TurnTimings } from '#contract/realtime.ts'
import { teamSessions, users } from './auth.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * One row for each call that was granted, joined or not.
 *
 *   created ──token used──▶ live ──hung up, limit, lost──▶ ended
 */
export const calls = pgTable(
  'calls',
  {
    id: text('id').primaryKey(),
    /** Whose call it is: an account's, or a team member's without one. What was said goes with its owner. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    teamSessionId: text('team_session_id').references(() => teamSessions.id, { onDelete: 'cascade' }),
    /**
     * Whose business plan pays for it, where the assistant is somebody's own; null where the caller's plan does. Of a
     * visitor without an account nothing else is known, and no words are kept.
     */
    payerId: text('payer_id').references(() => users.id, { onDelete: 'set null' }),
    assistantId: text('assistant_id').notNull(),
    status: text('status').$type<'created' | 'live' | 'ended'>().notNull().default('created'),
    endReason: text('end_reason').$type<CallEndReason>(),
    limitMs: integer('limit_ms'),
    /** Written every few seconds while the call is live, so that a crash loses no more than that. */
    durationMs: integer('duration_ms').notNull().default(0),
    /** From where on the payer's minutes count, since the start of the call; null before that. */
    chargedFromMs: integer('charged_from_ms'),
    /** A keyed hash of the network address from which it was asked for, until it ends. */
    network: text('network'),
    /** The call that broke off and goes on here, and the other way round. */
    continuesId: text('continues_id'),
    continuedById: text('continued_by_id'),
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
    index('calls_live')
      .on(table.heartbeatAt)
      .where(sql`status = 'live'`),
    check('calls_ended_has_reason', sql`(status = 'ended') = (end_reason is not null)`),
  ],
)

/** What was said in a call and heard of it. */
export const callLines = pgTable(
  'call_lines',
  {
    callId: text('call_id')
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
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
