import { and, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgSelect } from 'drizzle-orm/pg-core'

/** Which page of a list to read. */
export interface PagePlace {
  /** `<moment>~<id>` of the last row of the page before; the routes check its shape. */
  cursor?: string | undefined
  limit: number
}

/**
 * Reads a page of the rows that are meant, sorted by a moment, the latest first, and by id among equal moments (keyset
 * pagination).
 * @param keyOf the values of the two columns in a row
 */
export async function newestFirst<Query extends PgSelect>(
  query: Query,
  isMeant: SQL | undefined,
  { cursor, limit }: PagePlace,
  { createdAt: moment, id }: { createdAt: PgColumn; id: PgColumn },
  keyOf: (row: Query['_']['result'][number]) => { createdAt: Date; id: string },
): Promise<{ page: Query['_']['result']; next: string | null }> {
  const rows = await query
    .where(and(isMeant, behind(cursor, moment, id)))
    .orderBy(desc(moment), desc(id))
    // One more than wanted shows whether there is a next page.
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { page, next: null }
  const key = keyOf(last)
  return { page, next: `${key.createdAt.toISOString()}~${key.id}` }
}

/** The condition for rows that follow the cursor; undefined (all rows) without a cursor or if its date is invalid. */
function behind(cursor: string | undefined, moment: PgColumn, id: PgColumn): SQL | undefined {
  const [lastMoment = '', lastId = ''] = cursor?.split('~') ?? []
  const last = new Date(lastMoment)
  if (Number.isNaN(last.getTime())) return undefined
  return sql`(${moment}, ${id}) < (${last.toISOString()}::timestamptz, ${lastId}::text)`
}
