import { callEnginesSchema, type CallEngines } from '#contract/vapi.ts'
import { apiRoute, apiRouter, json } from '../../infra/http/api-route.ts'

const enginesRoute = apiRoute({
  method: 'get',
  path: '/api/call-engines',
  'x-role': 'anonymous',
  tags: ['Calls'],
  summary: 'List the engines that can make a call in this deployment',
  responses: { 200: json(callEnginesSchema, 'Public facts only, no secrets.') },
})

/** @param engines read for each answer: `vapi:push` may have made assistants meanwhile */
export function createCallEngineRoutes(engines: () => CallEngines) {
  return apiRouter().openapi(enginesRoute, (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.json(engines(), 200)
  })
}
