import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { CallEndReason } from '#contract/realtime.ts'
import type { Database } from '../../infra/db/client.ts'
import { isOwnedBy } from '../../infra/db/lock-owner.ts'
import { newestFirst, type PagePlace } from '../../infra/db/newest-first.ts'
import { teamSessions } from '../../infra/db/schema/auth.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { HeardLine } from '../../voice/brain/brain.ts'
import { hashOfSecret } from '../../infra/secrets.ts'
import type { CallRow } from './call-row.ts'

/** The end reason of a call that was deleted with its owner, and so has no stored reason. */
const OWNER_GONE: CallEndReason = 'access-ended'

export type CallReads = ReturnType<typeof createCallReads>
export type ListedCall = Awaited<ReturnType<CallReads['list']>>['rows'][number]

export function createCallReads(db: Database) {
  async function linesOf(callIds: readonly string[]) {
    const { callId, role, content, atMs, interrupted, timings, position } = callLines
    return db
      .select({ callId, line: { role, content, atMs, interrupted, timings } })
      .from(callLines)
      .where(inArray(callId, [...callIds]))
      .orderBy(asc(position))
  }

  return {
    /** Finds the call that a token opens, without redeeming the token. */
    async peek(token: string): Promise<CallRow | undefined> {
      const canBeJoined = and(eq(calls.status, 'created'), gt(calls.tokenExpiresAt, new Date()))
      const [row] = await db
        .select()
        .from(calls)
        .where(and(eq(calls.tokenHash, hashOfSecret(token)), canBeJoined))
      return row
    },

    async list(owner: Owner, place: PagePlace) {
      const query = db.select().from(calls).$dynamic()
      const isListed = and(isOwnedBy(owner, calls), inArray(calls.status, ['live', 'ended']))
      const { page, next } = await newestFirst(query, isListed, place, calls, 'createdAt', (row) => row)
      const lines = Map.groupBy(await linesOf(page.map(({ id }) => id)), ({ callId }) => callId)
      const rowsOf = (callId: string) => (lines.get(callId) ?? []).map(({ line }) => line)
      return { rows: page.map((call) => ({ call, lines: rowsOf(call.id) })), nextBefore: next }
    },

    /** The last lines of a call and of the calls that it continued, oldest first. */
    async memoryOf(callId: string, limit: number): Promise<HeardLine[]> {
      const memory: HeardLine[] = []
      // A caller on a train may have lost several calls in a row.
      let next: string | null = callId
      while (next !== null && memory.length < limit) {
        const isNext = eq(calls.id, next)
        const [row]: { continuesId: string | null }[] = await db
          .select({ continuesId: calls.continuesId })
          .from(calls)
          .where(isNext)
        const lines = await linesOf([next])
        const said = lines.filter(({ line }) => line.content !== '')
        memory.unshift(...said.map(({ line: { role, content } }) => ({ role, content })))
        next = row?.continuesId ?? null
      }
      return memory.slice(-limit)
    },

    /** Which of these calls are over, and why: another process ended them, or they were deleted with their owner. */
    async endedElsewhere(callIds: readonly string[]): Promise<Map<string, CallEndReason>> {
      if (callIds.length === 0) return new Map()
      const rows = await db
        .select({ id: calls.id, status: calls.status, endReason: calls.endReason, expiresAt: teamSessions.expiresAt })
        .from(calls)
        .leftJoin(teamSessions, eq(teamSessions.id, calls.teamSessionId))
        .where(inArray(calls.id, [...callIds]))
      const byId = new Map(rows.map((row) => [row.id, row]))
      const over = new Map<string, CallEndReason>()
      for (const id of callIds) {
        const row = byId.get(id)
        if (!row || (row.expiresAt !== null && row.expiresAt.getTime() <= Date.now())) over.set(id, OWNER_GONE)
        else if (row.status === 'ended') over.set(id, row.endReason ?? 'failed')
      }
      return over
    },
  }
}
