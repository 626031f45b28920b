import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/infra/db/client.ts'
import { createJobTables } from '../../server/src/infra/db/testing.ts'

/** The environment variable that names the prepared folder to the other processes of a run. */
const FOLDER_VARIABLE = 'VOXHALL_E2E_PREPARED_DATA'

/**
 * Playwright's global setup: creates a data folder with an empty database and the tables of the job queue, which each
 * test server starts from a copy of, since creating them takes seconds.
 */
export default async function prepareData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-prepared-'))
  const database = await openDatabase({ dataDir: folder })
  await createJobTables(database)
  await database.close()
  process.env[FOLDER_VARIABLE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** Makes a data folder for one server. Outside of Playwright, it has no database yet. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-'))
  const prepared = process.env[FOLDER_VARIABLE]
  if (prepared !== undefined) cpSync(prepared, folder, { recursive: true })
  return folder
}
