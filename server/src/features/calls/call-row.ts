import { and, eq, gt, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { calls } from '../../infra/db/schema/calls.ts'
import type { Owner } from '../../infra/http/session.ts'
import type { CallState, CallTerms } from './call-transition.ts'

/** A live call beats every 5 s. After this time without a beat, its process must have died. */
export const LOST_AFTER_MS = 20_000
/** A call at Vapi beats with each look of the watch, which comes every 15 s and may be late. */
const LOST_AT_VAPI_AFTER_MS = 60_000

export type CallRow = typeof calls.$inferSelect

/** The owner of a call; undefined for a caller without an account. */
export type Caller = Owner | undefined

export function callerOf({ userId, teamSessionId }: Pick<CallRow, 'userId' | 'teamSessionId'>): Caller {
  if (userId !== null) return { userId }
  return teamSessionId === null ? undefined : { teamSessionId }
}

export function termsOf(row: CallRow): CallTerms {
  const { engine, limitMs } = row
  const hasPayer = limitMs === null && (row.payerId ?? row.userId) !== null
  // Vapi does not report when a visitor's first words were understood.
  const from = isVisitor(row) && engine === 'builtin' ? 'from-first-words' : 'from-start'
  return { engine, limitMs, charged: hasPayer ? from : 'never' }
}

export function stateOf(row: CallRow): CallState {
  const { durationMs, chargedFromMs, continuedById, createdAt } = row
  const startedAt = row.startedAt ?? createdAt
  switch (row.status) {
    case 'created':
      return { status: 'created', expiresAt: row.tokenExpiresAt, chargedFromMs }
    case 'live':
      return { status: 'live', startedAt, heartbeatAt: row.heartbeatAt ?? startedAt, durationMs, chargedFromMs }
    case 'ended': {
      const [reason, endedAt] = [row.endReason ?? 'failed', row.endedAt ?? startedAt]
      return { status: 'ended', reason, startedAt, endedAt, durationMs, chargedFromMs, continuedById }
    }
    case 'expired':
      return { status: 'expired', chargedFromMs }
  }
}

export function columnsOf(state: CallState): Partial<CallRow> {
  if (state.status === 'created') {
    const { expiresAt, ...columns } = state
    return { ...columns, tokenExpiresAt: expiresAt }
  }
  if (state.status !== 'ended') return state
  const { reason, ...columns } = state
  return { ...columns, endReason: reason, network: null, site: null, controlUrl: null }
}

/** Whether no plan pays for the call. Only such calls have a limit of their own. */
export function isFree({ limitMs }: Pick<CallRow, 'limitMs'>): boolean {
  return limitMs !== null
}

/** Whether the caller is anonymous, or another account's plan pays. */
export function isVisitor(call: Pick<CallRow, 'payerId' | 'userId' | 'teamSessionId'>): boolean {
  const { payerId, userId, teamSessionId } = call
  return payerId === null ? userId === null && teamSessionId === null : payerId !== userId
}

/** The same condition as SQL. */
export function isVisitorsCall(): SQL | undefined {
  const isNameless = and(isNull(calls.userId), isNull(calls.teamSessionId))
  const isOnAnothersPlan = and(isNotNull(calls.payerId), or(isNull(calls.userId), ne(calls.payerId, calls.userId)))
  return or(isNameless, isOnAnothersPlan)
}

/**
 * Whether the lines of a call are stored. A caller without an account could neither see nor delete them, so they are
 * stored only if the assistant's owner keeps conversations, which the caller is told beforehand.
 */
export function keepsLines(row: Pick<CallRow, 'userId' | 'teamSessionId' | 'keptUntil'>): boolean {
  return row.userId !== null || row.teamSessionId !== null || row.keptUntil !== null
}

/** Whether the call is with an own assistant on its owner's plan, so that the owner sees how it went. */
export function isConversation({ payerId }: Pick<CallRow, 'payerId'>): boolean {
  return payerId !== null
}

/** Selects live calls. A call without a recent beat is not live, even before the sweep has ended it. */
export function isLive(nowMs: number = Date.now()): SQL | undefined {
  const beatSince = (ms: number) => gt(calls.heartbeatAt, new Date(nowMs - ms))
  const isRecent = or(beatSince(LOST_AFTER_MS), and(eq(calls.engine, 'vapi'), beatSince(LOST_AT_VAPI_AFTER_MS)))
  // The first beat alone can use the index.
  return and(eq(calls.status, 'live'), beatSince(LOST_AT_VAPI_AFTER_MS), isRecent)
}

/** Selects granted calls that Vapi may begin at any moment without asking. */
function isStarting(nowMs: number): SQL | undefined {
  return and(eq(calls.engine, 'vapi'), eq(calls.status, 'created'), gt(calls.tokenExpiresAt, new Date(nowMs)))
}

/** Selects calls that take a place among the simultaneous ones: live calls, and those that Vapi may begin. */
export function takesPlace(nowMs: number = Date.now()): SQL | undefined {
  return or(isLive(nowMs), isStarting(nowMs))
}

type Start = Pick<CallRow, 'userId' | 'network' | 'assistantId'>

/**
 * Like `takesPlace`, but without earlier starts of the same caller with the same assistant. After a start that failed, the
 * caller can thus try again at once; only one of them can go live, since the place is checked again then.
 */
export function takesPlaceBesides(
  { userId, network, assistantId }: Start,
  nowMs: number = Date.now(),
): SQL | undefined {
  const isOtherStart = or(
    ne(calls.assistantId, assistantId),
    sql`${calls.userId} is distinct from ${userId}`,
    sql`${calls.network} is distinct from ${network}`,
  )
  return or(isLive(nowMs), and(isStarting(nowMs), isOtherStart))
}
