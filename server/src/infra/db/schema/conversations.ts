import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { ConversationStatus } from '#contract/conversations.ts'
import { calls } from './calls.ts'
import { moment, ofUser } from './columns.ts'

/** The owner's notes about a kept call: whether it was read, its status, remarks. A call without a row is new and unread. */
export const conversations = pgTable(
  'conversations',
  {
    callId: text('call_id')
      .primaryKey()
      .references(() => calls.id, { onDelete: 'cascade' }),
    ownerId: ofUser('owner_id'),
    status: text('status').$type<ConversationStatus>().notNull().default('new'),
    readAt: moment('read_at'),
    note: text('note').notNull().default(''),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('conversations_owner').on(table.ownerId, table.status)],
)
