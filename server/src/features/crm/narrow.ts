import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { CRM_MAX_COUNTED } from '#contract/crm-lists.ts'
import type { Database } from '../../infra/db/client.ts'

export interface Narrowed {
  /** How many rows match; null for more than are counted. */
  matches: number | null
  /** Selects the same rows as the filters. */
  where: SQL | undefined
}

/**
 * Looks for what matches before anything is sorted. Where it is little, the page is then made of those rows alone; a
 * database that sorted first would read on and on, in the hope that the next row matches.
 */
export async function narrow(
  db: Database,
  table: PgTable & { id: PgColumn },
  where: SQL | undefined,
): Promise<Narrowed> {
  const found = await db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(where)
    .limit(CRM_MAX_COUNTED + 1)
  if (found.length > CRM_MAX_COUNTED) return { matches: null, where }
  const ids = found.map(({ id }) => id)
  return { matches: ids.length, where: where && isOneOf(table.id, ids) }
}

/** As one parameter, however many there are. */
function isOneOf(id: SQLWrapper, ids: string[]): SQL {
  return sql`${id} = any(${sql.param(ids)}::text[])`
}
