import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileServer } from '../../scripts/compile-server.ts'
import { fillDataDir } from '../../server/src/infra/db/testing.ts'
import { signUpAndConfirm } from './accounts.ts'
import { ALLOWED_SHOP_VARIABLE, PREPARED_DATA_VARIABLE, SHARED_SERVER_VARIABLE } from './prepared-data.ts'
import { startServer, type RunningServer } from './server.ts'
import { pageWithTag, startShop } from './shop.ts'
import { makeShortCall } from './short-call.ts'

/**
 * Playwright's global setup, and that of a run of several stages, in which Playwright finds it done: creates a data
 * folder, of which each test server starts from a copy, compiles the servers' code, as `npm start` does, and starts the
 * server that the tests share, with a shop that it allows. A server loads its voices and ears with its first call, which
 * takes six seconds of processor time, so that call is made before the journeys, which share the machine.
 * @throws {Error} after what it had started is ended
 */
export default async function prepare(): Promise<() => Promise<void>> {
  if (process.env[SHARED_SERVER_VARIABLE] !== undefined) return async () => {}
  const folder = mkdtempSync(join(tmpdir(), 'voxhall-e2e-prepared-'))
  await Promise.all([fillDataDir(folder), compileServer()])
  process.env[PREPARED_DATA_VARIABLE] = folder
  let server: RunningServer | undefined
  const shop = await startShop(() => pageWithTag(server?.url ?? ''))
  const end = async () => {
    await server?.stop()
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    server = await startServer({ env: { ALLOWED_ORIGINS: shop.url } })
    await makeShortCall(server.url, await signUpAndConfirm(server.url), 'culinary', 'What can you help me with?')
  } catch (error) {
    await end()
    throw error
  }
  process.env[SHARED_SERVER_VARIABLE] = server.url
  process.env[ALLOWED_SHOP_VARIABLE] = shop.url
  return end
}
