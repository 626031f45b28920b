import { fileURLToPath } from 'node:url'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { migrate as migrateOnPostgres } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migrateOnPglite } from 'drizzle-orm/pglite/migrator'
import type { Pool } from 'pg'

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('./migrations', import.meta.url))

/** An arbitrary number that no other advisory lock in this database uses. */
const MIGRATION_LOCK = 78_611_001

export async function migratePglite(pglite: PGlite): Promise<void> {
  await migrateOnPglite(drizzlePglite({ client: pglite }), { migrationsFolder: MIGRATIONS_FOLDER })
}

/** Holds an advisory lock, so that processes that start together wait until the first one has migrated. */
export async function migratePostgres(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    try {
      await migrateOnPostgres(drizzlePostgres({ client }), { migrationsFolder: MIGRATIONS_FOLDER })
    } finally {
      await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    }
  } finally {
    client.release()
  }
}
