import { healthSchema, type Health } from '#contract/health.ts'
import { apiRoute, apiRouter, json } from '../../infra/http/api-route.ts'

const healthRoute = apiRoute({
  method: 'get',
  path: '/api/health',
  'x-role': 'anonymous',
  tags: ['Health'],
  summary: 'Get the server’s state, and which path each service takes',
  responses: {
    200: json(healthSchema, 'The server is up.'),
    503: json(
      healthSchema,
      'The server is shutting down, its database is not responding, or nothing can be saved. Route requests elsewhere.',
    ),
  },
})

/** `readHealth` looks at the running services each time. */
export function createHealthRoutes(readHealth: () => Promise<Health>) {
  return apiRouter().openapi(healthRoute, async (c) => {
    const health = await readHealth()
    c.header('Cache-Control', 'no-store')
    return c.json(health, health.status === 'ok' ? 200 : 503)
  })
}
