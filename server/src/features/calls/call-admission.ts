import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Transaction } from '../../infra/db/client.ts'
import { isOwnedBy, lockByName, lockOwner } from '../../infra/db/lock-owner.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import type { CallBudget } from '../../voice/spending.ts'
import type { AssistantLimits } from './assistant-limits.ts'
import { assistantIsBusy, tooManyOfNetwork } from './free-use-refusals.ts'
import type { CallerKeys } from './caller-keys.ts'
import { callerOf, isFree, isLive, isVisitor, isVisitorsCall, takesPlace, type CallRow } from './call-row.ts'
import type { FreeCaller, SpendingLedger } from './spending-ledger.ts'

/**
 * Limit on calls of one owner that are live or can still be joined. A call whose page vanished counts for some seconds
 * more, or until its token expires.
 */
const MAX_CALLS_AT_ONCE = 3
/** Concurrent visitors with all assistants of one owner, or with the catalogue's assistants on one embedding site. */
const MAX_VISITORS_AT_ONCE = 20

type CountedCall = Pick<
  CallRow,
  | 'id'
  | 'assistantId'
  | 'userId'
  | 'teamSessionId'
  | 'payerId'
  | 'limitMs'
  | 'network'
  | 'site'
  | 'continuesId'
  | 'createdAt'
>

export type CallAdmission = ReturnType<typeof createCallAdmission>

/** Checks all limits on a new call, except the minutes of plans. */
export function createCallAdmission(
  ledger: SpendingLedger,
  assistantLimits: Pick<AssistantLimits, 'refuse' | 'take' | 'giveBack' | 'count' | 'checkPlace'>,
  keys: CallerKeys,
  visitorsPerNetwork: number,
) {
  const networkOf = ({ network }: CountedCall): string => network ?? 'unknown'

  async function freeCaller(tx: Transaction, call: CountedCall): Promise<FreeCaller> {
    const network = networkOf(call)
    if (call.teamSessionId !== null) return { network, person: keys.team(call.teamSessionId) }
    const [user] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, call.userId ?? ''))
    return { network, person: user ? keys.person(user.email) : null }
  }

  async function refuseVisitor(tx: Transaction, call: CountedCall): Promise<void> {
    const others = and(takesPlace(), isVisitorsCall(), ne(calls.id, call.id))
    if ((await tx.$count(calls, and(others, eq(calls.network, networkOf(call))))) >= visitorsPerNetwork) {
      throw tooManyOfNetwork(visitorsPerNetwork, 'calls')
    }
    const ofHost =
      call.payerId === null
        ? and(isNull(calls.payerId), eq(calls.site, call.site ?? ''))
        : eq(calls.payerId, call.payerId)
    if ((await tx.$count(calls, and(others, ofHost))) >= MAX_VISITORS_AT_ONCE) throw assistantIsBusy()
  }

  /** Locks make concurrent calls see each other; they are always taken in the same order, so that there is no deadlock. */
  async function lock(tx: Transaction, caller: FreeCaller, call: CountedCall): Promise<void> {
    const locks = [
      ...(isVisitor(call) ? [`visitors of ${call.payerId ?? call.site}`, `visitors from ${caller.network}`] : []),
      ...(isFree(call) ? ledger.locksOf(caller) : []),
    ]
    for (const name of locks.toSorted()) await lockByName(tx, name)
  }

  return {
    /**
     * Refuses a grant early, in words for the caller, and reserves nothing. A lock serialises grants to one owner.
     * @throws AppError `too-many-calls`, `unavailable`, `assistant-resting`, `demo-time-used-up`, `demos-resting`
     */
    async refuse(tx: Transaction, call: CountedCall): Promise<void> {
      await refuseOwner(tx, call)
      if (isVisitor(call)) await refuseVisitor(tx, call)
      await assistantLimits.refuse(tx, call)
      if (isFree(call)) await ledger.refuse(tx, await freeCaller(tx, call), call)
    },

    /** Checks the limits and reserves the call's budget. @throws AppError as `refuse` does */
    async take(tx: Transaction, call: CountedCall): Promise<CallBudget> {
      const caller = await freeCaller(tx, call)
      await lock(tx, caller, call)
      if (isVisitor(call)) await refuseVisitor(tx, call)
      await assistantLimits.take(tx, call)
      return ledger.begin(tx, caller, call)
    },

    /** Gives back what was taken for a call that never began. */
    async release(tx: Transaction, call: CountedCall): Promise<void> {
      await assistantLimits.giveBack(tx, call)
      await ledger.settle(tx, call.id, 0)
    },

    /** Takes again what was given back, for a call that begins after its grant had expired. Refuses nothing. */
    async retake(tx: Transaction, call: CountedCall): Promise<void> {
      await assistantLimits.count(tx, call)
      await ledger.reopen(tx, call.id)
    },

    /**
     * Whether a call that Vapi has begun still has a place among the simultaneous ones. Its grant may have expired long ago,
     * and the caller may have begun another call since then.
     */
    async hasPlace(tx: Transaction, call: CountedCall): Promise<boolean> {
      const caller = await freeCaller(tx, call)
      await lock(tx, caller, call)
      try {
        if (isVisitor(call)) await refuseVisitor(tx, call)
        await assistantLimits.checkPlace(tx, call)
        if (isFree(call)) await ledger.checkPlace(tx, caller, call)
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
  }
}

/** Locks the owner's row, so that many grants at the same moment count each other. */
async function refuseOwner(tx: Transaction, call: CountedCall): Promise<void> {
  const owner = callerOf(call)
  if (!owner) return
  await lockOwner(tx, owner)
  const canBeJoined = and(eq(calls.status, 'created'), gt(calls.tokenExpiresAt, new Date()))
  const open = await tx.$count(calls, and(isOwnedBy(owner, calls), or(isLive(), canBeJoined)))
  if (open >= MAX_CALLS_AT_ONCE) throw new AppError('too-many-calls')
}
