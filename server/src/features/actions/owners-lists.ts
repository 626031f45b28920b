import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Appointment, Lead } from '#contract/actions.ts'
import type { Database } from '../../infra/db/client.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { toAppointment } from './appointments.ts'
import { toLead } from './leads.ts'

export interface OwnersPage {
  assistantId?: string | undefined
  /** As `nextCursor` of the page before, checked by the route. */
  cursor?: string | undefined
  limit: number
}

interface Listed<Item> {
  data: (Item & { assistantId: string })[]
  /** Null at the end. */
  nextCursor: string | null
}

/** What came of the calls to all assistants of an owner, page by page. */
export function createOwnersLists(db: Database) {
  return {
    /** Newest first. */
    async leadsOf(ownerId: string, { assistantId, cursor, limit }: OwnersPage): Promise<Listed<Lead>> {
      const isMeant = assistantId === undefined ? undefined : eq(leads.assistantId, assistantId)
      const rows = await db
        .select()
        .from(leads)
        .where(and(eq(leads.ownerId, ownerId), isMeant, behind(cursor, leads.createdAt, leads.id)))
        .orderBy(desc(leads.createdAt), desc(leads.id))
        .limit(limit + 1)
      const data = rows.slice(0, limit).map((row) => ({ ...toLead(row), assistantId: row.assistantId }))
      const last = rows.length > limit ? data.at(-1) : undefined
      return { data, nextCursor: last ? `${last.createdAt}~${last.id}` : null }
    },

    /** By when they begin, the latest first. */
    async appointmentsOf(ownerId: string, { assistantId, cursor, limit }: OwnersPage): Promise<Listed<Appointment>> {
      const isMeant = assistantId === undefined ? undefined : eq(appointments.assistantId, assistantId)
      const rows = await db
        .select()
        .from(appointments)
        .where(and(eq(appointments.ownerId, ownerId), isMeant, behind(cursor, appointments.startsAt, appointments.id)))
        .orderBy(desc(appointments.startsAt), desc(appointments.id))
        .limit(limit + 1)
      const data = rows.slice(0, limit).map((row) => ({ ...toAppointment(row), assistantId: row.assistantId }))
      const last = rows.length > limit ? data.at(-1) : undefined
      return { data, nextCursor: last ? `${last.startsAt}~${last.id}` : null }
    },
  }
}

function behind(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  if (cursor === undefined) return undefined
  const [lastMoment = '', lastId = ''] = cursor.split('~')
  return sql`(${moment}, ${id}) < (${lastMoment}::timestamptz, ${lastId}::text)`
}
