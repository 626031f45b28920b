import { managedSchema, manageRequestSchema, syncedSchema, usageAlertsSchema } from '#contract/billing.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import type { BillingParts } from './parts.ts'
import { forPerson } from './payments-problem.ts'

const forTeam = apiRoutes('team', 'Functions')
const away = { 503: refused('The payment provider is not responding. Nothing was changed.') }

const syncRoute = forTeam.post(
  '/api/functions/sync-subscriptions',
  'Read every subscription from the payment provider',
  {
    description: 'Safe to repeat; what is kept here, such as used minutes, is not touched. Also runs every hour.',
    responses: { 200: json(syncedSchema, 'How many subscriptions were read.'), ...away },
  },
)

const checkRoute = forTeam.post(
  '/api/functions/check-usage-limits',
  'Find subscribers who have used up their minutes, or 80% of them',
  {
    description: 'Recounts the minutes and emails subscribers who have not been told yet. Also runs every hour.',
    responses: { 200: json(usageAlertsSchema, 'One alert for each subscription that is exceeded or approaching.') },
  },
)

const manageRoute = forTeam.post(
  '/api/functions/manage-subscription',
  'Open a customer’s portal, or cancel or reactivate a subscription',
  {
    description:
      '`cancel` ends it with the paid period. `reactivate` takes that back; for one that has ended it starts a new ' +
      'one with the saved payment method, or answers with a checkout if there is none.',
    request: { body: jsonBody(manageRequestSchema) },
    responses: {
      200: json(managedSchema, 'Done, or what to open.'),
      404: refused('There is no such subscription with that email address.'),
      409: refused('They already have a plan like this.'),
      ...away,
    },
  },
)

export function createFunctionRoutes(on: () => BillingParts) {
  return apiRouter()
    .openapi(syncRoute, async (c) => c.json(await forPerson(() => on().sync.syncAll()), 200))
    .openapi(checkRoute, async (c) => c.json(await on().checkUsage(), 200))
    .openapi(manageRoute, async (c) => c.json(await forPerson(() => on().manage(c.req.valid('json'))), 200))
}
