import './infra/drizzle-modules.ts'
import { inspect } from 'node:util'
import { banner } from './config/banner.ts'
import { EnvError, loadEnv } from './config/env.ts'
import { FolderLockedError } from './infra/db/pglite-lock.ts'
import { DatabaseStartError, folderStartError } from './infra/db/start-error.ts'
import { CannotListenError } from './infra/http/listen.ts'
import { createLogger } from './infra/logger.ts'
import { endOnSignals } from './infra/shutdown.ts'

/** Within this time calls are ended and their minutes written; a supervisor should wait a little longer before it kills. */
const SHUTDOWN_LIMIT_MS = 15_000

async function start(config: ReturnType<typeof loadEnv>): Promise<void> {
  const log = await createLogger(config)
  // An uncaught error leaves the process in an unknown state; a supervisor starts a fresh one.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught error, ending')
    process.exit(1)
  })
  // Imported last: a wrong environment is reported before the server's code is loaded, which takes a second.
  const { createServer } = await import('./server.ts')
  const server = await createServer(config, { log, isDevelopment: process.argv.includes('--dev') })
  endOnSignals(log, () => server.close(), SHUTDOWN_LIMIT_MS)
  try {
    const { port, services } = await server.listen()
    const listening = `${config.tls ? 'https' : 'http'}://${config.HOST}:${port}`
    process.stdout.write(banner(config, listening, services))
  } catch (error) {
    await server.close()
    throw error
  }
}

try {
  const config = loadEnv()
  await start(config).catch((error: unknown) => {
    throw folderStartError(error, config.DATA_DIR)
  })
} catch (error) {
  const forPeople = [EnvError, FolderLockedError, DatabaseStartError, CannotListenError]
  const isForPeople = forPeople.some((kind) => error instanceof kind)
  const text = error instanceof Error ? (isForPeople ? error.message : error.stack) : inspect(error)
  process.stderr.write(`\n${text}\n`)
  process.exit(1)
}
