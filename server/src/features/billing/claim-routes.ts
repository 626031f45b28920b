import { doneSchema } from '#contract/account.ts'
import { claimRequestSchema, claimStateSchema } from '#contract/billing.ts'
import { apiRouter, apiRoutes, json, jsonBody, refused } from '../../infra/http/api-route.ts'
import { accountIn } from '../../infra/http/session.ts'
import type { BillingParts } from './parts.ts'
import { forPerson } from './payments-problem.ts'

const forAccount = apiRoutes('account', 'Billing')

const lookRoute = apiRoutes('anonymous', 'Billing').post(
  '/api/billing/claim/check',
  'Check the link that claims a purchase',
  {
    'x-rate-limit': 'mail-link',
    description: 'Changes nothing.',
    request: { body: jsonBody(claimRequestSchema) },
    responses: { 200: json(claimStateSchema, 'What the page behind the link shows.') },
  },
)

const claimRoute = forAccount.post('/api/billing/claim', 'Add a purchase made without an account to your account', {
  'x-rate-limit': 'mail-link',
  description:
    'With the `token` of the link in the mail about that payment. The first account that does so gets the plan; a matching ' +
    'email address alone claims nothing. Repeated by the same account, it changes nothing.',
  request: { body: jsonBody(claimRequestSchema) },
  responses: {
    200: json(claimStateSchema, 'It is on the account.'),
    409: refused('It is on another account.'),
  },
})

const sendRoute = forAccount.post(
  '/api/billing/claim/send',
  'Email the links to what was paid for with your address without an account',
  {
    'x-rate-limit': 'mail',
    responses: { 200: json(doneSchema, 'Sent, if there is such a purchase.') },
  },
)

export function createClaimRoutes(on: () => BillingParts) {
  return apiRouter()
    .openapi(lookRoute, async (c) => {
      const account = accountIn(await c.var.viewer())
      return c.json(await on().claims.look(c.req.valid('json').token, account?.userId ?? null), 200)
    })
    .openapi(claimRoute, async (c) =>
      c.json(await on().claims.claim(c.req.valid('json').token, c.var.account.userId), 200),
    )
    .openapi(sendRoute, async (c) => {
      await forPerson(() => on().mine.sendClaims(c.var.account))
      return c.json({ status: true as const }, 200)
    })
}
