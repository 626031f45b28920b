import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import type { CallBudget } from '../../voice/spending.ts'
import type { CallRow } from './call-store.ts'
import { assistantIsBusy, tooManyVisitors } from './free-use-refusals.ts'
import { isLive, isVisitor, isVisitorsCall } from './open-calls.ts'
import type { CallerKeys } from './person-key.ts'
import type { SpendingLedger } from './spending-ledger.ts'

/** Visitors at once, over all assistants of one owner. */
const MAX_VISITORS_AT_ONCE = 20

export interface CallAdmissionOptions {
  ledger: SpendingLedger
  keys: CallerKeys
  visitorsPerNetwork: number
}

/** A call as far as its limits depend on it. */
export type CountedCall = Pick<
  CallRow,
  'id' | 'userId' | 'teamSessionId' | 'payerId' | 'limitMs' | 'network' | 'continuesId'
>

/** Whether one more call may begin, by all the limits on calls of visitors and on free calls. */
export interface CallAdmission {
  /** Says no early, in words for the caller, and takes nothing. @throws AppError */
  refuse(executor: Database | Transaction, call: CountedCall): Promise<void>
  /**
   * Counts the other calls and takes this one's seat and budget, as part of the transaction that joins it. Of many at
   * once each sees those before it: they wait for the same locks, which are always taken in the same order.
   * @throws AppError
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

  async function refuseVisitor(executor: Database | Transaction, call: CountedCall): Promise<void> {
    const others = and(isLive(), isVisitorsCall(), sql`${calls.id} <> ${call.id}`)
    const ofPayer = call.payerId === null ? isNull(calls.payerId) : eq(calls.payerId, call.payerId)
    if ((await executor.$count(calls, and(others, eq(calls.network, networkOf(call))))) >= visitorsPerNetwork) {
      throw tooManyVisitors(visitorsPerNetwork)
    }
    if ((await executor.$count(calls, and(others, ofPayer))) >= MAX_VISITORS_AT_ONCE) throw assistantIsBusy()
  }

  /** What the call that goes on here had left. */
  async function leftOf(tx: Transaction, continuesId: string | null): Promise<{ micros: number } | undefined> {
    if (continuesId === null) return undefined
    const [before] = await tx.select().from(callSpending).where(eq(callSpending.callId, continuesId))
    return before?.isFree ? { micros: Math.max(0, before.reservedMicros - before.spentMicros) } : undefined
  }

  return {
    async refuse(executor, call) {
      if (isVisitor(call)) await refuseVisitor(executor, call)
      if (isFree(call)) {
        await ledger.refuse(executor, await freeCaller(executor, call), { isContinued: call.continuesId !== null })
      }
    },

    async take(tx, call) {
      const caller = await freeCaller(tx, call)
      const locks = [
        ...(isVisitor(call) ? [`visitors of ${call.payerId ?? 'all'}`, `visitors from ${caller.network}`] : []),
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

/** A call with a limit of its own is paid by no plan. */
function isFree({ limitMs }: CountedCall): boolean {
  return limitMs !== null
}
