import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { COMPILED_SERVER, COMPILED_WITH } from '../../scripts/compile-server.ts'
import { repositoryRoot } from '../../scripts/repository-root.ts'
import { makeDataDir } from './prepared-data.ts'
import { startServer } from './server.ts'
import { test as base } from './test.ts'

type Subscribed = { url: string; subscriptionCount: number }

/** With `subscribed`, a test runs on a server of its own, whose subscriptions were bought in its payment sandbox. */
export const test = base.extend<{ subscribed: Subscribed }>({
  subscribed: [
    async ({ page }, use) => {
      const dataDir = makeDataDir()
      const subscriptionCount = await fillSandbox(dataDir)
      const server = await startServer({ dataDir })
      await use({ url: server.url, subscriptionCount })
      // The page would report requests that the server no longer answers.
      await page.close()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    // Apart from the time of the test.
    { timeout: 30_000 },
  ],
})

/**
 * Buys subscriptions in the payment sandbox of this data folder, in a process of its own: here Playwright would compile
 * the whole server for it.
 * @returns how many
 */
async function fillSandbox(dataDir: string): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...COMPILED_WITH, 'e2e/support/fill-sandbox.ts', dataDir],
    {
      cwd: repositoryRoot,
      env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], NODE_COMPILE_CACHE: COMPILED_SERVER },
    },
  )
  return Number(stdout)
}
