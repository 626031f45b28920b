import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns.ts'

/**
 * The people whom the team follows up by e-mail: one row for each address that has signed up or written.
 * Only `features/crm/email-records.ts` adds to it.
 */
export const emailCrm = pgTable(
  'email_crm',
  {
    id: text('id').primaryKey(),
    /** Trimmed and lower-case, as in `users`; an address that writes first and signs up later stays one row. */
    email: text('email').notNull().unique(),
    displayName: text('display_name'),
    /** When the account was created, or before that, when the address was first seen. */
    signupDate: moment('signup_date').notNull(),
    /** pending, contacted or completed. Any other value is shown as pending. */
    followUpStatus: text('follow_up_status').notNull().default('pending'),
    /** The status as the team sees it, by which it also filters and sorts. */
    shownStatus: text('shown_status')
      .notNull()
      .generatedAlwaysAs(
        sql`case when follow_up_status in ('contacted', 'completed') then follow_up_status else 'pending' end`,
      ),
    lastContactDate: moment('last_contact_date'),
    /** The team's notes, and messages of the person, each line of which begins with "> ". */
    notes: text('notes').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One index for each order of the team's table, read in either direction; `features/crm` sorts by the same
    // expressions. After the sort key and the id come the columns that the table is filtered and searched by, so that an
    // index-only scan finds a page.
    index('email_crm_signup_date').on(table.signupDate, table.id, table.shownStatus, table.email, table.displayName),
    index('email_crm_email').on(table.email, table.id, table.shownStatus, table.displayName),
    index('email_crm_name').on(
      sql`lower(coalesce(${table.displayName}, ''))`,
      table.id,
      table.shownStatus,
      table.email,
      table.displayName,
    ),
    index('email_crm_status').on(table.shownStatus, table.id, table.email, table.displayName),
    index('email_crm_contact').on(
      sql`coalesce(${table.lastContactDate}, '-infinity'::timestamptz)`,
      table.id,
      table.shownStatus,
      table.email,
      table.displayName,
      table.lastContactDate,
    ),
  ],
)
