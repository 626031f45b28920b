import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { CRM_MAX_COUNTED } from '#contract/crm-lists.ts'
import type { Database } from '../../infra/db/client.ts'

/**
 * Finds the matching rows before anything is sorted. If there are only a few, the page is read from these rows alone; a
 * database that follows the sort order would scan most of the table until enough rows match.
 * @returns the number of matching rows, null if there are more than are counted; and a condition for the same rows
 */
export async function narrow(db: Database, table: PgTable & { id: PgColumn }, where: SQL | undefined) {
  const found = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(where)
    .limit(CRM_MAX_COUNTED + 1)
  if (found.length > CRM_MAX_COUNTED) return { matches: null, where }
  const ids = found.map(({ id }) => id)
  return { matches: ids.length, where: where && isOneOf(table.id, ids) }
}

/** Passes all ids as one parameter. */
function isOneOf(id: SQLWrapper, ids: string[]): SQL {
  return sql`${id} = any(${sql.param(ids)}::text[])`
}
