import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 })

/**
 * Whom the team follows up by e-mail: everybody who has signed up or written, one row for each address.
 * Only `crm-records/email-records.ts` adds to it.
 */
export const emailCrm = pgTable(
  'email_crm',
  {
    id: text('id').primaryKey(),
    /** Trimmed and lower-case, as in `users`; an address that writes first and signs up later stays one row. */
    email: text('email').notNull().unique(),
    displayName: text('display_name'),
    /** When the account was made; until there is one, when the address was first heard of. */
    signupDate: moment('signup_date').notNull(),
    /** pending, contacted or completed. Whatever else stands here is shown as pending. */
    followUpStatus: text('follow_up_status').notNull().default('pending'),
    lastContactDate: moment('last_contact_date'),
    /** The team's own words, and what the person wrote, each line of which begins with "> ". */
    notes: text('notes').notNull().default(''),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    // One for each order of the team's table, read in either direction; `features/crm` sorts by the same expressions.
    index('email_crm_signup_date').on(table.signupDate, table.id),
    index('email_crm_email').on(table.email, table.id),
    index('email_crm_name').on(sql`lower(coalesce(${table.displayName}, ''))`, table.id),
    index('email_crm_status').on(table.followUpStatus, table.id),
    index('email_crm_contact').on(sql`coalesce(${table.lastContactDate}, '-infinity'::timestamptz)`, table.id),
  ],
)
