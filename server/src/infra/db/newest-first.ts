import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Keyset pagination for lists sorted by a moment, the latest first, and by id among equal moments. The cursor
 * `<moment>~<id>` names the last row of the page before; the routes check its shape.
 */

/** The condition for rows that follow the cursor; undefined (all rows) without a cursor or if its date is invalid. */
export function behind(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  const [lastMoment = '', lastId = ''] = cursor?.split('~') ?? []
  const last = new Date(lastMoment)
  if (Number.isNaN(last.getTime())) return undefined
  return sql`(${moment}, ${id}) < (${last.toISOString()}::timestamptz, ${lastId}::text)`
}

/** @param rows one more than `limit`, if that many exist, so that the presence of a next page is known */
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
