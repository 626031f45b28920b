import { index, integer, pgTable, bigint, text, timestamp } from 'drizzle-orm/pg-core'
import { ownAssistants } from './own-assistants.ts'

/** The outbox: every mail is stored as a row before it is sent, so that none is lost when the mail server fails. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
    /** The assistant whose visitor the mail is about or is sent to. It is deleted with the assistant. */
    assistantId: text('assistant_id').references(() => ownAssistants.id, { onDelete: 'cascade' }),
    subject: text('subject').notNull(),
    /** Emptied once an SMTP server has accepted the mail, since links in it are secrets. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** An iCalendar invitation to attach; emptied together with the text. */
    calendar: text('calendar'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When an SMTP server accepted the mail; null while it waits, which it does for a week at most. */
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (table) => [index('mails_created_at').on(table.createdAt), index('mails_assistant').on(table.assistantId)],
)
