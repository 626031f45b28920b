import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Extensions, PGlite } from '@electric-sql/pglite'
import { createLeanPglite } from './lean-pglite.ts'
import { describeStartStorageFault, storageFaultOf, type StorageFault } from './storage-fault.ts'
import { DatabaseStartError } from './start-error.ts'

/** The major version of the PostgreSQL inside PGlite; its files are read by no other. */
const POSTGRES_VERSION = '18'
/** Size of the test file. Starting PGlite writes more than this, so a disk without this much space is too full. */
const PROBE_BYTES = 1024 * 1024
/** A folder that lacks one of these is not a complete database. */
const PARTS = ['PG_VERSION', join('global', 'pg_control'), 'base', 'pg_wal']

/**
 * Opens the embedded database in `<dataDir>/db`, or creates it. A new database is created in a folder beside it and
 * renamed when it is complete, so that a process killed meanwhile leaves no half-made database. A folder with any other
 * content is left untouched, since PGlite would create a new database over it. The caller must hold the folder's lock.
 * @throws {DatabaseStartError} with words for the operator
 */
export async function openEmbeddedFolder(dataDir: string, extensions: Extensions): Promise<PGlite> {
  const folder = join(dataDir, 'db')
  if (isEmpty(folder)) await makeDatabase(folder, join(dataDir, 'db.new'), extensions)
  refuseForeign(folder)
  try {
    return await createLeanPglite({ dataDir: folder, extensions })
  } catch (error) {
    throw asStartError(error, dataDir, folder)
  }
}

async function makeDatabase(folder: string, draft: string, extensions: Extensions): Promise<void> {
  rmSync(draft, { recursive: true, force: true })
  try {
    const pglite = await createLeanPglite({ dataDir: draft, extensions })
    await pglite.close()
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

function isEmpty(folder: string): boolean {
  if (!existsSync(folder)) return true
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0
}

function refuseForeign(folder: string): void {
  if (!statSync(folder).isDirectory()) {
    throw new DatabaseStartError(
      `${folder} is a file, but the database needs a folder there. Nothing was changed. Move the file away, or set DATA_DIR to another folder, then start again.`,
    )
  }
  const missing = PARTS.filter((part) => !existsSync(join(folder, part)))
  if (missing.length > 0) {
    throw new DatabaseStartError(
      `The folder ${folder} is not empty, but it is not a complete database: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} missing. ` +
        'Nothing in it was changed. Restore the folder from a backup, or move it away to begin with an empty database, then start again.',
    )
  }
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version === POSTGRES_VERSION) return
  throw new DatabaseStartError(
    `The database in ${folder} was made by PostgreSQL ${version.slice(0, 20)}, and this server can read those of PostgreSQL ${POSTGRES_VERSION} only. ` +
      'Nothing in it was changed. Start the version of Voxhall that made it, or restore a backup, then start again.',
  )
}

/** Tries to write a file, because the embedded database does not always say why it could not start. */
function faultOfWriting(dataDir: string): StorageFault | undefined {
  const path = join(dataDir, `.probe-${process.pid}`)
  try {
    writeFileSync(path, new Uint8Array(PROBE_BYTES))
    return undefined
  } catch (error) {
    return storageFaultOf(error)
  } finally {
    rmSync(path, { force: true })
  }
}

function asStartError(error: unknown, dataDir: string, folder: string): DatabaseStartError {
  const fault = storageFaultOf(error) ?? faultOfWriting(dataDir)
  if (fault) return new DatabaseStartError(describeStartStorageFault(fault, dataDir), { cause: error })
  const said = error instanceof Error ? ` (${error.message.split('\n', 1)[0]?.replace(/\.$/, '')})` : ''
  return new DatabaseStartError(
    `The database in ${folder} cannot be opened${said}; some of its files are probably damaged. Nothing in it was deleted. ` +
      'Make a copy of the folder first, then restore a backup of DATA_DIR, or move the folder away to begin with an empty database, and start again.',
    { cause: error },
  )
}
