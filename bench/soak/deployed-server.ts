import { startServer, type RunningServer } from '../../e2e/support/server.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import { asDeployed } from '../as-deployed.ts'

/**
 * Starts the server with the flags and variables of `npm start`, in local mode with its own data. A debugger can attach
 * to it.
 */
export async function startAsDeployed(): Promise<RunningServer> {
  await buildWeb()
  const { command, env } = await asDeployed()
  return startServer({
    command,
    env: {
      ...env,
      WARM_UP: 'on',
      // Any free port; the debugger opens it on SIGUSR1.
      NODE_OPTIONS: '--inspect-port=0',
      // Makes the server take each caller's address from `X-Forwarded-For`.
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    },
  })
}
