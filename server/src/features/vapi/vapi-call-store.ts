import { createHash, randomUUID } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import type { CallEndReason } from '#contract/realtime.ts'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { callLines, calls } from '../../infra/db/schema/calls.ts'
import { vapiCalls } from '../../infra/db/schema/vapi-calls.ts'
import type { Usage } from '../billing/billing.ts'
import type { VapiReport } from './server-messages.ts'

export type CallRow = typeof calls.$inferSelect
export type VapiRow = typeof vapiCalls.$inferSelect
export type TrackedCall = { call: CallRow; vapi: VapiRow }

/** A call that nobody ever reported is looked for at Vapi for so long. */
const LOOKED_FOR_MS = 86_400_000

type Minutes = Pick<Usage, 'begin' | 'extend' | 'settle'>

/** The records of calls that Vapi makes. Every method may be repeated, in any order, and changes nothing then. */
export interface VapiCallStore {
  granted(callId: string): Promise<void>
  /** What the page says of its own call. */
  hinted(callId: string, owner: { userId: string } | { teamSessionId: string }, vapiCallId: string): Promise<void>
  /**
   * The record for a call at Vapi that carries this mark. A mark that is used for a second call gets a record of its own,
   * so that no minute goes uncounted. Undefined when the one who was granted it is gone.
   */
  bind(callId: string, vapiCallId: string): Promise<CallRow | undefined>
  /** It runs. Sets minutes aside; null when none are left. */
  began(call: CallRow, startedAt: Date, controlUrl: string | null): Promise<'live' | 'no-minutes'>
  beat(callId: string, durationMs: number): Promise<void>
  finish(callId: string, reason: CallEndReason, report: Omit<VapiReport, 'endedReason'>): Promise<void>
  /** Those that run. */
  live(): Promise<TrackedCall[]>
  /** Those that a page told of, and nobody since. */
  unheardOf(grantedBefore: Date): Promise<TrackedCall[]>
}

export function createVapiCallStore(db: Database, minutes: Minutes): VapiCallStore {
  const tracked = () =>
    db.select({ call: calls, vapi: vapiCalls }).from(vapiCalls).innerJoin(calls, eq(calls.id, vapiCalls.callId))

  async function join(tx: Transaction, callId: string, startedAt: Date): Promise<'live' | 'no-minutes'> {
    const [row] = await tx
      .update(calls)
      .set({ status: 'live', startedAt, heartbeatAt: new Date() })
      .where(and(eq(calls.id, callId), eq(calls.status, 'created')))
      .returning()
    // One without a limit of its own is a plan's.
    if (!row || row.userId === null || row.limitMs !== null) return 'live'
    try {
      await minutes.begin(tx, { callId, userId: row.userId })
    } catch (error) {
      if (error instanceof AppError && error.code === 'minutes-used-up') return 'no-minutes'
      throw error
    }
    return 'live'
  }

  return {
    async granted(callId) {
      await db.insert(vapiCalls).values({ callId }).onConflictDoNothing()
    },

    async hinted(callId, owner, vapiCallId) {
      const owned = 'userId' in owner ? eq(calls.userId, owner.userId) : eq(calls.teamSessionId, owner.teamSessionId)
      const [call] = await db
        .select({ id: calls.id })
        .from(calls)
        .where(and(eq(calls.id, callId), owned))
      if (!call) throw new AppError('not-found')
      await db
        .update(vapiCalls)
        .set({ vapiCallId })
        .where(and(eq(vapiCalls.callId, callId), isNull(vapiCalls.vapiCallId)))
    },

    bind: (callId, vapiCallId) =>
      db.transaction(async (tx) => {
        const [call] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update')
        const [vapi] = await tx.select().from(vapiCalls).where(eq(vapiCalls.callId, callId))
        if (!call || !vapi) return undefined
        // Before Vapi itself has spoken of it, an id is only what the page said.
        if (vapi.vapiCallId === vapiCallId || call.status === 'created') {
          await tx.update(vapiCalls).set({ vapiCallId }).where(eq(vapiCalls.callId, callId))
          return call
        }
        const id = siblingId(vapiCallId)
        const { userId, teamSessionId, payerId, assistantId, limitMs } = call
        const createdAt = new Date()
        const tokenHash = randomUUID()
        await tx
          .insert(calls)
          .values({
            id,
            userId,
            teamSessionId,
            payerId,
            assistantId,
            limitMs,
            tokenHash,
            createdAt,
            tokenExpiresAt: createdAt,
          })
          .onConflictDoNothing()
        await tx.insert(vapiCalls).values({ callId: id, vapiCallId }).onConflictDoNothing()
        const [sibling] = await tx.select().from(calls).where(eq(calls.id, id))
        return sibling
      }),

    async began(call, startedAt, controlUrl) {
      return db.transaction(async (tx) => {
        if (controlUrl !== null) await tx.update(vapiCalls).set({ controlUrl }).where(eq(vapiCalls.callId, call.id))
        return join(tx, call.id, startedAt)
      })
    },

    async beat(callId, durationMs) {
      await db
        .update(calls)
        .set({ durationMs: Math.round(durationMs), heartbeatAt: new Date() })
        .where(and(eq(calls.id, callId), eq(calls.status, 'live')))
    },

    async finish(callId, reason, { startedAt, durationMs, lines }) {
      // The report may be the first that is heard of the call.
      await db.transaction((tx) => join(tx, callId, startedAt ?? new Date()))
      await minutes.extend(callId, durationMs)
      await db.transaction(async (tx) => {
        const [row] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update')
        if (!row) return
        if (row.status === 'live') {
          const endedAt = new Date((row.startedAt ?? new Date()).getTime() + durationMs)
          await tx
            .update(calls)
            .set({ status: 'ended', endReason: reason, durationMs, endedAt })
            .where(eq(calls.id, callId))
        }
        // Of somebody of whom nothing is known, no words are kept.
        const isKnown = row.userId !== null || row.teamSessionId !== null
        if (lines.length > 0 && isKnown) {
          await tx
            .insert(callLines)
            .values(lines.map((line, at) => ({ ...line, callId, itemId: `vapi_${at}`, position: at })))
            .onConflictDoNothing()
        }
        await tx.update(vapiCalls).set({ reportedAt: new Date(), controlUrl: null }).where(eq(vapiCalls.callId, callId))
        await minutes.settle(tx, callId, durationMs)
      })
    },

    live: () => tracked().where(eq(calls.status, 'live')),

    unheardOf: (grantedBefore) =>
      tracked().where(
        and(
          eq(calls.status, 'created'),
          isNotNull(vapiCalls.vapiCallId),
          lt(calls.createdAt, grantedBefore),
          gt(calls.createdAt, new Date(Date.now() - LOOKED_FOR_MS)),
        ),
      ),
  }
}

/** The same for the same call at Vapi, in the form of our ids. */
function siblingId(vapiCallId: string): string {
  const hex = createHash('sha256').update(`vapi ${vapiCallId}`).digest('hex')
  return `call_${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`
}
