import { and, desc, eq } from 'drizzle-orm'
import type { Appointment, Lead } from '#contract/actions.ts'
import type { Database } from '../../infra/db/client.ts'
import { behind, pageOf } from '../../infra/db/newest-first.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { toAppointment } from './appointments.ts'
import { toLead } from './leads.ts'

interface OwnersPage {
  assistantId?: string | undefined
  /** The `nextCursor` of the previous page; its shape is checked by the route. */
  cursor?: string | undefined
  limit: number
}

interface Listed<Item> {
  data: (Item & { assistantId: string })[]
  /** Null on the last page. */
  nextCursor: string | null
}

/** Leads and appointments from all assistants of an owner, page by page. */
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
      const { page, next } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
      return { data: page.map((row) => ({ ...toLead(row), assistantId: row.assistantId })), nextCursor: next }
    },

    /** Sorted by their start, the latest first. */
    async appointmentsOf(ownerId: string, { assistantId, cursor, limit }: OwnersPage): Promise<Listed<Appointment>> {
      const isMeant = assistantId === undefined ? undefined : eq(appointments.assistantId, assistantId)
      const rows = await db
        .select()
        .from(appointments)
        .where(and(eq(appointments.ownerId, ownerId), isMeant, behind(cursor, appointments.startsAt, appointments.id)))
        .orderBy(desc(appointments.startsAt), desc(appointments.id))
        .limit(limit + 1)
      const { page, next } = pageOf(rows, limit, ({ startsAt, id }) => ({ at: startsAt, id }))
      return { data: page.map((row) => ({ ...toAppointment(row), assistantId: row.assistantId })), nextCursor: next }
    },
  }
}
