import { setTimeout as wait } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { sql } from 'drizzle-orm'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { Pool } from 'pg'
import { openEmbeddedFolder } from './embedded-folder.ts'
import { migratePglite, migratePostgres } from './migrate.ts'
import { lockFolder } from './pglite-lock.ts'
import { folderStartError, postgresStartError } from './start-error.ts'
import * as schema from './schema/all.ts'
import { storageFaultOf } from './storage-fault.ts'

/** Extensions that PGlite must be given explicitly; a hosted PostgreSQL has them installed. */
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

export type DatabaseState = 'ok' | 'database-unreachable' | 'read-only' | 'disk-full'

export interface DatabaseHandle {
  readonly db: Database
  readonly connection: DatabaseConnection
  /** Reads a row and writes a few bytes to the write-ahead log, to see whether the database answers and can save. */
  probe(): Promise<DatabaseState>
  /** Idempotent. Waits for running queries. */
  close(): Promise<void>
}

interface DatabaseOptions {
  /** The folder of the embedded database, used if there is no `url`. */
  dataDir: string
  /** The address of a PostgreSQL 15 or newer. */
  url?: string | undefined
  /** Called when a connection is lost that no query was using. */
  onError?: (error: Error) => void
}

/**
 * Opens the database and brings its schema up to date.
 * @throws {FolderLockedError} when another process has the embedded database open.
 * @throws {DatabaseStartError} when the database cannot be used, with words for the operator.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  return options.url ? openPostgres(options.url, options.onError) : openPglite(options.dataDir)
}

async function openPglite(dataDir: string): Promise<DatabaseHandle> {
  const lock = await lockFolder(dataDir).catch((error: unknown) => {
    throw folderStartError(error, dataDir)
  })
  try {
    const pglite = await openEmbeddedFolder(dataDir, PGLITE_EXTENSIONS)
    await migratePglite(pglite)
    return pgliteHandle(pglite, () => lock.release())
  } catch (error) {
    lock.release()
    throw folderStartError(error, dataDir)
  }
}

/** Wraps an open and migrated PGlite. `afterClose` runs once, when it has closed. */
export function pgliteHandle(pglite: PGlite, afterClose: () => void): DatabaseHandle {
  const db: Database = drizzlePglite({ client: pglite, schema })
  let closed: Promise<void> | undefined
  return {
    db,
    connection: { kind: 'pglite', pglite },
    probe: () => probe(db),
    close: () => (closed ??= pglite.close().finally(afterClose)),
  }
}

/** Connects to a PostgreSQL and migrates it; several processes may do so at the same time. */
export async function openPostgres(url: string, onError: (error: Error) => void = () => {}): Promise<DatabaseHandle> {
  const pool = new Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 10_000 })
  // An idle connection that breaks is an 'error' event, which would otherwise end the process.
  pool.on('error', onError)
  try {
    await migratePostgres(pool)
  } catch (error) {
    await pool.end()
    throw postgresStartError(error, url)
  }
  const db: Database = drizzlePostgres({ client: pool, schema })
  let closed: Promise<void> | undefined
  return {
    db,
    connection: { kind: 'postgresql', pool, url },
    probe: () => probe(db),
    close: () => (closed ??= pool.end()),
  }
}

const PROBE_TIMEOUT_MS = 5_000

function probe(db: Database): Promise<DatabaseState> {
  return Promise.race([write(db), wait(PROBE_TIMEOUT_MS, 'database-unreachable' as const, { ref: false })])
}

async function write(db: Database): Promise<DatabaseState> {
  try {
    const answer = await db.execute(sql`select current_setting('transaction_read_only') as setting`)
    // The two drivers type their answers differently; both have rows.
    const { rows } = answer as { rows: { setting: string }[] }
    if (rows[0]?.setting === 'on') return 'read-only'
    // A logical message without subscribers: it is written to the log like any change, and leaves no row behind.
    await db.execute(sql`select pg_logical_emit_message(true, 'voxhall', 'probe')`)
    return 'ok'
  } catch (error) {
    const fault = storageFaultOf(error)
    if (fault === 'disk-full') return 'disk-full'
    return fault === undefined ? 'database-unreachable' : 'read-only'
  }
}
