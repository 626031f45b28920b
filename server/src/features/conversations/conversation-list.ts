import { and, asc, count, eq, gt, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import { conversationOutcome, type Conversation, type ConversationFilter } from '#contract/conversations.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { literally } from '../../infra/db/like-pattern.ts'
import { newestFirst, type PagePlace } from '../../infra/db/newest-first.ts'
import { appointments, leads } from '../../infra/db/schema/actions.ts'
import { callLines, calls, callTurns } from '../../infra/db/schema/calls.ts'
import { conversations } from '../../infra/db/schema/conversations.ts'
import { csvStream } from '../../infra/http/csv-answer.ts'

const BEGINNING_LENGTH = 160
const CSV_ROWS_AT_A_TIME = 200
const HEADERS = 'started_at seconds outcome turns unanswered leads appointments status note first_words id'.split(' ')

/** An assistant of the viewer, as returned by `assistants.owned`. */
export interface Desk {
  id: string
  ownerId: string
}

type PartOfCall = typeof callLines | typeof callTurns | typeof leads | typeof appointments

/** Whether a call has a line, turn, lead or appointment, or one that meets the condition. */
export function hasAny(table: PartOfCall, isMeant: SQL = sql`true`): SQL {
  return sql`exists (select 1 from ${table} where ${table.callId} = ${calls.id} and ${isMeant})`
}

/** A sub-query that counts such rows, so that one query reads the count together with the call. */
function countOf(table: PartOfCall, isMeant: SQL = sql`true`): SQL<number> {
  return sql<number>`(select count(*)::int from ${table} where ${table.callId} = ${calls.id} and ${isMeant})`
}

const SAID_BY_VISITOR = eq(callLines.role, 'user')
const UNANSWERED = sql`${callTurns.outcome} in ('refused', 'not-heard')`

/** Selects kept conversations with an assistant, on its owner's plan, in which the visitor said something. */
export function isKeptBy({ id, ownerId }: Desk): SQL | undefined {
  const isTheirs = and(eq(calls.assistantId, id), eq(calls.payerId, ownerId))
  return and(isTheirs, gt(calls.keptUntil, new Date()), or(hasAny(callLines, SAID_BY_VISITOR), hasAny(callTurns)))
}

export const TURN_COUNTS = { turns: countOf(callTurns), unanswered: countOf(callTurns, UNANSWERED) }
const COLUMNS = {
  call: calls,
  desk: conversations,
  ...TURN_COUNTS,
  leads: countOf(leads),
  appointments: countOf(appointments),
  beginning: sql<
    string | null
  >`(select left(${callLines.content}, ${BEGINNING_LENGTH}) from ${callLines} where ${callLines.callId} = ${calls.id} and ${callLines.role} = 'user' and ${callLines.content} <> '' order by ${callLines.position} limit 1)`,
}

function select(db: Database) {
  return db.select(COLUMNS).from(calls).leftJoin(conversations, eq(conversations.callId, calls.id)).$dynamic()
}
type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

export function createConversationList(db: Database) {
  async function read(desk: Desk, id: string): Promise<Row> {
    const [row] = await select(db).where(and(isKeptBy(desk), eq(calls.id, id)))
    if (!row) throw new AppError('not-found', { detail: 'There is no such conversation.' })
    return row
  }

  /** Newest first. */
  async function page(desk: Desk, filter: ConversationFilter, place: PagePlace) {
    const isMeant = and(isKeptBy(desk), matches(filter))
    const { page: found, next } = await newestFirst(select(db), isMeant, place, calls, 'createdAt', ({ call }) => call)
    return { conversations: found.map(toConversation), nextBefore: next }
  }

  return {
    /** @throws AppError `not-found` */
    read,
    page,

    /** The matching conversations, newest first. */
    csv: (desk: Desk, filter: ConversationFilter) =>
      csvStream(HEADERS, async (before) => {
        const { conversations: found, nextBefore } = await page(desk, filter, { before, limit: CSV_ROWS_AT_A_TIME })
        return { rows: found.map(csvRow), next: nextBefore }
      }),

    async unread(desk: Desk): Promise<number> {
      const [row] = await db
        .select({ count: count() })
        .from(calls)
        .leftJoin(conversations, eq(conversations.callId, calls.id))
        .where(and(isKeptBy(desk), isNull(conversations.readAt)))
      return row?.count ?? 0
    },

    /** @throws AppError `not-found` */
    async detail(desk: Desk, id: string) {
      const conversation = toConversation(await read(desk, id))
      const lines = await db.query.callLines.findMany({
        columns: { position: true, role: true, content: true, atMs: true, interrupted: true, timings: true },
        where: eq(callLines.callId, id),
        orderBy: asc(callLines.position),
      })
      const turnList = await db.query.callTurns.findMany({
        columns: { position: true, outcome: true, firstAudioMs: true, said: true },
        where: eq(callTurns.callId, id),
        orderBy: asc(callTurns.position),
      })
      const leadList = await db.query.leads.findMany({
        columns: { id: true, kind: true, fields: true },
        where: eq(leads.callId, id),
        orderBy: asc(leads.createdAt),
      })
      const appointmentList = await db.query.appointments.findMany({
        columns: { id: true, status: true, startsAt: true, endsAt: true, fields: true },
        where: eq(appointments.callId, id),
      })
      return { ...conversation, lines, turnList, leadList, appointmentList }
    },
  }
}

export type ConversationList = ReturnType<typeof createConversationList>

/** The conditions of a filter, on `calls` joined with `conversations`. */
export function matches(filter: ConversationFilter): SQL | undefined {
  const { search, status, unread, lead, unanswered, from, to } = filter
  const conditions: (SQL | undefined)[] = []
  if (search !== undefined && search.trim() !== '') {
    const pattern = `%${literally(search.trim())}%`
    const says = hasAny(callLines, sql`${callLines.content} ilike ${pattern}`)
    conditions.push(or(says, sql`${conversations.note} ilike ${pattern}`))
  }
  // A conversation without a row in `conversations` is new.
  if (status === 'new') conditions.push(or(isNull(conversations.callId), eq(conversations.status, 'new')))
  else if (status !== undefined) conditions.push(eq(conversations.status, status))
  if (unread) conditions.push(isNull(conversations.readAt))
  if (lead) conditions.push(or(hasAny(leads), hasAny(appointments)))
  if (unanswered) conditions.push(hasAny(callTurns, UNANSWERED))
  if (from !== undefined) conditions.push(gte(calls.createdAt, new Date(from)))
  if (to !== undefined) conditions.push(lt(calls.createdAt, new Date(to)))
  return and(...conditions)
}

export function toConversation({ call, desk, beginning, ...counts }: Row): Conversation {
  return {
    id: call.id,
    isLive: call.status === 'live',
    startedAt: (call.startedAt ?? call.createdAt).toISOString(),
    durationMs: call.durationMs,
    endReason: call.endReason,
    outcome: conversationOutcome({ ...counts, hasWords: beginning !== null }),
    ...counts,
    status: desk?.status ?? 'new',
    isUnread: !desk?.readAt,
    note: desk?.note ?? '',
    beginning: beginning ?? '',
    keptUntil: (call.keptUntil ?? call.createdAt).toISOString(),
  }
}

function csvRow(row: Conversation) {
  const { startedAt, outcome, turns, unanswered, status, note, beginning, id } = row
  const seconds = Math.round(row.durationMs / 1_000)
  return [startedAt, seconds, outcome, turns, unanswered, row.leads, row.appointments, status, note, beginning, id]
}
