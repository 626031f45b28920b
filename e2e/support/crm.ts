import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { promisify } from 'node:util'
import { COMPILED_SERVER, COMPILED_WITH } from '../../scripts/compile-server.ts'
import { repositoryRoot } from '../../scripts/repository-root.ts'
import { makeDataDir } from './prepared-data.ts'
import { startServer } from './server.ts'
import { test as base } from './test.ts'

type Subscribed = { server: { url: string }; subscriptionCount: number }

/** Runs on a server whose subscriptions were bought in its payment sandbox. */
export const test = base.extend<{ subscriptionCount: number }, { subscribed: Subscribed; server: { url: string } }>({
  subscribed: [
    async ({}, use) => {
      const dataDir = makeDataDir()
      const subscriptionCount = await fillSandbox(dataDir)
      const server = await startServer({ dataDir })
      await use({ server, subscriptionCount })
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  server: [({ subscribed }, use) => use(subscribed.server), { scope: 'worker' }],
  subscriptionCount: ({ subscribed }, use) => use(subscribed.subscriptionCount),
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
