import { and, eq, exists, inArray, isNotNull, isNull, lte, ne, not, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../infra/db/client.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import { ownAssistants } from '../../infra/db/schema/own-assistants.ts'

const CALLS_AT_A_TIME = 500

/**
 * Deletes what the assistant's owner keeps of calls: the transcript and the owner's notes about it. Callers with an
 * account or a team session keep their own lines. Leads, appointments and figures stay. Events hold no words: `lines` of
 * `conversation.ended` are read from the call at each attempt, and only while it is kept.
 */
export async function endKeeping(tx: Database | Transaction, kept: readonly { id: string }[]): Promise<void> {
  const ids = kept.map(({ id }) => id)
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
 * When an owner's account is deleted: deletes calls of anonymous callers on the owner's plan, and the owner's part of all
 * other calls. Calls that are still running are left to `deleteWordsPastKeeping`.
 */
export async function forgetVisitors(tx: Transaction, ownerId: string): Promise<void> {
  const theirs = and(eq(calls.payerId, ownerId), ne(calls.status, 'live'))
  await tx.delete(calls).where(and(theirs, isNull(calls.userId), isNull(calls.teamSessionId)))
  await endKeeping(tx, await tx.select({ id: calls.id }).from(calls).where(theirs))
}

/** Deletes words whose retention period is over, or whose assistant is gone, as it is with its owner's account. */
export async function deleteWordsPastKeeping(db: Database): Promise<void> {
  const assistant = db
    .select({ one: sql`1` })
    .from(ownAssistants)
    .where(eq(ownAssistants.id, calls.assistantId))
  const isOver = or(lte(calls.keptUntil, new Date()), not(exists(assistant)))
  let count: number
  do {
    count = await db.transaction(async (tx) => {
      const over = await tx
        .select({ id: calls.id })
        .from(calls)
        .where(and(isNotNull(calls.keptUntil), isOver, eq(calls.status, 'ended')))
        .limit(CALLS_AT_A_TIME)
      await endKeeping(tx, over)
      return over.length
    })
  } while (count === CALLS_AT_A_TIME)
}
