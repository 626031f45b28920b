import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import type { Calls } from '../calls/calls.ts'
import type { ConversationList, Desk } from './conversation-list.ts'

type ConversationChange = Partial<Pick<typeof conversations.$inferInsert, 'status' | 'note' | 'readAt'>>

export type ConversationDesk = ReturnType<typeof createConversationDesk>

/** An owner's actions on conversations. */
export function createConversationDesk(db: Database, list: Pick<ConversationList, 'read'>, host: Calls['host']) {
  const isLive = ({ id, ownerId }: Desk) =>
    and(eq(calls.assistantId, id), eq(calls.payerId, ownerId), host.canBeEnded())

  return {
    /** @throws AppError `not-found` */
    async change(desk: Desk, callId: string, change: ConversationChange): Promise<void> {
      await list.read(desk, callId)
      const updatedAt = new Date()
      await db
        .insert(conversations)
        .values({ callId, ownerId: desk.ownerId, ...change, updatedAt })
        .onConflictDoUpdate({ target: conversations.callId, set: { ...change, updatedAt } })
    },

    /** Deletes the words permanently. @throws AppError `not-found`, or `bad-request` while the call runs */
    async remove(desk: Desk, callId: string): Promise<void> {
      const { call } = await list.read(desk, callId)
      if (call.status === 'live' || host.isHeld(callId)) {
        throw new AppError('bad-request', { detail: 'This conversation is still going on. End it first.' })
      }
      await db.transaction((tx) => host.endKeeping(tx, [call]))
    },

    /** Live calls on the built-in engine. Calls at Vapi are left out, since only Vapi can end them. */
    async live(desk: Desk) {
      const rows = await db.select().from(calls).where(isLive(desk)).orderBy(asc(calls.startedAt))
      return rows.map(({ id, startedAt, createdAt, durationMs }) => ({
        id,
        startedAt: (startedAt ?? createdAt).toISOString(),
        durationMs,
      }))
    },

    /**
     * Ends a live call; the visitor's page is told within seconds. @throws AppError `not-found`, also if the call has
     * ended
     */
    async end(desk: Desk, callId: string): Promise<void> {
      const [row] = await db
        .select()
        .from(calls)
        .where(and(isLive(desk), eq(calls.id, callId)))
      if (!row) throw new AppError('not-found', { detail: 'This conversation has ended.' })
      await host.end(row)
    },
  }
}
