import { and, desc, eq, gt, inArray, isNotNull, isNull } from 'drizzle-orm'
import { QUESTION_TURNS_MAX } from '#contract/conversation-limits.ts'
import type { UnansweredQuestion } from '#contract/conversations.ts'
import type { Database } from '../../infra/db/client.ts'
import { calls, callTurns } from '../../infra/db/schema/calls.ts'
import { inSlices } from '../../infra/in-slices.ts'
import type { Desk } from './conversation-list.ts'
import { groupByLikeness } from './likeness.ts'

const MAX_VARIANTS = 5

export type Questions = ReturnType<typeof createQuestions>

/** Questions in kept conversations that the assistant could not answer. */
export function createQuestions(db: Database) {
  const isTheirs = ({ id, ownerId }: Desk) =>
    and(eq(calls.assistantId, id), eq(calls.payerId, ownerId), gt(calls.keptUntil, new Date()))

  return {
    /** The most recent ones that the owner has not dealt with. */
    async list(desk: Desk): Promise<UnansweredQuestion[]> {
      const { callId, position, said } = callTurns
      const rows = await db
        .select({ conversationId: callId, position, said, at: calls.createdAt })
        .from(callTurns)
        .innerJoin(calls, eq(calls.id, callTurns.callId))
        .where(
          and(
            isTheirs(desk),
            inArray(callTurns.outcome, ['refused', 'asked-back']),
            isNotNull(said),
            isNull(callTurns.handledAt),
          ),
        )
        .orderBy(desc(calls.createdAt), desc(position))
        .limit(QUESTION_TURNS_MAX)
      const groups = await inSlices(groupByLikeness(rows, (row) => row.said ?? ''))
      return groups
        .map((group) => {
          const [last] = group
          const words = new Set(group.map((row) => row.said ?? ''))
          words.delete(last.said ?? '')
          return {
            said: last.said ?? '',
            count: group.length,
            lastAt: last.at.toISOString(),
            variants: [...words].slice(0, MAX_VARIANTS),
            turns: group.map((row) => ({ conversationId: row.conversationId, position: row.position })),
          }
        })
        .toSorted((one, other) => other.count - one.count || other.lastAt.localeCompare(one.lastAt))
    },

    /** Removes these turns from the list. Turns of other assistants are left as they are. */
    async handled(desk: Desk, turns: readonly { conversationId: string; position: number }[]): Promise<void> {
      const theirs = db.select({ id: calls.id }).from(calls).where(isTheirs(desk))
      await db.transaction(async (tx) => {
        for (const [callId, ofCall] of Map.groupBy(turns, ({ conversationId }) => conversationId)) {
          const positions = ofCall.map(({ position }) => position)
          const isOneOf = and(eq(callTurns.callId, callId), inArray(callTurns.position, positions))
          await tx
            .update(callTurns)
            .set({ handledAt: new Date() })
            .where(and(isOneOf, inArray(callTurns.callId, theirs)))
        }
      })
    },
  }
}
