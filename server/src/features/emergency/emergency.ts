import { emergencyLinesSchema, type EmergencyLines } from '#contract/emergency-lines.ts'
import { apiRouter, apiRoutes, json } from '../../infra/http/api-route.ts'

const linesRoute = apiRoutes('anonymous', 'Assistants').get(
  '/api/emergency-lines',
  'Get the emergency number and helplines that the assistants name',
  {
    responses: { 200: json(emergencyLinesSchema, 'As the operator set them, or those of a well-known country.') },
  },
)

/** Tells pages the emergency numbers that the assistants name. */
export function createEmergency(lines: EmergencyLines) {
  const routes = apiRouter().openapi(linesRoute, (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.json(lines, 200)
  })
  return { routes }
}
