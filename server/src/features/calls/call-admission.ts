import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { teamSessions, users } from '../../infra/db/schema/auth.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import type { CallBudget } from '../../voice/spending.ts'
import { assistantIsBusy, tooManyVisitors } from './free-use-refusals.ts'
import type { CallerKeys } from './person-key.ts'
import { isFree, isLive, isVisitor, isVisitorsCall, type CallRow } from './call-row.ts'
import type { SpendingLedger } from './spending-ledger.ts'

/**
 * Calls of one owner that are live or may yet be joined. A page that broke off without a word counts for some seconds,
 * or until its token expires.
 */
const MAX_CALLS_AT_ONCE = 3
/** Visitors at once: with all assistants of one owner, or of one embedding site with the catalogue's. */
const MAX_VISITORS_AT_ONCE = 20

export interface CallAdmissionOptions {
  ledger: SpendingLedger
  keys: CallerKeys
  visitorsPerNetwork: number
}

/** A call as far as its limits depend on it. */
export type CountedCall = Pick<
  CallRow,
  'id' | 'userId' | 'teamSessionId' | 'payerId' | 'limitMs' | 'network' | 'site' | 'continuesId'
>

/** Decides by all limits but those of plans whether one more call may begin. */
export interface CallAdmission {
  /**
   * Refuses a grant early, in words for the caller, and takes nothing. Grants to one owner wait for each other.
   * @throws AppError `too-many-calls`, `unavailable`, `demo-time-used-up`, `demos-resting`
   */
  refuse(tx: Transaction, call: CountedCall): Promise<void>
  /**
   * Counts the other calls and sets this one's budget aside. Calls that join at the same moment see each other: they
   * wait for the same locks, which are always taken in the same order. @throws AppError as `refuse` does
   */
  take(tx: Transaction, call: CountedCall): Promise<CallBudget>
}

export function createCallAdmission({ ledger, keys, visitorsPerNetwork }: CallAdmissionOptions): CallAdmission {
  const networkOf = ({ network }: CountedCall): string => network ?? 'unknown'

  async function freeCaller(executor: Database | Transaction, call: CountedCall) {
    return { person: await personOf(executor, call), network: networkOf(call) }
  }

  async function personOf(executor: Database | Transaction, { userId, teamSessionId }: CountedCall) {
    if (teamSessionId !== null) return keys.team(teamSessionId)
    if (userId === null) return null
    const [user] = await executor.select({ email: users.email }).from(users).where(eq(users.id, userId))
    return user ? keys.person(user.email) : null
  }

  async function refuseVisitor(tx: Transaction, call: CountedCall): Promise<void> {
    const others = and(isLive(), isVisitorsCall(), ne(calls.id, call.id))
    if ((await tx.$count(calls, and(others, eq(calls.network, networkOf(call))))) >= visitorsPerNetwork) {
      throw tooManyVisitors(visitorsPerNetwork)
    }
    const ofHost =
      call.payerId === null
        ? and(isNull(calls.payerId), eq(calls.site, call.site ?? ''))
        : eq(calls.payerId, call.payerId)
    if ((await tx.$count(calls, and(others, ofHost))) >= MAX_VISITORS_AT_ONCE) throw assistantIsBusy()
  }

  /** What the call that goes on here had left. Its process writes what it spends as it spends it. */
  async function leftOf(tx: Transaction, continuesId: string | null): Promise<{ micros: number } | undefined> {
    if (continuesId === null) return undefined
    const [before] = await tx.select().from(callSpending).where(eq(callSpending.callId, continuesId))
    return before?.isFree ? { micros: Math.max(0, before.reservedMicros - before.spentMicros) } : undefined
  }

  return {
    async refuse(tx, call) {
      await refuseOwner(tx, call)
      if (isVisitor(call)) await refuseVisitor(tx, call)
      if (isFree(call)) {
        await ledger.refuse(tx, await freeCaller(tx, call), { isContinued: call.continuesId !== null })
      }
    },

    async take(tx, call) {
      const caller = await freeCaller(tx, call)
      const locks = [
        ...(isVisitor(call) ? [`visitors of ${call.payerId ?? call.site}`, `visitors from ${caller.network}`] : []),
        ...(isFree(call) ? ledger.locksOf(caller) : []),
      ]
      for (const lock of locks.toSorted())
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`)
      if (isVisitor(call)) await refuseVisitor(tx, call)
      const left = await leftOf(tx, call.continuesId)
      return ledger.begin(tx, { ...caller, callId: call.id, isFree: isFree(call), limitMs: call.limitMs ?? 0, left })
    },
  }
}

/** Locks the owner's row, so that many grants at the same moment count each other. */
async function refuseOwner(tx: Transaction, { userId, teamSessionId }: CountedCall): Promise<void> {
  if (teamSessionId !== null) {
    await tx.select().from(teamSessions).where(eq(teamSessions.id, teamSessionId)).for('no key update')
  } else if (userId !== null) {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  } else return
  const owned = teamSessionId === null ? eq(calls.userId, userId ?? '') : eq(calls.teamSessionId, teamSessionId)
  const canBeJoined = and(eq(calls.status, 'created'), gt(calls.tokenExpiresAt, new Date()))
  const open = await tx.$count(calls, and(owned, or(isLive(), canBeJoined)))
  if (open >= MAX_CALLS_AT_ONCE) throw new AppError('too-many-calls')
}
