import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { Pool } from 'pg'
import { migratePglite, migratePostgres } from './migrate.ts'
import { lockFolder } from './pglite-lock.ts'
import * as schema from './schema/all.ts'

/** What a hosted PostgreSQL brings along by itself. */
export const PGLITE_EXTENSIONS = { pg_trgm }

/**
 * What features get: drizzle on either database. Results of raw `execute` differ between the two, so use the query
 * builder and `.returning()`. Inside `transaction` use only `tx`: PGlite has one connection, and a query on the outer
 * handle would wait for the transaction that waits for it.
 */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type DatabaseConnection =
  | { readonly kind: 'pglite'; readonly pglite: PGlite }
  | { readonly kind: 'postgresql'; readonly pool: Pool; readonly url: string }

export interface DatabaseHandle {
  readonly db: Database
  readonly connection: DatabaseConnection
  isReachable(): Promise<boolean>
  /** Idempotent. Waits for running queries. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Holds the embedded database when there is no `url`. */
  dataDir: string
  /** Of a PostgreSQL 15 or newer. */
  url?: string | undefined
  /** Told about lost connections that no query was waiting on. */
  onError?: (error: Error) => void
}

/**
 * Opens the database and brings its schema up to date.
 * @throws {FolderLockedError} when another process has the embedded database open.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  return options.url ? openPostgres(options.url, options.onError) : openPglite(options.dataDir)
}

async function openPglite(dataDir: string): Promise<DatabaseHandle> {
  const lock = await lockFolder(dataDir)
  try {
    const pglite = await PGlite.create(join(dataDir, 'db'), { extensions: PGLITE_EXTENSIONS })
    await migratePglite(pglite)
    return pgliteHandle(pglite, () => lock.release())
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Wraps an open and migrated PGlite. `afterClose` runs once, when it has closed. */
export function pgliteHandle(pglite: PGlite, afterClose: () => void): DatabaseHandle {
  const db: Database = drizzlePglite({ client: pglite, schema })
  let closed: Promise<void> | undefined
  return {
    db,
    connection: { kind: 'pglite', pglite },
    isReachable: () => canQuery(db),
    close: () => (closed ??= pglite.close().finally(afterClose)),
  }
}

/** Connects to a PostgreSQL and migrates it; several processes may do so at once. */
export async function openPostgres(url: string, onError: (error: Error) => void = () => {}): Promise<DatabaseHandle> {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is an 'error' event, which would otherwise end the process.
  pool.on('error', onError)
  try {
    await migratePostgres(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  const db: Database = drizzlePostgres({ client: pool, schema })
  let closed: Promise<void> | undefined
  return {
    db,
    connection: { kind: 'postgresql', pool, url },
    isReachable: () => canQuery(db),
    close: () => (closed ??= pool.end()),
  }
}

async function canQuery(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`)
    return true
  } catch {
    return false
  }
}
