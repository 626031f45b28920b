import { and, eq, exists, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'

const CALLS_AT_A_TIME = 500

/**
 * Ends the keeping of what was said for the owner of the assistant: the owner's words about it go as well. A caller with
 * an account or a team session keeps their own lines; leads, appointments and figures stay.
 */
export async function endKeeping(tx: Database | Transaction, callIds: readonly string[]): Promise<void> {
  const ids = [...callIds]
  if (ids.length === 0) return
  const ofNameless = tx
    .select({ id: calls.id })
    .from(calls)
    .where(and(inArray(calls.id, ids), isNull(calls.userId), isNull(calls.teamSessionId)))
  await tx.delete(callLines).where(inArray(callLines.callId, ofNameless))
  await tx.update(callTurns).set({ said: null }).where(inArray(callTurns.callId, ids))
  await tx.delete(conversations).where(inArray(conversations.callId, ids))
  await tx.update(calls).set({ keptUntil: null }).where(inArray(calls.id, ids))
}

/**
 * Deletes the calls of callers without an account on an owner's plan, and for the others the owner's side of them. Calls
 * that are still running are left to `deleteWordsPastKeeping`.
 */
export async function forgetVisitors(tx: Transaction, ownerId: string): Promise<void> {
  const theirs = and(eq(calls.payerId, ownerId), ne(calls.status, 'live'))
  await tx.delete(calls).where(and(theirs, isNull(calls.userId), isNull(calls.teamSessionId)))
  const known = await tx.select({ id: calls.id }).from(calls).where(theirs)
  await endKeeping(
    tx,
    known.map(({ id }) => id),
  )
}

/** Deletes words whose time is over, or whose owner or assistant is gone. */
export async function deleteWordsPastKeeping(db: Database): Promise<void> {
  const assistant = db
    .select({ one: sql`1` })
    .from(ownAssistants)
    .where(eq(ownAssistants.id, calls.assistantId))
  const isOver = or(lte(calls.keptUntil, new Date()), isNull(calls.payerId), not(exists(assistant)))
  let count: number
  do {
    count = await db.transaction(async (tx) => {
      const over = await tx
        .select({ id: calls.id })
        .from(calls)
        .where(and(isNotNull(calls.keptUntil), isOver, eq(calls.status, 'ended')))
        .limit(CALLS_AT_A_TIME)
      await endKeeping(
        tx,
        over.map(({ id }) => id),
      )
      return over.length
    })
  } while (count === CALLS_AT_A_TIME)
}
