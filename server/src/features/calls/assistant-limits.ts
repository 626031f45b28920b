import { and, eq, gte, isNotNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { spendingLimitsSchema, type SpendingLimits } from '#contract/spending-limits.ts'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { lockByName } from '../../infra/db/lock-owner.ts'
import { users } from '../../infra/db/schema/auth.ts'
import { calls } from '../../infra/db/schema/calls.ts'
import { assistantLimitNotices, assistantVisitorDays, ownAssistants } from '../../infra/db/schema/own-assistants.ts'
import { composeMail } from '../../infra/mail/compose.ts'
import type { Outbox } from '../../infra/mail/outbox.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { takesPlaceBesides, type CallRow } from './call-row.ts'
import { assistantIsBusy } from './free-use-refusals.ts'
import { limitMoment, type LimitMoment } from './limit-days.ts'
import type { CallerKeys } from './caller-keys.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const NOTICE_PERCENTS = [100, 80] as const
const VISITORS_KEPT_MS = 2 * DAY_MS

interface AssistantLimitsDeps {
  db: Database
  outbox: Outbox
  webhooks: Webhooks
  publicUrl: string
  keys: CallerKeys
}

/** The limits, with the time zone in which days and months begin. */
type LimitsInPlace = SpendingLimits & { timeZone: string }

export type AssistantLimits = ReturnType<typeof createAssistantLimits>
type LimitedCall = Pick<CallRow, 'id' | 'assistantId' | 'payerId' | 'userId' | 'network' | 'continuesId' | 'createdAt'>

/** Where the calls of a visitor with an assistant are counted. */
type VisitorDay = Pick<typeof assistantVisitorDays.$inferSelect, 'assistantId' | 'visitor' | 'day'>

interface Used {
  dayMs: number
  monthMs: number
}

/** Enforces the limits that owners set on each own assistant. */
export function createAssistantLimits({ db, outbox, webhooks, publicUrl, keys }: AssistantLimitsDeps) {
  async function limitsOf(tx: Database | Transaction, assistantId: string): Promise<LimitsInPlace | undefined> {
    const [row] = await tx
      .select({ limits: ownAssistants.limits, timeZone: ownAssistants.timeZone })
      .from(ownAssistants)
      .where(eq(ownAssistants.id, assistantId))
    return row && { ...spendingLimitsSchema.parse(row.limits), timeZone: row.timeZone }
  }

  /** Undefined for a call that no owner's plan pays. */
  const limitsOfCall = async (tx: Transaction, { payerId, assistantId }: LimitedCall) =>
    payerId === null ? undefined : limitsOf(tx, assistantId)

  /** Charged minutes of calls that began in the current day and month; live calls count up to their last beat. */
  async function usedBy(tx: Database | Transaction, assistantId: string, moment: LimitMoment): Promise<Used> {
    const charged = sql<number>`greatest(0, ${calls.durationMs} - ${calls.chargedFromMs})`
    const began = (since: Date) => sql`${calls.createdAt} >= ${since.toISOString()}::timestamptz`
    const [row] = await tx
      .select({
        dayMs: sql<number>`coalesce(sum(${charged}) filter (where ${began(moment.dayBeganAt)}), 0)::float8`,
        monthMs: sql<number>`coalesce(sum(${charged}), 0)::float8`,
      })
      .from(calls)
      .where(
        and(
          eq(calls.assistantId, assistantId),
          isNotNull(calls.payerId),
          isNotNull(calls.chargedFromMs),
          gte(calls.createdAt, moment.monthBeganAt),
        ),
      )
    return row ?? { dayMs: 0, monthMs: 0 }
  }

  /** Identifies a visitor by mailbox, since one person may have many accounts, or by network without an account. */
  async function visitorOf(tx: Transaction, { userId, network }: LimitedCall): Promise<string> {
    if (userId === null) return network ?? 'unknown'
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
    return user ? keys.person(user.email) : userId
  }

  async function refuseAtOnce(tx: Transaction, call: LimitedCall, { callsAtOnce }: SpendingLimits): Promise<void> {
    if (callsAtOnce === null) return
    const others = and(
      eq(calls.assistantId, call.assistantId),
      isNotNull(calls.payerId),
      takesPlaceBesides(call),
      ne(calls.id, call.id),
    )
    if ((await tx.$count(calls, others)) >= callsAtOnce) throw assistantIsBusy()
  }

  const lockLimits = (tx: Transaction, { assistantId }: LimitedCall) => lockByName(tx, `limits of ${assistantId}`)

  async function refuse(tx: Transaction, call: LimitedCall): Promise<VisitorDay | undefined> {
    const limits = await limitsOfCall(tx, call)
    if (!limits) return undefined
    const moment = limitMoment(limits, new Date())
    // A continued call may go on after closing time.
    if (!moment.isOpen && call.continuesId === null) throw closed(moment)
    const used = await usedBy(tx, call.assistantId, moment)
    if (leftMs(limits, used) <= 0) throw usedUp(limits, used)
    await refuseAtOnce(tx, call, limits)
    const counted = await countedOn(tx, call, limits)
    if (limits.callsPerVisitor !== null && counted) {
      const [row] = await tx.select().from(assistantVisitorDays).where(isAt(counted))
      if ((row?.calls ?? 0) >= limits.callsPerVisitor) throw visitedEnough(limits.callsPerVisitor)
    }
    return counted
  }

  async function countedOn(tx: Transaction, call: LimitedCall, limits: LimitsInPlace | undefined) {
    if (!limits || !isCounted(call)) return undefined
    const { day } = limitMoment(limits, call.createdAt)
    return { assistantId: call.assistantId, visitor: await visitorOf(tx, call), day }
  }

  async function add(tx: Transaction, counted: VisitorDay): Promise<void> {
    const { assistantId, visitor, day } = assistantVisitorDays
    await tx
      .insert(assistantVisitorDays)
      .values({ ...counted, calls: 1 })
      .onConflictDoUpdate({
        target: [assistantId, visitor, day],
        set: { calls: sql`${assistantVisitorDays.calls} + 1` },
      })
  }

  /** Mails the owner and posts an event when 80 and when 100 percent are used; each once in a period. */
  async function notify(tx: Transaction, call: LimitedCall, limits: SpendingLimits, used: Used, moment: LimitMoment) {
    for (const [period, minutes, usedMs] of [
      ['day', limits.minutesPerDay, used.dayMs],
      ['month', limits.minutesPerMonth, used.monthMs],
    ] as const) {
      const percent =
        minutes === null ? undefined : NOTICE_PERCENTS.find((each) => usedMs * 100 >= minutes * MINUTE_MS * each)
      if (minutes === null || percent === undefined || call.payerId === null) continue
      const key = period === 'day' ? `day ${moment.day}` : `month ${moment.month}`
      const values = { assistantId: call.assistantId, period: key, percent, sentAt: new Date() }
      const told = await tx.insert(assistantLimitNotices).values(values).onConflictDoNothing().returning()
      if (told.length === 0) continue
      await webhooks.record(tx, {
        ownerId: call.payerId,
        assistantId: call.assistantId,
        type: 'limit.reached',
        data: { period, percent, minutes, usedMinutes: Math.round((usedMs / MINUTE_MS) * 10) / 10 },
      })
      const [owner] = await tx
        .select({ email: users.email, name: users.name, assistant: ownAssistants.name })
        .from(users)
        .innerJoin(ownAssistants, eq(ownAssistants.userId, users.id))
        .where(eq(ownAssistants.id, call.assistantId))
      if (owner)
        await outbox.post(tx, noticeMail({ ...owner, id: call.assistantId, period, percent, minutes, publicUrl }))
    }
  }

  return {
    /**
     * Refuses early, before anything is counted.
     * @returns where the call counts; undefined if it does not
     * @throws AppError in words for visitors
     */
    refuse,

    /**
     * Refuses or counts a visitor's call. A lock serialises calls that join at the same moment. @throws AppError as
     * `refuse` does
     */
    async take(tx: Transaction, call: LimitedCall): Promise<void> {
      if (call.payerId === null) return
      await lockLimits(tx, call)
      const counted = await refuse(tx, call)
      if (counted) await add(tx, counted)
    },

    /** Counts a visitor's call without refusing it. */
    async count(tx: Transaction, call: LimitedCall): Promise<void> {
      const counted = await countedOn(tx, call, await limitsOfCall(tx, call))
      if (counted) await add(tx, counted)
    },

    /** Counts the call no longer: it never began. */
    async giveBack(tx: Transaction, call: LimitedCall): Promise<void> {
      const counted = await countedOn(tx, call, await limitsOfCall(tx, call))
      if (!counted) return
      const fewer = { calls: sql`greatest(0, ${assistantVisitorDays.calls} - 1)` }
      await tx.update(assistantVisitorDays).set(fewer).where(isAt(counted))
    },

    /** Refuses a call that was counted before if too many others run now. @throws AppError `unavailable` */
    async checkPlace(tx: Transaction, call: LimitedCall): Promise<void> {
      const limits = await limitsOfCall(tx, call)
      if (!limits) return
      await lockLimits(tx, call)
      await refuseAtOnce(tx, call, limits)
    },

    /**
     * Called with each beat of a call and after its end. Notifies the owner when a limit is near.
     * @returns how long the call may still last; null without a limit
     */
    async left(call: LimitedCall): Promise<number | null> {
      if (call.payerId === null) return null
      const limits = await limitsOf(db, call.assistantId)
      if (!limits || (limits.minutesPerDay === null && limits.minutesPerMonth === null)) return null
      const moment = limitMoment(limits, new Date())
      const used = await usedBy(db, call.assistantId, moment)
      await db.transaction((tx) => notify(tx, call, limits, used, moment))
      return Math.max(0, leftMs(limits, used))
    },

    async usedMinutes(assistantId: string, limits: LimitsInPlace) {
      const { dayMs, monthMs } = await usedBy(db, assistantId, limitMoment(limits, new Date()))
      return { usedToday: dayMs / MINUTE_MS, usedThisMonth: monthMs / MINUTE_MS }
    },

    async deleteOldVisits(): Promise<void> {
      const day = new Date(Date.now() - VISITORS_KEPT_MS).toISOString().slice(0, 10)
      await db.delete(assistantVisitorDays).where(lt(assistantVisitorDays.day, day))
    },
  }
}

function leftMs({ minutesPerDay, minutesPerMonth }: SpendingLimits, { dayMs, monthMs }: Used): number {
  const ofDay = minutesPerDay === null ? Infinity : minutesPerDay * MINUTE_MS - dayMs
  const ofMonth = minutesPerMonth === null ? Infinity : minutesPerMonth * MINUTE_MS - monthMs
  return Math.min(ofDay, ofMonth)
}

function isAt({ assistantId, visitor, day }: VisitorDay): SQL | undefined {
  const { assistantId: ofAssistant, visitor: ofVisitor, day: ofDay } = assistantVisitorDays
  return and(eq(ofAssistant, assistantId), eq(ofVisitor, visitor), eq(ofDay, day))
}

/** The owner is not a visitor, and a continued call was counted before. */
function isCounted({ userId, payerId, continuesId }: LimitedCall): boolean {
  return continuesId === null && userId !== payerId
}

function closed({ opensAgain }: LimitMoment): AppError {
  const again = opensAgain === null ? 'Please ask the business that it belongs to.' : `It answers again ${opensAgain}.`
  return new AppError('assistant-resting', { detail: `It does not take calls at this hour. ${again}` })
}

function usedUp({ minutesPerDay }: SpendingLimits, { dayMs }: Used): AppError {
  const isToday = minutesPerDay !== null && dayMs >= minutesPerDay * MINUTE_MS
  return new AppError('assistant-resting', {
    detail: isToday
      ? 'Its minutes for today are used up. Please come back tomorrow, or contact the business it belongs to.'
      : 'Its minutes for this month are used up. Please contact the business it belongs to.',
  })
}

function visitedEnough(limit: number): AppError {
  const times = limit === 1 ? 'once' : `${limit} times`
  return new AppError('too-many-calls', {
    detail: `You have talked with this assistant ${times} today. Please come back tomorrow, or contact the business it belongs to.`,
  })
}

interface Notice {
  id: string
  email: string
  name: string
  assistant: string
  period: 'day' | 'month'
  percent: 80 | 100
  minutes: number
  publicUrl: string
}

function noticeMail({ id, email, name, assistant, period, percent, minutes, publicUrl }: Notice) {
  const which = period === 'day' ? 'today' : 'this month'
  return composeMail({
    to: email,
    greetingName: name,
    subject:
      percent === 100
        ? `${assistant} has used its minutes ${which}`
        : `${assistant} has used 80% of its minutes ${which}`,
    before:
      percent === 100
        ? `${assistant} has used the ${minutes} minutes that you allow it a ${period}. Visitors read that it is taking a break.`
        : `${assistant} has used 80% of the ${minutes} minutes that you allow it a ${period}.`,
    action: { label: 'Change its limits', url: `${publicUrl}/assistants/${id}/settings` },
    after: period === 'day' ? 'It has new minutes tomorrow.' : 'It has new minutes next month.',
  })
}
