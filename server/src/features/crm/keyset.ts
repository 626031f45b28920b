import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { z } from 'zod'
import type { SortOrder } from '#contract/crm-lists.ts'
import { AppError } from '#contract/errors.ts'
import { isDataRefused } from '../../infra/db/failure-kinds.ts'

/**
 * Keyset pagination: a page continues after the sort key of the last row instead of an offset. It is as fast at the end
 * of a table as at its start, and rows that are added or deleted meanwhile cause no duplicates or gaps.
 */

/** A sort order of a table. `expression` is never null and has an index together with the id. */
export interface SortKey {
  readonly expression: SQLWrapper
  readonly type: 'text' | 'bigint' | 'timestamptz'
}

interface PageRequest {
  sort: SortKey
  /** The table's unique id, which orders rows with equal keys. */
  id: SQLWrapper
  order: SortOrder
  cursor: string | undefined
  limit: number
}

/** The parts of a page's query that don't depend on its filters; the query must select `key` as `sortKey`. */
interface PageQuery {
  key: SQL<string>
  beyond: SQL | undefined
  orderBy: SQL[]
  limit: number
}

export interface Page<Row> {
  rows: Row[]
  nextCursor: string | null
  previousCursor: string | null
}

const cursorSchema = z.tuple([z.enum(['next', 'previous']), z.string(), z.string()])
type Cursor = z.infer<typeof cursorSchema>

const KEY_PATTERNS = {
  text: /^[^\0]*$/s,
  bigint: /^-?\d{1,18}$/,
  timestamptz: /^(?:-infinity|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)$/,
} as const

/** @throws AppError `bad-request` for a cursor that does not belong to this table and order */
export async function readPage<Row extends { id: string; sortKey: string }>(
  request: PageRequest,
  read: (query: PageQuery) => Promise<Row[]>,
): Promise<Page<Row>> {
  const cursor = request.cursor === undefined ? null : parseCursor(request.cursor, request.sort)
  const isBackwards = cursor?.[0] === 'previous'
  const found = await readRows(request, cursor, read)
  const hasMore = found.length > request.limit
  // Going back past the start shows the first page instead, so that it is full.
  if (isBackwards && !hasMore) return readPage({ ...request, cursor: undefined }, read)
  const kept = found.slice(0, request.limit)
  const rows = isBackwards ? kept.toReversed() : kept
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    rows,
    nextCursor: last && (isBackwards || hasMore) ? cursorOf('next', last) : null,
    previousCursor: first && cursor ? cursorOf('previous', first) : null,
  }
}

async function readRows<Row>(
  { sort, id, order, limit }: PageRequest,
  cursor: Cursor | null,
  read: (query: PageQuery) => Promise<Row[]>,
): Promise<Row[]> {
  const isRising = (order === 'asc') !== (cursor?.[0] === 'previous')
  const direction = sql.raw(isRising ? 'asc' : 'desc')
  const comparison = sql.raw(isRising ? '>' : '<')
  try {
    return await read({
      key: sql<string>`(${sort.expression})::text`,
      beyond: cursor
        ? sql`(${sort.expression}, ${id}) ${comparison} (${cursor[1]}::${sql.raw(sort.type)}, ${cursor[2]}::text)`
        : undefined,
      orderBy: [sql`${sort.expression} ${direction}`, sql`${id} ${direction}`],
      limit: limit + 1,
    })
  } catch (error) {
    // Everything else in the query has been checked, so the cursor must hold an impossible value, such as 31 February.
    if (cursor && isDataRefused(error)) throw badCursor(error)
    throw error
  }
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
