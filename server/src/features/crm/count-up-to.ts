import { count, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { CRM_MAX_COUNTED } from '#contract/crm-lists.ts'
import type { Database } from '../../db/client.ts'

/** How many rows match, counted no further than people care; null for more. */
export async function countUpTo(db: Database, table: PgTable, where: SQL | undefined): Promise<number | null> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(CRM_MAX_COUNTED + 1)
    .as('some')
  const [row] = await db.select({ rows: count() }).from(some)
  const rows = row?.rows ?? 0
  return rows > CRM_MAX_COUNTED ? null : rows
}
