import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Appointment, FilledField, LeadKind } from '#contract/actions.ts'
import { calls } from './calls.ts'
import { ofAssistant } from './own-assistants.ts'
import { moment, ofUser } from './columns.ts'

/** What callers left with an assistant: messages, callback requests and hand-overs to a person. */
export const leads = pgTable(
  'leads',
  {
    id: text('id').primaryKey(),
    assistantId: ofAssistant(),
    ownerId: ofUser('owner_id'),
    callId: text('call_id').references(() => calls.id, { onDelete: 'set null' }),
    kind: text('kind').$type<LeadKind>().notNull(),
    /** The filled-in fields, with the ids that the owner gave them, in the owner's order. */
    fields: jsonb('fields').$type<FilledField[]>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('leads_assistant').on(table.assistantId, table.createdAt.desc(), table.id.desc()),
    index('leads_owner').on(table.ownerId, table.createdAt.desc(), table.id.desc()),
    index('leads_call').on(table.callId),
  ],
)

/** Two booked appointments of one assistant never overlap: bookings are serialised by a lock on the assistant's row. */
export const appointments = pgTable(
  'appointments',
  {
    id: text('id').primaryKey(),
    assistantId: ofAssistant(),
    ownerId: ofUser('owner_id'),
    callId: text('call_id').references(() => calls.id, { onDelete: 'set null' }),
    status: text('status').$type<Appointment['status']>().notNull().default('booked'),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    fields: jsonb('fields').$type<FilledField[]>().notNull(),
    /** Six digits with which the visitor moves or cancels the appointment. */
    code: text('code').notNull(),
    /** The SEQUENCE of the calendar invitation, incremented with every change (RFC 5545). */
    sequence: integer('sequence').notNull().default(0),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('appointments_one_at_a_time')
      .on(table.assistantId, table.startsAt)
      .where(sql`status = 'booked'`),
    index('appointments_assistant').on(table.assistantId, table.startsAt),
    index('appointments_code').on(table.assistantId, table.code),
    index('appointments_owner').on(table.ownerId, table.startsAt),
    index('appointments_call').on(table.callId),
  ],
)

/** Wrong appointment codes of callers, kept for an hour, in the database so that all processes count together. */
export const codeTries = pgTable(
  'code_tries',
  {
    id: text('id').primaryKey(),
    assistantId: ofAssistant(),
    callId: text('call_id').notNull(),
    /** A keyed hash of the caller's network address; null if it is not known. */
    network: text('network'),
    triedAt: moment('tried_at').notNull(),
  },
  (table) => [
    index('code_tries_assistant').on(table.assistantId, table.triedAt),
    index('code_tries_tried_at').on(table.triedAt),
  ],
)
