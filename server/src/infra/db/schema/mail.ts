import { index, integer, pgTable, bigint, text, timestamp } from 'drizzle-orm/pg-core'
import { ownAssistants } from './own-assistants.ts'

/** The outbox: a mail is a row before it is anything else, so that a failing mail server loses none. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
    /** Of a mail that tells of an assistant's visitor, or is to one: it goes with the assistant. */
    assistantId: text('assistant_id').references(() => ownAssistants.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    /** Emptied once an SMTP server has taken the mail: the links in it are secrets. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** An iCalendar invitation that goes with it; emptied with the text. */
    calendar: text('calendar'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When it was handed over; null while it waits. */
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [index('mails_created_at').on(table.createdAt), index('mails_assistant').on(table.assistantId)],
)
