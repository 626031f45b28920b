import { managedSchema, manageRequestSchema, syncedSchema, usageAlertsSchema } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import { problemSchema } from '../../http/problem.ts'
import type { Billing } from './billing.ts'
import { forPerson } from './payments-problem.ts'

const forTeam = { method: 'post' as const, 'x-role': 'team' as const, tags: ['Functions'] }
const away = { 503: json(problemSchema, 'The payment provider does not answer. Nothing was changed.') }

const syncRoute = apiRoute({
  ...forTeam,
  path: '/api/functions/sync-subscriptions',
  summary: 'Read every subscription from the payment provider',
  description: 'Can be repeated at will; what is kept here, such as used minutes, stays. Also runs every hour.',
  responses: { 200: json(syncedSchema, 'How many there are.'), ...away },
})

const checkRoute = apiRoute({
  ...forTeam,
  path: '/api/functions/check-usage-limits',
  summary: 'Find who has used up their minutes, or four fifths of them',
  description: 'Adds the minutes up anew and mails whoever was not told yet. Also runs every hour.',
  responses: { 200: json(usageAlertsSchema, 'One alert for each subscription that is exceeded or approaching.') },
})

const manageRoute = apiRoute({
  ...forTeam,
  path: '/api/functions/manage-subscription',
  summary: 'Open the portal of a customer, cancel a subscription, or take it up again',
  description:
    '`cancel` ends it with the period that is paid. `reactivate` takes that back; for one that has ended it starts a new ' +
    'one with the payment method that is kept, or answers with a checkout where there is none.',
  request: { body: jsonBody(manageRequestSchema) },
  responses: {
    200: json(managedSchema, 'Done, or what to open.'),
    404: json(problemSchema, 'No such subscription with that e-mail address.'),
    409: json(problemSchema, 'They have such a plan already.'),
    ...away,
  },
})

/** The three functions of the team (spec section 7). */
export function createFunctionRoutes(billing: Billing | undefined) {
  function on(): Billing {
    if (!billing) throw new AppError('payments-off')
    return billing
  }
  return apiRouter()
    .openapi(syncRoute, async (c) => c.json(await forPerson(() => on().sync.syncAll()), 200))
    .openapi(checkRoute, async (c) => c.json(await on().checkUsage(), 200))
    .openapi(manageRoute, async (c) => c.json(await forPerson(() => on().manage(c.req.valid('json'))), 200))
}
