import { and, eq, gt, isNotNull, isNull, ne, or, type SQL } from 'drizzle-orm'
import { calls } from '../../infra/db/schema/calls.ts'

/** A live call beats every 5 s; one that has been silent for this long has lost its process. */
export const LOST_AFTER_MS = 20_000

export function isLive(nowMs: number = Date.now()): SQL | undefined {
  return and(eq(calls.status, 'live'), gt(calls.heartbeatAt, new Date(nowMs - LOST_AFTER_MS)))
}

/** Live, or granted and still to be joined. */
export function isOpen(nowMs: number = Date.now()): SQL | undefined {
  const canBeJoined = and(eq(calls.status, 'created'), gt(calls.tokenExpiresAt, new Date(nowMs)))
  return or(isLive(nowMs), canBeJoined)
}

/** Calls of people of whom nothing is known, or which another person's plan pays. */
export function isVisitorsCall(): SQL | undefined {
  const isNameless = and(isNull(calls.userId), isNull(calls.teamSessionId))
  const isOnAnothersPlan = and(isNotNull(calls.payerId), or(isNull(calls.userId), ne(calls.payerId, calls.userId)))
  return or(isNameless, isOnAnothersPlan)
}

/** The same of one row. */
export function isVisitor({
  payerId,
  userId,
  teamSessionId,
}: Pick<typeof calls.$inferSelect, 'payerId' | 'userId' | 'teamSessionId'>): boolean {
  return payerId === null ? userId === null && teamSessionId === null : payerId !== userId
}
