import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { EmailFilters, EmailRow } from '#contract/crm.ts'
import type { EmailSort } from '#contract/crm-lists.ts'
import { shownFollowUp } from '#contract/follow-up.ts'
import type { Database } from '../../infra/db/client.ts'
import { containing } from '../../infra/db/like-pattern.ts'
import { emailCrm } from '../../infra/db/schema/email-crm.ts'
import { readPage, type Page, type SortKey } from './keyset.ts'
import { narrow } from './narrow.ts'
import type { ListWindow } from './subscriber-list.ts'

/** These expressions must match the indexes in db/schema/email-crm.ts exactly, or PostgreSQL will not use them. */
const SORT_KEYS: Readonly<Record<EmailSort, SortKey>> = {
  signup: { expression: emailCrm.signupDate, type: 'timestamptz' },
  email: { expression: emailCrm.email, type: 'text' },
  name: { expression: sql`lower(coalesce(${emailCrm.displayName}, ''))`, type: 'text' },
  status: { expression: emailCrm.shownStatus, type: 'text' },
  contact: { expression: sql`coalesce(${emailCrm.lastContactDate}, '-infinity'::timestamptz)`, type: 'timestamptz' },
}

const SEARCHED = sql`(${emailCrm.email} || ' ' || lower(coalesce(${emailCrm.displayName}, '')))`

const COLUMNS = {
  id: emailCrm.id,
  email: emailCrm.email,
  displayName: emailCrm.displayName,
  signupDate: emailCrm.signupDate,
  followUpStatus: emailCrm.followUpStatus,
  lastContactDate: emailCrm.lastContactDate,
  notes: emailCrm.notes,
  updatedAt: emailCrm.updatedAt,
}

export async function listEmails(
  db: Database,
  filters: EmailFilters,
  { cursor, limit }: ListWindow,
): Promise<Page<EmailRow> & { matches: number | null }> {
  const { matches, where } = await narrow(db, emailCrm, matching(filters))
  const request = { sort: SORT_KEYS[filters.sort], id: emailCrm.id, order: filters.order, cursor, limit }
  const page = await readPage(request, ({ key, beyond, orderBy, limit: rows }) =>
    db
      .select({ ...COLUMNS, sortKey: key })
      .from(emailCrm)
      .where(
        // The sub-query finds the ids with an index-only scan; only those rows are then read.
        inArray(
          emailCrm.id,
          db
            .select({ id: emailCrm.id })
            .from(emailCrm)
            .where(and(where, beyond))
            .orderBy(...orderBy)
            .limit(rows),
        ),
      )
      .orderBy(...orderBy),
  )
  return { ...page, matches, rows: page.rows.map(toEmailRow) }
}

export async function findEmail(db: Database, id: string): Promise<EmailRow | undefined> {
  const [row] = await db.select(COLUMNS).from(emailCrm).where(eq(emailCrm.id, id))
  return row && toEmailRow(row)
}

export function toEmailRow(row: Pick<typeof emailCrm.$inferSelect, keyof typeof COLUMNS>): EmailRow {
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
