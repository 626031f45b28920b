import { createHash, randomUUID } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { CallEndReason } from '#contract/realtime.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { isOwnedBy } from '../../infra/db/lock-owner.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { Usage } from '../billing/billing.ts'
import type { AssistantLimits } from './assistant-limits.ts'
import type { CallRecords } from './call-records.ts'
import { keepsLines, type CallRow } from './call-row.ts'

/** How long a call that was never reported is looked up at Vapi, and how many such calls at once. */
const LOOKED_FOR_MS = 86_400_000
const LOOKED_UP_AT_ONCE = 20

export interface CallReport {
  reason: CallEndReason
  /** Null if Vapi does not report it. */
  startedAt: Date | null
  durationMs: number
  lines: { role: 'user' | 'assistant'; content: string; atMs: number }[]
}

/**
 * Calls that Vapi carries; its reports are written to the records here. Every report may arrive twice, late or out of
 * order.
 */
export function createCallsAtVapi(
  db: Database,
  records: CallRecords,
  usage: Pick<Usage, 'extend'>,
  limits: Pick<AssistantLimits, 'left'>,
) {
  async function join(callId: string, startedAt: Date): Promise<'live' | 'no-place' | 'no-minutes'> {
    const joined = { type: 'joined', at: new Date(), startedAt } as const
    try {
      const change = await records.report(callId, joined)
      return change?.hasPlace === false ? 'no-place' : 'live'
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'minutes-used-up') throw error
      await records.report(callId, { ...joined, isUnpaid: true })
      return 'no-minutes'
    }
  }

  return {
    /** Stores the id that the page reports for its own call. @throws AppError `not-found` */
    async hinted(callId: string, owner: Owner, vapiCallId: string): Promise<void> {
      const isTheirs = and(eq(calls.id, callId), isOwnedBy(owner, calls))
      if ((await db.$count(calls, isTheirs)) === 0) throw new AppError('not-found')
      await db
        .update(calls)
        .set({ vapiCallId })
        .where(and(isTheirs, eq(calls.engine, 'vapi'), isNull(calls.vapiCallId)))
    },

    /**
     * Claims a granted call that has not been used yet; `forgetHint` gives it back. Until Vapi has made the call, the claim
     * holds an id that Vapi does not know. A single statement, so that only one of many simultaneous requests gets the call.
     * Undefined if there is none or it has been used.
     */
    async claim(callId: string): Promise<CallRow | undefined> {
      const [row] = await db
        .update(calls)
        .set({ vapiCallId: randomUUID() })
        .where(
          and(
            eq(calls.id, callId),
            eq(calls.engine, 'vapi'),
            eq(calls.status, 'created'),
            isNull(calls.vapiCallId),
            gt(calls.tokenExpiresAt, new Date()),
          ),
        )
        .returning()
      return row
    },

    /**
     * The record for a call at Vapi that names this grant. If a grant is used for a second call, that call gets a record
     * of its own, so that all minutes are counted. Undefined if the caller's account is gone.
     */
    bind: (callId: string, vapiCallId: string): Promise<CallRow | undefined> =>
      db.transaction(async (tx) => {
        const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update')
        if (call?.engine !== 'vapi') return undefined
        // Until Vapi itself has reported the call, its id is only the page's claim.
        if (call.vapiCallId === vapiCallId || call.status === 'created' || call.status === 'expired') {
          await tx.update(calls).set({ vapiCallId }).where(eq(calls.id, callId))
          return call
        }
        const { userId, teamSessionId, payerId, assistantId, engine, limitMs, keptUntil } = call
        const terms = { userId, teamSessionId, payerId, assistantId, engine, limitMs, keptUntil }
        const id = siblingId(vapiCallId)
        const createdAt = new Date()
        const grant = { tokenHash: randomUUID(), tokenExpiresAt: createdAt, createdAt }
        await tx
          .insert(calls)
          .values({ ...terms, id, vapiCallId, ...grant })
          .onConflictDoNothing()
        const [sibling] = await tx.select().from(calls).where(eq(calls.id, id))
        return sibling
      }),

    /** The call runs at Vapi. A request to `controlUrl` makes Vapi end it. */
    async started(callId: string, startedAt: Date, controlUrl: string | null) {
      const outcome = await join(callId, startedAt)
      if (controlUrl !== null) {
        await db
          .update(calls)
          .set({ controlUrl })
          .where(and(eq(calls.id, callId), eq(calls.status, 'live')))
      }
      return outcome
    },

    /**
     * Reports how long the call has lasted, and notifies the assistant's owner when a limit is near. @returns how long it
     * may last, by its own limit, its plan or the limits of its assistant; Infinity if no limit is near
     */
    async lasted(call: CallRow, durationMs: number): Promise<number> {
      if (call.limitMs !== null) return call.limitMs
      const { isFinal, grantedMs } = await usage.extend(call.id, durationMs)
      const leftMs = await limits.left(call)
      // The assistant's minutes were counted up to the call's last beat.
      return Math.min(isFinal ? grantedMs : Infinity, leftMs === null ? Infinity : call.durationMs + leftMs)
    },

    /** Marks the call as alive; without beats it would not count as live. */
    async beat(callId: string, durationMs: number): Promise<void> {
      await records.report(callId, { type: 'beat', at: new Date(), durationMs })
    },

    async ended(callId: string, { reason, startedAt, durationMs, lines }: CallReport): Promise<void> {
      // This report may be the first one about the call.
      await join(callId, startedAt ?? new Date())
      await usage.extend(callId, durationMs)
      const [call] = await db.select().from(calls).where(eq(calls.id, callId))
      if (!call) return
      if (lines.length > 0 && keepsLines(call)) {
        await db
          .insert(callLines)
          .values(lines.map((line, position) => ({ ...line, callId, itemId: `vapi_${position}`, position })))
          .onConflictDoNothing()
      }
      const at = new Date((call.startedAt ?? new Date()).getTime() + durationMs)
      await records.report(callId, { type: 'ended', reason, at, durationMs })
      await limits.left(call)
    },

    live: async () => db.query.calls.findMany({ where: and(eq(calls.status, 'live'), eq(calls.engine, 'vapi')) }),

    /**
     * Some of the calls that a page has reported but Vapi has not. They are chosen at random, so that calls about which Vapi
     * says nothing do not hold up the others.
     */
    unreported: async (grantedBefore: Date) =>
      db.query.calls.findMany({
        where: and(
          isUnreported(),
          isNotNull(calls.vapiCallId),
          lt(calls.createdAt, grantedBefore),
          gt(calls.createdAt, new Date(Date.now() - LOOKED_FOR_MS)),
        ),
        orderBy: sql`random()`,
        limit: LOOKED_UP_AT_ONCE,
      }),

    /** Forgets an id that a page reported or that a claim holds, because it is not that of the call at Vapi. */
    async forgetHint({ id, vapiCallId }: CallRow): Promise<void> {
      await db
        .update(calls)
        .set({ vapiCallId: null })
        .where(and(eq(calls.id, id), isUnreported(), eq(calls.vapiCallId, vapiCallId ?? '')))
    },
  }
}

/** Selects granted calls of which Vapi has reported nothing. */
function isUnreported(): SQL {
  return inArray(calls.status, ['created', 'expired'])
}

/** An id in the format of our call ids, always the same for the same call at Vapi. */
function siblingId(vapiCallId: string): string {
  const hex = createHash('sha256').update(`vapi ${vapiCallId}`).digest('hex')
  return `call_${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`
}
