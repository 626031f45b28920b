import { index, integer, pgTable, bigint, text, timestamp } from 'drizzle-orm/pg-core'

/** The outbox: a mail is a row before it is anything else, so that a failing mail server loses none. */
export const mails = pgTable(
  'mails',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    recipient: text('recipient').notNull(),
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
  (table) => [index('mails_created_at').on(table.createdAt)],
)
