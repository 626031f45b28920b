import { and, asc, eq, gt, or, sql } from 'drizzle-orm'
import type { V1Conversation, V1ConversationDetail } from '#contract/api-keys.ts'
import { conversationOutcome, type ConversationFilter } from '#contract/conversations.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { newestFirst, type OwnersPlace } from '../../infra/db/newest-first.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import { hasAny, matches, TURN_COUNTS } from './conversation-list.ts'

const idsOf = (table: typeof leads | typeof appointments) =>
  sql<
    string[]
  >`(select coalesce(json_agg(${table.id} order by ${table.createdAt}), '[]') from ${table} where ${table.callId} = ${calls.id})`

const COLUMNS = {
  call: calls,
  status: conversations.status,
  ...TURN_COUNTS,
  leads: idsOf(leads),
  appointments: idsOf(appointments),
}

function select(db: Database) {
  return db.select(COLUMNS).from(calls).leftJoin(conversations, eq(conversations.callId, calls.id)).$dynamic()
}
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

/**
 * The conversations that `conversation.ended` events report, for owners' programs. Words are included only if they are
 * kept.
 */
export function createOwnersConversations(db: Database) {
  const isKept = () => gt(calls.keptUntil, new Date())

  /** Ended conversations in which the visitor said something. Vapi reports no turns, so its calls count by their duration. */
  function isTheirs(ownerId: string) {
    const atVapi = and(eq(calls.engine, 'vapi'), gt(calls.durationMs, 0))
    return and(eq(calls.payerId, ownerId), eq(calls.status, 'ended'), or(hasAny(callTurns), atVapi))
  }

  return {
    /** Newest first. */
    async conversationsOf(ownerId: string, query: ConversationFilter & OwnersPlace) {
      const { assistantId, before, limit, ...filter } = query
      const isMeant = assistantId === undefined ? undefined : eq(calls.assistantId, assistantId)
      // A caller with an account keeps lines that the owner may not read, so these are not searched either.
      const isReadable = filter.search === undefined ? undefined : isKept()
      const isFound = and(isTheirs(ownerId), isMeant, isReadable, matches(filter))
      const place = { before, limit }
      const { page, next } = await newestFirst(select(db), isFound, place, calls, 'createdAt', ({ call }) => call)
      return { data: page.map(toConversation), nextCursor: next }
    },

    /** @throws AppError `not-found`, also for another owner's conversation */
    async conversationOf(ownerId: string, id: string): Promise<V1ConversationDetail> {
      const [row] = await select(db).where(and(isTheirs(ownerId), eq(calls.id, id)))
      if (!row) throw new AppError('not-found', { detail: 'There is no such conversation.' })
      const isReadable = and(eq(callLines.callId, id), isKept())
      const lines = await db
        .select({ role: callLines.role, text: callLines.content, atMs: callLines.atMs })
        .from(callLines)
        .innerJoin(calls, eq(calls.id, callLines.callId))
        .where(isReadable)
        .orderBy(asc(callLines.position))
      const conversation = toConversation(row)
      return { ...conversation, lines: conversation.keptUntil === null ? null : lines }
    },
  }
}

function toConversation({ call, status, ...facts }: Row): V1Conversation {
  const { id, assistantId, startedAt, createdAt, durationMs, engine, keptUntil } = call
  const counts = { ...facts, leads: facts.leads.length, appointments: facts.appointments.length }
  return {
    id,
    assistantId,
    startedAt: (startedAt ?? createdAt).toISOString(),
    durationSeconds: Math.round(durationMs / 1_000),
    outcome: conversationOutcome({ ...counts, hasWords: engine === 'vapi' }),
    ...facts,
    status: status ?? 'new',
    keptUntil: keptUntil !== null && keptUntil > new Date() ? keptUntil.toISOString() : null,
  }
}
