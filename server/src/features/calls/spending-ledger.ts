import { and, eq, inArray, isNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import type { FreeUseLimits } from '../../config/free-use-env.ts'
import type { CallBudget } from '../../voice/spending.ts'
import { isFree, takesPlace, takesPlaceBesides, type CallRow } from './call-row.ts'
import { demosResting, demoTimeUsedUp, tooManyDemos, tooManyOfNetwork } from './free-use-refusals.ts'

/**
 * The budget of a call that a plan pays: more than any conversation costs, but too little for a program that never
 * pauses.
 */
const PLAN_BUDGET = { fixedMicros: 300_000, microsPerMinute: 200_000 }
/** Only the current day is read; two days are kept for calls that last past midnight. */
const KEPT_MS = 2 * 86_400_000

export interface FreeCaller {
  /** Null for an anonymous caller. */
  person: string | null
  network: string
}

type SpendingCall = Pick<CallRow, 'id' | 'limitMs' | 'continuesId' | 'userId' | 'network' | 'assistantId'>

export type SpendingLedger = ReturnType<typeof createSpendingLedger>

/**
 * What calls take of the day's free minutes, and what they cost the operator.
 * @param onResting called once a day, when the operator's limit is reached
 */
export function createSpendingLedger(
  db: Database,
  limits: FreeUseLimits,
  onResting: (until: Date) => void,
  nowMs: () => number = Date.now,
) {
  let restingDay: string | undefined
  const today = () => dayOf(nowMs())

  function noteResting(isReached: boolean): void {
    const wasResting = restingDay === today()
    restingDay = isReached ? today() : undefined
    if (isReached && !wasResting) onResting(nextDay(nowMs()))
  }

  async function sums(tx: Transaction, of: SQL | undefined) {
    const [row] = await tx
      .select({
        micros: sql<string>`coalesce(sum(case when ${callSpending.settledAt} is null then greatest(${callSpending.reservedMicros}, ${callSpending.spentMicros}) else ${callSpending.spentMicros} end), 0)`,
        ms: sql<string>`coalesce(sum(case when ${callSpending.settledAt} is null then ${callSpending.reservedMs} else ${callSpending.usedMs} end), 0)`,
      })
      .from(callSpending)
      .where(and(eq(callSpending.day, today()), callSpending.isFree, of))
    return { micros: Number(row?.micros ?? 0), ms: Number(row?.ms ?? 0) }
  }

  async function othersOf(tx: Transaction, callId: string, of: SQL, takePlace: SQL | undefined): Promise<number> {
    const days = [today(), dayOf(nowMs() - 86_400_000)]
    const rows = await tx
      .select({ id: calls.id })
      .from(callSpending)
      .innerJoin(calls, eq(calls.id, callSpending.callId))
      .where(
        and(
          inArray(callSpending.day, days),
          callSpending.isFree,
          isNull(callSpending.settledAt),
          of,
          takePlace,
          ne(calls.id, callId),
        ),
      )
    return rows.length
  }

  async function refuseAtOnce(tx: Transaction, { person, network }: FreeCaller, call: SpendingCall): Promise<void> {
    if (person !== null) {
      const others = await othersOf(tx, call.id, eq(callSpending.person, person), takesPlaceBesides(call, nowMs()))
      if (others >= limits.callsPerPerson) throw tooManyDemos(limits.callsPerPerson)
    }
    const others = await othersOf(tx, call.id, eq(callSpending.network, network), takesPlace(nowMs()))
    if (others >= limits.callsPerNetwork) throw tooManyOfNetwork(limits.callsPerNetwork, 'free calls')
  }

  /** The remaining budget of a continued call; its earlier process wrote its spending as it grew. */
  async function leftOf(tx: Transaction, callId: string | null): Promise<number | undefined> {
    if (callId === null) return undefined
    const [before] = await tx.select().from(callSpending).where(eq(callSpending.callId, callId))
    return before?.isFree ? Math.max(0, before.reservedMicros - before.spentMicros) : undefined
  }

  /** The budget of one more call. A continued call has its remaining budget and uses no more of the free minutes. */
  async function look(tx: Transaction, caller: FreeCaller, call: SpendingCall) {
    const { person, network } = caller
    const leftMicros = await leftOf(tx, call.continuesId)
    const ofNetwork = eq(callSpending.network, network)
    const ofPerson = person === null ? undefined : eq(callSpending.person, person)
    const until = nextDay(nowMs())

    const all = limits.microsPerDay === Infinity ? undefined : await sums(tx, undefined)
    if (all) {
      const isReached = all.micros >= limits.microsPerDay
      noteResting(isReached)
      if (isReached) throw demosResting(until, nowMs())
    }

    await refuseAtOnce(tx, caller, call)
    const byPerson = ofPerson && (await sums(tx, ofPerson))
    const byNetwork = await sums(tx, ofNetwork)
    if (leftMicros === undefined) {
      if (byPerson && byPerson.ms >= limits.msPerPerson) throw demoTimeUsedUp('person', until, nowMs())
      if (byNetwork.ms >= limits.msPerNetwork) throw demoTimeUsedUp('network', until, nowMs())
    }
    const budgets = [
      leftMicros ?? Infinity,
      limits.microsPerCall,
      limits.microsPerPerson - (byPerson?.micros ?? 0),
      limits.microsPerNetwork - byNetwork.micros,
      limits.microsPerDay - (all?.micros ?? 0),
    ]
    // An exhausted budget does not refuse a call, because the built-in parts cost nothing.
    return Math.max(0, Math.min(...budgets))
  }

  return {
    /**
     * Keys of the locks that serialise these counts. The caller takes them together with its other locks, in sorted
     * order.
     */
    locksOf: ({ person, network }: FreeCaller): string[] => [
      `free network ${network}`,
      ...(person === null ? [] : [`free person ${person}`]),
      ...(limits.microsPerDay === Infinity ? [] : ['free day']),
    ],

    /** @throws AppError `demo-time-used-up`, `demos-resting`, `too-many-calls` */
    async refuse(tx: Transaction, caller: FreeCaller, call: SpendingCall): Promise<void> {
      await look(tx, caller, call)
    },

    /** Refuses a call with a budget if too many others run now. @throws AppError `too-many-calls` */
    checkPlace: refuseAtOnce,

    /** Reserves the call's budget; the caller must hold the locks. @throws as `refuse` does */
    async begin(tx: Transaction, caller: FreeCaller, call: SpendingCall): Promise<CallBudget> {
      const reservedMicros = isFree(call) ? await look(tx, caller, call) : 0
      const reserved = { reservedMicros, reservedMs: call.limitMs ?? 0 }
      await tx
        .insert(callSpending)
        .values({ callId: call.id, day: today(), isFree: isFree(call), ...caller, ...reserved })
      return isFree(call) ? { fixedMicros: reservedMicros } : PLAN_BUDGET
    },

    /** Writes the call's total spending so far. */
    async beat(callId: string, spentMicros: number): Promise<void> {
      await db
        .update(callSpending)
        .set({ spentMicros: sql`greatest(${callSpending.spentMicros}, ${spentMicros})` })
        .where(eq(callSpending.callId, callId))
    },

    /** Counts what was used and releases the rest. Idempotent; does nothing for a call that never began. */
    async settle(tx: Transaction, callId: string, durationMs: number): Promise<void> {
      await tx
        .update(callSpending)
        .set({ usedMs: Math.max(0, Math.round(durationMs)), settledAt: new Date(nowMs()) })
        .where(and(eq(callSpending.callId, callId), isNull(callSpending.settledAt)))
    },

    /** Reserves a released budget again, for a call that begins after its grant had expired. */
    async reopen(tx: Transaction, callId: string): Promise<void> {
      await tx.update(callSpending).set({ usedMs: 0, settledAt: null }).where(eq(callSpending.callId, callId))
    },

    /** Until when free calls are refused; undefined while they are open. */
    restingUntil: () => (restingDay === today() ? nextDay(nowMs()) : undefined),
  }
}

export async function deleteOldSpending(db: Database): Promise<void> {
  await db.delete(callSpending).where(lt(callSpending.day, dayOf(Date.now() - KEPT_MS)))
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

function nextDay(ms: number): Date {
  return new Date(Date.parse(dayOf(ms)) + 86_400_000)
}
