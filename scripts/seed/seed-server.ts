import { pino } from 'pino'
import type { Env } from '../../server/src/config/env.ts'
import type { DatabaseHandle } from '../../server/src/infra/db/client.ts'
import { createServer } from '../../server/src/server.ts'
import { createEngineWithoutCalls } from '../../server/src/voice/testing/engine-without-calls.ts'

export type SeedServer = Awaited<ReturnType<typeof createSeedServer>>

/**
 * A server for the seed: it does not listen, and the clock of its payment sandbox is set by the seed.
 * @param database used instead of the one in the config
 * @throws {FolderLockedError} when a running server has the embedded database open
 */
export async function createSeedServer(config: Env, database?: DatabaseHandle) {
  let now = new Date()
  const server = await createServer(config, {
    log: pino({ level: 'silent' }),
    database,
    voice: createEngineWithoutCalls(),
    jobs: { repeats: false },
    // The seed reads every subscription at the end, so the sandbox need not deliver events.
    paymentSandbox: { clock: () => now, withoutWebhooks: true, afterLastRetry: 'unpaid' },
  })
  const { parts: billing, sandbox } = server.features.billing
  if (!billing || !sandbox) throw new Error('the seed needs the payment sandbox, which local mode has without a key')
  return {
    db: server.database.db,
    billing,
    sandbox,
    setClock: (atMs: number) => void (now = new Date(atMs)),
    close: () => server.close(),
  }
}
