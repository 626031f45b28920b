import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Client } from 'pg'
import { testDatabaseUrl } from '../../config/env.ts'
import { openPostgres, PGLITE_EXTENSIONS, pgliteHandle, type DatabaseHandle } from './client.ts'
import { MIGRATIONS_FOLDER, migratePglite } from './migrate.ts'

/**
 * A migrated database of one test's own: on the PostgreSQL of TEST_DATABASE_URL where that is set (dropped on close),
 * else a PGlite in memory, loaded from a dump since making one takes seconds.
 */
export async function createTestDatabase(): Promise<DatabaseHandle> {
  const url = testDatabaseUrl()
  return url ? createOnPostgres(url) : createOnPglite()
}

async function createOnPglite(): Promise<DatabaseHandle> {
  const dumpPath = join(tmpdir(), `voxhall-test-db-${migrationsHash()}.tar`)
  if (!existsSync(dumpPath)) await writeDump(dumpPath)
  const pglite = await PGlite.create({
    // Read at once: a blob of a file can no longer be read when another process has renamed its own into place.
    loadDataDir: new Blob([readFileSync(dumpPath)]),
    extensions: PGLITE_EXTENSIONS,
  })
  return pgliteHandle(pglite, () => {})
}

async function writeDump(path: string): Promise<void> {
  const pglite = await PGlite.create({ extensions: PGLITE_EXTENSIONS })
  await migratePglite(pglite)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  // Renamed into place, since another test process may be reading or writing the same dump.
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
  renameSync(draft, path)
}

async function createOnPostgres(serverUrl: string): Promise<DatabaseHandle> {
  const name = `voxhall_test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const handle = await openPostgres(url.href)
  return {
    ...handle,
    close: async () => {
      await handle.close()
      await runOnServer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function migrationsHash(): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS_FOLDER).toSorted()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(MIGRATIONS_FOLDER, name)))
  }
  return hash
    .update(readFileSync(new URL('../../../../package-lock.json', import.meta.url)))
    .digest('hex')
    .slice(0, 16)
}
