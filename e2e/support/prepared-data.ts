import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The global setup passes these to the processes of the tests in the environment.

/** Names the prepared data folder. */
export const PREPARED_DATA_VARIABLE = 'VOXHALL_E2E_PREPARED_DATA'
/** Holds the address of the server that the tests share. */
export const SHARED_SERVER_VARIABLE = 'VOXHALL_E2E_SERVER'
/** Holds the address of a shop whose page has an assistant of that server, which allows its origin. */
export const ALLOWED_SHOP_VARIABLE = 'VOXHALL_E2E_SHOP'

/** Makes a data folder for one server. Outside of Playwright, it has no database yet. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-'))
  const prepared = process.env[PREPARED_DATA_VARIABLE]
  if (prepared !== undefined) cpSync(prepared, folder, { recursive: true })
  return folder
}
