import { and, eq, inArray, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import type { RecordedLine } from '../../voice/call/call-recorder.ts'
import type { CallBudget } from '../../voice/spending.ts'
import type { Granted, Usage } from '../billing/billing.ts'
import { hashOfSecret } from '../../infra/secrets.ts'
import type { CallAdmission } from './call-admission.ts'
import { columnsOf, stateOf, termsOf, type CallRow } from './call-row.ts'
import { transition, type CallEffect, type CallEvent } from './call-transition.ts'
import type { KeptTurn } from './turn-record.ts'
import type { SpendingLedger } from './spending-ledger.ts'

/** How long calls that were never joined are kept. Vapi's report of such a call may be two days late. */
const KEPT_MS = { builtin: 3_600_000, vapi: 48 * 3_600_000 }

interface CallChange {
  row: CallRow
  /** Set if the event reserved a budget or minutes. */
  budget?: CallBudget
  minutes?: Granted
  /** Set if Vapi has begun the call. False if too many others run, so that Vapi must end it. */
  hasPlace?: boolean
}

interface CallRecordsDeps {
  admission: CallAdmission
  ledger: SpendingLedger
  usage: Usage
  /** Called once for each call that was live and has ended, in the same transaction. */
  onEnded: (tx: Transaction, row: CallRow) => Promise<void>
}

export type CallRecords = ReturnType<typeof createCallRecords>

/**
 * The only writer of calls. Every event goes through `transition`, and its effects on budgets and minutes happen only
 * here.
 */
export function createCallRecords(db: Database, { admission, ledger, usage, onEnded }: CallRecordsDeps) {
  async function run(tx: Transaction, row: CallRow, effect: CallEffect): Promise<Omit<CallChange, 'row'>> {
    switch (effect.type) {
      case 'take-budget':
        return { budget: await admission.take(tx, row) }
      case 'retake-budget':
        await admission.retake(tx, row)
        return {}
      case 'release-budget':
        await admission.release(tx, row)
        return {}
      case 'check-place':
        return { hasPlace: await admission.hasPlace(tx, row) }
      case 'take-minutes': {
        const userId = row.payerId ?? row.userId
        const plans = row.payerId === null ? 'any' : 'business'
        return userId === null ? {} : { minutes: await usage.begin(tx, { callId: row.id, userId, plans }) }
      }
      case 'settle':
        await usage.settle(tx, row.id, effect.billedMs)
        await ledger.settle(tx, row.id, effect.durationMs)
        return {}
    }
  }

  /** Like `report`, for a row that the caller has locked, as part of `tx`. */
  async function apply(tx: Transaction, before: CallRow, event: CallEvent): Promise<CallChange | undefined> {
    const state = stateOf(before)
    const step = transition(termsOf(before), state, event)
    if (step.state === state) return undefined
    const [row] = await tx.update(calls).set(columnsOf(step.state)).where(eq(calls.id, before.id)).returning()
    if (!row) return undefined
    const change: CallChange = { row }
    for (const effect of step.effects) Object.assign(change, await run(tx, row, effect))
    if (before.status !== 'ended' && row.status === 'ended') await onEnded(tx, row)
    return change
  }

  /**
   * Reports an event of a call. Idempotent; undefined if the event changes nothing.
   * @throws AppError `minutes-used-up` if the plan that the event charges has none left; nothing is changed then
   */
  const report = (callId: string, event: CallEvent) =>
    db.transaction(async (tx) => {
      const [row] = await tx.select().from(calls).where(eq(calls.id, callId)).for('update')
      return row && apply(tx, row, event)
    })

  return {
    report,
    apply,

    /**
     * Redeems a token: of two sockets with the same token, only one gets the call.
     * @throws AppError if a limit refuses the call; the token stays valid then
     */
    join: (token: string) =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .select()
          .from(calls)
          .where(eq(calls.tokenHash, hashOfSecret(token)))
          .for('update')
        return row?.engine === 'builtin' ? apply(tx, row, { type: 'joined', at: new Date() }) : undefined
      }),

    /** Inserts lines, or updates them by `itemId`. */
    async saveLines(callId: string, lines: readonly RecordedLine[]): Promise<void> {
      if (lines.length === 0) return
      await db
        .insert(callLines)
        .values(lines.map((line) => ({ ...line, callId, atMs: Math.round(line.atMs) })))
        .onConflictDoUpdate({
          target: [callLines.callId, callLines.itemId],
          set: {
            content: sql`excluded.content`,
            interrupted: sql`excluded.interrupted`,
            timings: sql`excluded.timings`,
          },
        })
    },

    /** Inserts turns, or updates them by position. */
    async saveTurns(callId: string, turns: readonly KeptTurn[]): Promise<void> {
      await db
        .insert(callTurns)
        .values(turns.map((turn) => ({ ...turn, callId })))
        .onConflictDoUpdate({
          target: [callTurns.callId, callTurns.position],
          set: {
            outcome: sql`excluded.outcome`,
            firstAudioMs: sql`excluded.first_audio_ms`,
            said: sql`excluded.said`,
          },
        })
    },

    /** Ends live calls without a beat for this time, charging them up to their last beat. @returns how many */
    async endLost(silentForMs: number, exceptIds: readonly string[]): Promise<number> {
      const silentSince = new Date(Date.now() - silentForMs)
      const silent = await db
        .select({ id: calls.id })
        .from(calls)
        .where(
          and(
            eq(calls.status, 'live'),
            eq(calls.engine, 'builtin'),
            lte(calls.heartbeatAt, silentSince),
            notInArray(calls.id, [...exceptIds]),
          ),
        )
      let count = 0
      for (const { id } of silent) if (await report(id, { type: 'lost', silentSince })) count += 1
      return count
    },

    /** Releases what was reserved for calls whose token has expired. */
    async expireGrants(): Promise<void> {
      const at = new Date()
      const late = await db
        .select({ id: calls.id })
        .from(calls)
        .where(and(eq(calls.status, 'created'), lte(calls.tokenExpiresAt, at)))
      for (const { id } of late) await report(id, { type: 'expired', at })
    },

    async deleteUnjoined(): Promise<void> {
      const isOld = (engine: keyof typeof KEPT_MS) =>
        and(eq(calls.engine, engine), lt(calls.tokenExpiresAt, new Date(Date.now() - KEPT_MS[engine])))
      await db
        .delete(calls)
        .where(and(inArray(calls.status, ['created', 'expired']), or(isOld('builtin'), isOld('vapi'))))
    },
  }
}
