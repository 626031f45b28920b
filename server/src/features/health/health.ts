import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { healthSchema, type ServiceReport } from '#contract/health.ts'
import type { Env } from '../../config/env.ts'
import type { DatabaseHandle } from '../../infra/db/client.ts'
import { apiRouter, apiRoutes, json } from '../../infra/http/api-route.ts'
import { createSavingProbe } from './saving-probe.ts'

const PACKAGE_FILE = new URL('../../../../package.json', import.meta.url)

const healthRoute = apiRoutes('anonymous', 'Health').get(
  '/api/health',
  'Get the server’s state, and which path each service takes',
  {
    responses: {
      200: json(healthSchema, 'The server is up.'),
      503: json(
        healthSchema,
        'The server is shutting down, its database is not responding, or nothing can be saved. Route requests elsewhere.',
      ),
    },
  },
)

interface HealthDeps {
  database: Pick<DatabaseHandle, 'probe' | 'connection'>
  config: Pick<Env, 'DATA_DIR'>
  readServices: () => ServiceReport
}

/** Reports to load balancers and operators whether this process can serve, and with which parts. */
export function createHealth({ database, config, readServices }: HealthDeps) {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')))
  const startedAtMs = performance.now()
  const isOnDisk = database.connection.kind === 'pglite' || readServices().files?.path === 'disk'
  const readSaving = createSavingProbe({ database, folder: isOnDisk ? config.DATA_DIR : undefined })
  let isShuttingDown = false

  const routes = apiRouter().openapi(healthRoute, async (c) => {
    const status = isShuttingDown ? 'shutting-down' : await readSaving()
    const uptimeSeconds = Math.round((performance.now() - startedAtMs) / 1_000)
    return c.json({ status, version, uptimeSeconds, services: readServices() }, status === 'ok' ? 200 : 503)
  })
  return {
    routes,
    /** From now on, load balancers are told to send requests elsewhere. */
    close: () => void (isShuttingDown = true),
  }
}
