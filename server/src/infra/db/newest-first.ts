import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Lists by a moment, the latest first, and by the id among equals. A page is reached by the cursor of the one before it,
 * `<moment>~<id>` of its last row, whose shape the routes check.
 */

/** Rows behind a cursor; all where there is none, or its date is none. */
export function behind(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  const [lastMoment = '', lastId = ''] = cursor?.split('~') ?? []
  const last = new Date(lastMoment)
  if (Number.isNaN(last.getTime())) return undefined
  return sql`(${moment}, ${id}) < (${last.toISOString()}::timestamptz, ${lastId}::text)`
}

/** @param rows one more than the page holds, if there are as many */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => { at: Date; id: string },
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  if (last === undefined) return { page, next: null }
  const { at, id } = keyOf(last)
  return { page, next: `${at.toISOString()}~${id}` }
}
