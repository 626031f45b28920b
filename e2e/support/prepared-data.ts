import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileServer } from '../../scripts/compile-server.ts'
import { fillDataDir } from '../../server/src/infra/db/testing.ts'

/** The environment variable that names the prepared folder to the other processes of a run. */
const FOLDER_VARIABLE = 'VOXHALL_E2E_PREPARED_DATA'

/**
 * Playwright's global setup: creates a data folder, of which each test server starts from a copy, and compiles the
 * servers' code, as `npm start` does.
 */
export default async function prepare(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-prepared-'))
  await Promise.all([fillDataDir(folder), compileServer()])
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
