import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { pino } from 'pino'
import { testDatabaseUrl } from '../../config/env.ts'
import { startJobs } from '../jobs/jobs.ts'
import { openPostgres, PGLITE_EXTENSIONS, pgliteHandle, type DatabaseHandle } from './client.ts'
import { createLeanPglite } from './lean-pglite.ts'
import { MIGRATIONS_FOLDER, migratePglite } from './migrate.ts'

/**
 * A migrated, empty database for one test, with the tables of the job queue: on the PostgreSQL of TEST_DATABASE_URL
 * where that is set (a copy of a template), else a PGlite in memory.
 */
export async function createTestDatabase(): Promise<DatabaseHandle> {
  const url = testDatabaseUrl()
  return url ? createOnPostgres(url) : createOnPglite()
}

/**
 * PGlites that no test is using. Starting one takes a second or two of a core, emptying one takes some milliseconds. A
 * file has one server for all of its tests, and some tests have a second one beside it.
 */
const restingPglites: PGlite[] = []

async function createOnPglite(): Promise<DatabaseHandle> {
  const rested = restingPglites.pop()
  if (rested) await emptyPglite(rested)
  const pglite = rested ?? (await loadPglite())
  return pgliteHandle(lend(pglite), () => restingPglites.push(pglite))
}

/** Creates the embedded database of a data folder: migrated and empty, with the tables of the job queue. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const pglite = await loadPglite(join(dataDir, 'db'))
  await pglite.close()
}

/** Loads a dump of a migrated database, into memory or a folder, because migrating a new one takes seconds. */
async function loadPglite(folder?: string): Promise<PGlite> {
  const dumpPath = join(tmpdir(), `voxhall-test-db-${templateHash()}.tar`)
  if (!existsSync(dumpPath)) await writeDump(dumpPath)
  // The bytes are read at once, since a blob of a file becomes unreadable when another process renames its own dump into
  // place.
  const loadDataDir = new Blob([readFileSync(dumpPath)])
  return createLeanPglite({ ...(folder && { dataDir: folder }), loadDataDir, extensions: PGLITE_EXTENSIONS })
}

async function writeDump(path: string): Promise<void> {
  // Loading takes as long as the dump is large. Two thirds of a usual one are an empty log and databases that no test uses.
  const pglite = await PGlite.create({ extensions: PGLITE_EXTENSIONS, initDbStartParams: ['--wal-segsize=1'] })
  await migratePglite(pglite)
  await createJobTables(pgliteHandle(pglite, () => {}))
  await pglite.exec('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  // A rename replaces the dump in one step, since another test process may be reading or writing it.
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  renameSync(draft, path)
}

/** All tables that tests fill: not those with the versions of schemas. */
const TABLES = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname in ('public', 'pgboss') and (schemaname, tablename) not in (('pgboss', 'version'), ('pgboss', 'queue'))`

/** Deletes all rows, without the checks of foreign keys. Truncating would take a tenth of a second. */
const DELETE_ROWS = `
do $$
declare
  candidate record;
begin
  perform set_config('session_replication_role', 'replica', true);
  for candidate in ${TABLES} loop
    execute 'delete from ' || candidate.name;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
  from pg_sequences where schemaname in ('public', 'pgboss') and last_value is not null;
end $$`

/** Tables that still have room for deleted rows: a later test would find its own rows there in an arbitrary order. */
const USED_TABLES = `select name from (${TABLES}) as tables where pg_relation_size(name::regclass) > 0`

/** In PostgreSQL, unlike PGlite, a table that is truncated takes less time than one that is emptied and vacuumed. */
const TRUNCATE_USED_TABLES = `
do $$
declare
  used text;
begin
  select string_agg(name, ', ') into used from (${USED_TABLES}) as used_tables;
  if used is not null then execute 'truncate ' || used || ' restart identity cascade'; end if;
end $$`

async function emptyPglite(pglite: PGlite): Promise<void> {
  // Resets settings, advisory locks and subscriptions of the session, since all tests share one session.
  await pglite.exec('discard all')
  await pglite.exec(DELETE_ROWS)
  const { rows } = await pglite.query<{ name: string }>(USED_TABLES)
  for (const { name } of rows) await pglite.exec(`vacuum ${name}`)
}

/**
 * Wraps the shared PGlite for one test. Closing the wrapper only ends the loan: from then on it refuses work and its
 * subscribers hear nothing, so that what one test left running cannot reach the database of the next.
 */
function lend(pglite: PGlite): PGlite {
  let isReturned = false
  const unsubscribes: (() => Promise<void>)[] = []
  return new Proxy(pglite, {
    get(target, key) {
      if (key === 'closed') return isReturned
      if (key === 'close') {
        return async () => {
          isReturned = true
          await Promise.all(unsubscribes.splice(0).map((unsubscribe) => unsubscribe()))
        }
      }
      const value: unknown = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        if (isReturned) return Promise.reject(new Error('PGlite is closed'))
        const answer: unknown = Reflect.apply(value, target, args)
        return key === 'listen' ? remembered(answer as Promise<() => Promise<void>>) : answer
      }
    },
  })

  async function remembered(listening: Promise<() => Promise<void>>): Promise<() => Promise<void>> {
    const unsubscribe = await listening
    unsubscribes.push(unsubscribe)
    return unsubscribe
  }
}

/** Databases stay on the server for later tests and runs, as their template does: making and dropping one takes longest. */
async function createOnPostgres(serverUrl: string): Promise<DatabaseHandle> {
  const template = await ensureTemplate(serverUrl)
  const loan = new Client({ connectionString: serverUrl })
  await loan.connect()
  const handle = await openPostgres(databaseUrl(serverUrl, await borrowDatabase(loan, template)))
  await handle.db.execute(TRUNCATE_USED_TABLES)
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await loan.end()
    },
  }
}

/**
 * Finds a copy of the template that no test is using, or makes one.
 * @param client its session holds a lock on the copy, which is free again when the session ends
 * @returns the name of the copy, which may hold an earlier test's rows
 */
async function borrowDatabase(client: Client, template: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${template}_${number}`
    const lock = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock(hashtext($1)) as "isFree"', [
      name,
    ])
    if (!lock.rows[0]?.isFree) continue
    // Sessions that an earlier test left behind would still write.
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const found = await client.query('select from pg_database where datname = $1', [name])
    // By default PostgreSQL writes every page to its log, which takes three times as long.
    if (found.rowCount === 0) await client.query(`create database ${name} template ${template} strategy file_copy`)
    return name
  }
}

/** An arbitrary number that no other advisory lock on a test server uses. */
const TEMPLATE_LOCK = 78_611_002
let templateName: Promise<string> | undefined

/** The name of a migrated database to copy, made once per server; test processes that start together wait for it. */
function ensureTemplate(serverUrl: string): Promise<string> {
  templateName ??= onServer(serverUrl, async (client) => {
    const name = `voxhall_template_${templateHash()}`
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) {
      const draft = `${name}_draft`
      await client.query(`drop database if exists ${draft} with (force)`)
      await client.query(`create database ${draft}`)
      const handle = await openPostgres(databaseUrl(serverUrl, draft))
      await createJobTables(handle)
      await handle.close()
      await client.query(`alter database ${draft} rename to ${name}`)
    }
    return name
  })
  return templateName
}

/** Creates the tables of the job queue in a migrated database. */
async function createJobTables(database: DatabaseHandle): Promise<void> {
  const jobs = await startJobs(database, pino({ level: 'silent' }), { repeats: false })
  await jobs.close()
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Closing the connection also releases its advisory locks. */
async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function templateHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS_FOLDER).toSorted()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  }
  // This file decides what the template holds; the lock file pins the versions of PGlite and pg-boss.
  for (const url of [import.meta.url, new URL('../../../../package-lock.json', import.meta.url)]) {
    hash.update(readFileSync(new URL(url)))
  }
  return hash.digest('hex').slice(0, 16)
}
