import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from './auth.ts'
import { calls } from './calls.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/** The owner's notes about a kept call: whether it was read, its status, remarks. A call without a row is new and unread. */
export const conversations = pgTable(
  'conversations',
  {
    callId: text('call_id')
      .primaryKey()
      .references(() => calls.id, { onDelete: 'cascade' }),
    ownerId: text('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text('status').$type<'new' | 'in-work' | 'done'>().notNull().default('new'),
    readAt: moment('read_at'),
    note: text('note').notNull().default(''),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('conversations_owner').on(table.ownerId, table.status)],
)
