import { and, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'

/** Which page of a list to read. */
export interface PagePlace {
  /** `<moment>~<id>` of the last row of the page before; the routes check its shape. */
  before?: string | undefined
  limit: number
}

/** Which page of a list to read, for one assistant of an owner or for all of them. */
export interface OwnersPlace extends PagePlace {
  assistantId?: string | undefined
}

/**
 * Reads a page of the rows that meet a condition, sorted by a moment, the latest first, and by id among equal moments
 * (keyset pagination).
 * @param moment the name of the moment's column
 * @param rowOf the part of a result that comes from the table
 */
export async function newestFirst<Query extends PgSelect, Moment extends string>(
  query: Query,
  isMeant: SQL | undefined,
  { before, limit }: PagePlace,
  table: Record<Moment | 'id', PgColumn>,
  moment: Moment,
  rowOf: (result: Query['_']['result'][number]) => Record<Moment, Date> & { id: string },
): Promise<{ page: Query['_']['result']; next: string | null }> {
  const rows = await query
    .where(and(isMeant, behind(before, table[moment], table.id)))
    .orderBy(desc(table[moment]), desc(table.id))
    // One more than wanted shows whether there is a next page.
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { page, next: null }
  const row = rowOf(last)
  return { page, next: `${row[moment].toISOString()}~${row.id}` }
}

/** The condition for rows that follow a place; undefined (all rows) without a place or if its date is invalid. */
function behind(before: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  const [lastMoment = '', lastId = ''] = before?.split('~') ?? []
  const last = new Date(lastMoment)
  if (Number.isNaN(last.getTime())) return undefined
  return sql`(${moment}, ${id}) < (${last.toISOString()}::timestamptz, ${lastId}::text)`
}
