import { and, asc, eq, gte } from 'drizzle-orm'
import type { Database } from '../../infra/db/client.ts'
import { newestFirst, type OwnersPlace } from '../../infra/db/newest-first.ts'
import { appointments } from '../../infra/db/schema/actions.ts'
import type { AppointmentRow } from './appointment-mails.ts'

const LISTED_PAST_MS = 30 * 86_400_000
const MAX_LISTED = 500

export type AppointmentLists = ReturnType<typeof createAppointmentLists>

export function createAppointmentLists(db: Database) {
  return {
    /** Future appointments; `all` adds those of the last month. */
    async list(assistantId: string, range: 'coming' | 'all') {
      const since = new Date(Date.now() - (range === 'all' ? LISTED_PAST_MS : 0))
      const rows = await db
        .select()
        .from(appointments)
        .where(
          and(
            eq(appointments.assistantId, assistantId),
            gte(appointments.endsAt, since),
            range === 'coming' ? eq(appointments.status, 'booked') : undefined,
          ),
        )
        .orderBy(asc(appointments.startsAt), asc(appointments.id))
        .limit(MAX_LISTED)
      return rows.map(toAppointment)
    },

    /** From all assistants of an owner, sorted by their start, the latest first. */
    ofOwner: async (ownerId: string, { assistantId, ...place }: OwnersPlace) => {
      const isMeant = assistantId === undefined ? undefined : eq(appointments.assistantId, assistantId)
      const { page, next } = await newestFirst(
        db.select().from(appointments).$dynamic(),
        and(eq(appointments.ownerId, ownerId), isMeant),
        place,
        appointments,
        'startsAt',
        (row) => row,
      )
      return { data: page.map((row) => ({ ...toAppointment(row), assistantId: row.assistantId })), nextCursor: next }
    },
  }
}

export function toAppointment(row: AppointmentRow) {
  const { id, status, startsAt, endsAt, callId: conversationId, fields, createdAt } = row
  return { id, status, startsAt, endsAt, conversationId, fields, createdAt }
}
