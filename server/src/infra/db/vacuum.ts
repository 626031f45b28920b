import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DatabaseHandle } from './client.ts'

const tablesSchema = z.object({ rows: z.array(z.object({ schema: z.string(), name: z.string() })) })

/**
 * Removes dead row versions and updates the query planner's statistics. A PostgreSQL server does so by itself; the
 * embedded one has no autovacuum. One table at a time, because the embedded database works on the server's own thread:
 * all 41 tables of a team of 20,000 subscribers with 100,000 calls take 0.7 s, the largest one 0.2 s.
 */
export async function vacuumEmbedded({ connection, db }: Pick<DatabaseHandle, 'connection' | 'db'>): Promise<void> {
  if (connection.kind !== 'pglite') return
  const tables = await db.execute(sql`select schemaname as schema, relname as name from pg_stat_user_tables`)
  for (const { schema, name } of tablesSchema.parse(tables).rows) {
    await db.execute(sql`vacuum analyze ${sql.identifier(schema)}.${sql.identifier(name)}`)
  }
}
