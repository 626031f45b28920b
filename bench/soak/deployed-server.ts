import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { z } from 'zod'
import { startServer, type RunningServer } from '../../e2e/support/server.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { compileServer } from '../../scripts/compile-server.ts'
import { repositoryRoot } from '../../scripts/repository-root.ts'

const packageSchema = z.object({ scripts: z.object({ start: z.string() }) })

/**
 * Starts the server with the flags and variables of `npm start`, in local mode with its own data. A debugger can attach
 * to it.
 */
export async function startAsDeployed(): Promise<RunningServer> {
  await buildWeb()
  await compileServer()
  const { start } = packageSchema.parse(JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'))).scripts
  return startServer({
    command: ['sh', '-c', start],
    env: {
      WARM_UP: 'on',
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
      // Any free port; the debugger opens it on SIGUSR1.
      NODE_OPTIONS: '--inspect-port=0',
      // Makes the server take each caller's address from `X-Forwarded-For`.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    },
  })
}
