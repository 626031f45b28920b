import { sql } from 'drizzle-orm'
import type { DatabaseHandle } from './client.ts'

/**
 * Removes dead row versions and updates the query planner's statistics. A PostgreSQL server does so by itself; the
 * embedded one has no autovacuum.
 */
export async function vacuumEmbedded({ connection, db }: Pick<DatabaseHandle, 'connection' | 'db'>): Promise<void> {
  if (connection.kind === 'pglite') await db.execute(sql`vacuum analyze`)
}
