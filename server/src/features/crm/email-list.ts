import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { EmailFilters, EmailRow } from '#contract/crm.ts'
import type { EmailSort } from '#contract/crm-lists.ts'
import { shownFollowUp } from '#contract/follow-up.ts'
import type { Database } from '../../infra/db/client.ts'
import { containing } from '../../infra/db/like-pattern.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { readPage, type Page, type PagePlace, type SortKey } from './keyset.ts'

/** These expressions must match the indexes in db/schema/email-crm.ts exactly, or PostgreSQL will not use them. */
const SORT_KEYS: Readonly<Record<EmailSort, SortKey>> = {
  signup: { expression: emailCrm.signupDate, type: 'timestamptz' },
  email: { expression: emailCrm.email, type: 'text' },
  name: { expression: sql`lower(coalesce(${emailCrm.displayName}, ''))`, type: 'text' },
  status: { expression: emailCrm.shownStatus, type: 'text' },
  contact: { expression: sql`coalesce(${emailCrm.lastContactDate}, '-infinity'::timestamptz)`, type: 'timestamptz' },
}

const SEARCHED = sql`(${emailCrm.email} || ' ' || lower(coalesce(${emailCrm.displayName}, '')))`

export async function listEmails(db: Database, filters: EmailFilters, place: PagePlace): Promise<Page<EmailRow>> {
  const { sort, order } = filters
  const request = { table: emailCrm, filter: matching(filters), sort: SORT_KEYS[sort], order, ...place }
  const page = await readPage(db, request)
  return { ...page, rows: page.rows.map(toEmailRow) }
}

export async function findEmail(db: Database, id: string): Promise<EmailRow | undefined> {
  const [row] = await db.select().from(emailCrm).where(eq(emailCrm.id, id))
  return row && toEmailRow(row)
}

export function toEmailRow(row: typeof emailCrm.$inferSelect): EmailRow {
  return {
    id: row.id,
    email: row.email,
    display_name: row.displayName,
    signup_date: row.signupDate.toISOString(),
    follow_up_status: shownFollowUp(row.followUpStatus),
    last_contact_date: row.lastContactDate?.toISOString() ?? null,
    notes: row.notes,
    version: row.updatedAt.toISOString(),
  }
}

function matching({ followUp, q }: EmailFilters): SQL | undefined {
  return and(followUp && eq(emailCrm.shownStatus, followUp), q ? containing(SEARCHED, q.toLowerCase()) : undefined)
}
