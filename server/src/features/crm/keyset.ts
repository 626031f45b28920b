import { and, getTableColumns, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { SortOrder } from '#contract/crm-lists.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '../../infra/db/client.ts'
import { isDataRefused } from '../../infra/db/failure-kinds.ts'
import { narrow } from './narrow.ts'

/**
 * Keyset pagination: a page continues after the sort key of the last row instead of an offset. It is as fast at the end
 * of a table as at its start, and rows that are added or deleted meanwhile cause no duplicates or gaps.
 */

/** A sort order of a table. `expression` is never null and has an index together with the id. */
export interface SortKey {
  readonly expression: SQLWrapper
  readonly type: 'text' | 'bigint' | 'timestamptz'
}

type ListTable = PgTable & { id: PgColumn }

/** Which page of a list to read; the first one without a cursor. */
export interface PagePlace {
  cursor?: string | undefined
  limit: number
}

interface PageRequest<Table extends ListTable> extends PagePlace {
  /** Rows with equal keys are in the order of their ids. */
  table: Table
  filter: SQL | undefined
  sort: SortKey
  order: SortOrder
}

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
  previousCursor: string | null
  /** The number of rows that match the filter; null if there are more than are counted. */
  matches: number | null
}

const cursorSchema = z.tuple([z.enum(['next', 'previous']), z.string(), z.string()])
type Cursor = z.infer<typeof cursorSchema>

const KEY_PATTERNS = {
  text: /^[^\0]*$/s,
  bigint: /^-?\d{1,18}$/,
  timestamptz: /^(?:-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)$/,
} as const

/** @throws AppError `bad-request` for a cursor that does not belong to this table and order */
export async function readPage<Table extends ListTable>(
  db: Database,
  request: PageRequest<Table>,
): Promise<Page<Table['$inferSelect']>> {
  type Row = Table['$inferSelect'] & { id: string; sortKey: string }
  const { matches, where } = await narrow(db, request.table, request.filter)

  async function readRows(cursor: Cursor | null): Promise<Row[]> {
    const { sort, order, limit } = request
    const table: ListTable = request.table
    const isRising = (order === 'asc') !== (cursor?.[0] === 'previous')
    const direction = sql.raw(isRising ? 'asc' : 'desc')
    const comparison = sql.raw(isRising ? '>' : '<')
    const beyond = cursor
      ? sql`(${sort.expression}, ${table.id}) ${comparison} (${cursor[1]}::${sql.raw(sort.type)}, ${cursor[2]}::text)`
      : undefined
    const orderBy = [sql`${sort.expression} ${direction}`, sql`${table.id} ${direction}`]
    // This sub-query finds the ids with an index-only scan; only those rows are then read.
    const ids = db
      .select({ id: table.id })
      .from(table)
      .where(and(where, beyond))
      .orderBy(...orderBy)
      .limit(limit + 1)
    try {
      const rows = await db
        .select({ ...getTableColumns(table), sortKey: sql<string>`(${sort.expression})::text` })
        .from(table)
        .where(inArray(table.id, ids))
        .orderBy(...orderBy)
      // Drizzle does not know the columns of a table that is a parameter.
      return rows as Row[]
    } catch (error) {
      // Everything else in the query has been checked, so the cursor must hold an impossible value, such as 31 February.
      if (cursor && isDataRefused(error)) throw badCursor(error)
      throw error
    }
  }

  async function pageAt(cursor: Cursor | null): Promise<Page<Row>> {
    const isBackwards = cursor?.[0] === 'previous'
    const found = await readRows(cursor)
    const hasMore = found.length > request.limit
    // Going back past the start shows the first page instead, so that it is full.
    if (isBackwards && !hasMore) return pageAt(null)
    const kept = found.slice(0, request.limit)
    const rows = isBackwards ? kept.toReversed() : kept
    const [first, last] = [rows[0], rows.at(-1)]
    return {
      rows,
      nextCursor: last && (isBackwards || hasMore) ? cursorOf('next', last) : null,
      previousCursor: first && cursor ? cursorOf('previous', first) : null,
      matches,
    }
  }

  return pageAt(request.cursor === undefined ? null : parseCursor(request.cursor, request.sort))
}

function cursorOf(direction: Cursor[0], { sortKey, id }: { sortKey: string; id: string }): string {
  return Buffer.from(JSON.stringify([direction, sortKey, id] satisfies Cursor)).toString('base64url')
}

function parseCursor(text: string, { type }: SortKey): Cursor {
  try {
    const cursor = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    if (!KEY_PATTERNS[type].test(cursor[1]) || cursor[2].includes('\0')) throw badCursor()
    return cursor
  } catch (error) {
    throw badCursor(error)
  }
}

function badCursor(cause?: unknown): AppError {
  return new AppError('bad-request', {
    detail: 'That is not a page of this list. Please load the list again from the beginning.',
    cause,
  })
}
