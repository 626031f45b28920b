import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/src/infra/db/client.ts'

/** Tells the processes of a run where the prepared folder lies. */
const FOLDER_VARIABLE = 'VOXHALL_E2E_PREPARED_DATA'

/**
 * Playwright's global setup: a data folder with an empty database for the servers of all tests to begin with, since
 * making one costs each of them seconds.
 */
export default async function prepareData(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-prepared-'))
  const database = await openDatabase({ dataDir: folder })
  await database.close()
  process.env[FOLDER_VARIABLE] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/** A data folder of a server's own; outside of Playwright, without a database yet. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-'))
  const prepared = process.env[FOLDER_VARIABLE]
  if (prepared !== undefined) cpSync(prepared, folder, { recursive: true })
  return folder
}
