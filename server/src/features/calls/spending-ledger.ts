import { and, eq, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { callSpending } from '../../infra/db/schema/call-spending.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import type { FreeUseLimits } from '../../config/free-use-env.ts'
import type { CallBudget } from '../../voice/spending.ts'
import { isLive } from './call-row.ts'
import { demosResting, demoTimeUsedUp, tooManyDemos, tooManyOfNetwork } from './free-use-refusals.ts'

/** Of a call that a plan pays: more than any conversation costs, less than a program that asks without a pause. */
const PLAN_BUDGET = { fixedMicros: 300_000, microsPerMinute: 200_000 }
/** Past days are not read any more; two are kept for calls that pass midnight. */
const KEPT_MS = 2 * 86_400_000

/** Who calls for free, by the keys that are counted. */
export interface FreeCaller {
  /** Null for a caller of whom nothing is known. */
  person: string | null
  network: string
}

export interface BegunCall extends FreeCaller {
  callId: string
  isFree: boolean
  /** Set aside of the free minutes. */
  limitMs: number
  /** The call goes on here: its time and its budget are what it had left, and cost no new minute. */
  left?: { micros: number } | undefined
}

export interface SpendingLedger {
  /** Locks that make counts of these calls wait for each other; to be taken in one go with others, in order. */
  locksOf(caller: FreeCaller): string[]
  /** @throws AppError `demo-time-used-up`, `demos-resting`, `too-many-calls` */
  refuse(db: Database | Transaction, caller: FreeCaller, call: { isContinued: boolean }): Promise<void>
  /** Sets aside what the call may take, under the locks. @throws as `refuse` does */
  begin(tx: Transaction, call: BegunCall): Promise<CallBudget>
  /** What it has cost so far, as a whole. */
  beat(callId: string, spentMicros: number): Promise<void>
  /** Counts what was used and gives the rest back. Idempotent; nothing for a call that never began. */
  settle(tx: Transaction, callId: string, durationMs: number): Promise<void>
  /** Sets aside once more what was given back for a call that begins after its grant had expired. */
  reopen(tx: Transaction, callId: string): Promise<void>
  /** Undefined where free calls are open. */
  restingUntil(): Date | undefined
}

export interface SpendingLedgerOptions {
  db: Database
  limits: FreeUseLimits
  /** Told once a day, when the operator's limit is reached. */
  onResting: (until: Date) => void
  nowMs?: () => number
}

export function createSpendingLedger({
  db,
  limits,
  onResting,
  nowMs = Date.now,
}: SpendingLedgerOptions): SpendingLedger {
  let restingDay: string | undefined
  const today = () => dayOf(nowMs())

  function noteResting(isReached: boolean): void {
    const wasResting = restingDay === today()
    restingDay = isReached ? today() : undefined
    if (isReached && !wasResting) onResting(nextDay(nowMs()))
  }

  async function sums(executor: Database | Transaction, of: SQL | undefined) {
    const [row] = await executor
      .select({
        micros: sql<string>`coalesce(sum(case when ${callSpending.settledAt} is null then greatest(${callSpending.reservedMicros}, ${callSpending.spentMicros}) else ${callSpending.spentMicros} end), 0)`,
        ms: sql<string>`coalesce(sum(case when ${callSpending.settledAt} is null then ${callSpending.reservedMs} else ${callSpending.usedMs} end), 0)`,
      })
      .from(callSpending)
      .where(and(eq(callSpending.day, today()), callSpending.isFree, of))
    return { micros: Number(row?.micros ?? 0), ms: Number(row?.ms ?? 0) }
  }

  async function liveOf(executor: Database | Transaction, of: SQL): Promise<number> {
    const days = [today(), dayOf(nowMs() - 86_400_000)]
    const rows = await executor
      .select({ id: calls.id })
      .from(callSpending)
      .innerJoin(calls, eq(calls.id, callSpending.callId))
      .where(
        and(inArray(callSpending.day, days), callSpending.isFree, isNull(callSpending.settledAt), of, isLive(nowMs())),
      )
    return rows.length
  }

  /** How much is left for one more call. */
  async function look(executor: Database | Transaction, { person, network }: FreeCaller, isContinued: boolean) {
    const ofNetwork = eq(callSpending.network, network)
    const ofPerson = person === null ? undefined : eq(callSpending.person, person)
    const until = nextDay(nowMs())

    const all = limits.microsPerDay === null ? undefined : await sums(executor, undefined)
    if (all) noteResting(all.micros >= (limits.microsPerDay ?? Infinity))
    if (all && all.micros >= (limits.microsPerDay ?? Infinity)) throw demosResting(until, nowMs())

    if (ofPerson && (await liveOf(executor, ofPerson)) >= limits.callsPerPerson) {
      throw tooManyDemos(limits.callsPerPerson)
    }
    if ((await liveOf(executor, ofNetwork)) >= limits.callsPerNetwork) throw tooManyOfNetwork(limits.callsPerNetwork)

    const byPerson = ofPerson && (await sums(executor, ofPerson))
    const byNetwork = await sums(executor, ofNetwork)
    if (!isContinued) {
      if (byPerson && byPerson.ms >= (limits.msPerPerson ?? Infinity)) throw demoTimeUsedUp('person', until, nowMs())
      if (byNetwork.ms >= (limits.msPerNetwork ?? Infinity)) throw demoTimeUsedUp('network', until, nowMs())
    }
    const left = [
      limits.microsPerCall,
      (limits.microsPerPerson ?? Infinity) - (byPerson?.micros ?? 0),
      (limits.microsPerNetwork ?? Infinity) - byNetwork.micros,
      (limits.microsPerDay ?? Infinity) - (all?.micros ?? 0),
    ]
    // A budget that is spent ends no call: the built-in parts do the work.
    return Math.max(0, Math.min(...left))
  }

  return {
    locksOf: ({ person, network }) => [
      `free network ${network}`,
      ...(person === null ? [] : [`free person ${person}`]),
      ...(limits.microsPerDay === null ? [] : ['free day']),
    ],

    async refuse(executor, caller, { isContinued }) {
      await look(executor, caller, isContinued)
    },

    async begin(tx, { callId, isFree, person, network, limitMs, left }) {
      const row = { callId, day: today(), isFree, person, network }
      if (!isFree) {
        await tx.insert(callSpending).values({ ...row, reservedMicros: 0, reservedMs: 0 })
        return PLAN_BUDGET
      }
      const availableMicros = await look(tx, { person, network }, left !== undefined)
      const reservedMicros = Math.min(availableMicros, left?.micros ?? Infinity)
      await tx.insert(callSpending).values({ ...row, reservedMicros, reservedMs: limitMs })
      return { fixedMicros: reservedMicros }
    },

    async beat(callId, spentMicros) {
      await db
        .update(callSpending)
        .set({ spentMicros: sql`greatest(${callSpending.spentMicros}, ${spentMicros})` })
        .where(eq(callSpending.callId, callId))
    },

    async settle(tx, callId, durationMs) {
      await tx
        .update(callSpending)
        .set({ usedMs: Math.max(0, Math.round(durationMs)), settledAt: new Date(nowMs()) })
        .where(and(eq(callSpending.callId, callId), isNull(callSpending.settledAt)))
    },

    async reopen(tx, callId) {
      await tx.update(callSpending).set({ usedMs: 0, settledAt: null }).where(eq(callSpending.callId, callId))
    },

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
