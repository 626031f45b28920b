import { z } from '@hono/zod-openapi'
import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  checkoutStateSchema,
  invoicesResponseSchema,
  myBillingSchema,
  urlResponseSchema,
} from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { apiRoute, apiRouter, json, jsonBody } from '../../infra/http/api-route.ts'
import { problemSchema } from '../../infra/http/problem.ts'
import { accountOf } from '../../infra/http/session.ts'
import type { BillingParts } from './parts.ts'
import { createClaimRoutes } from './claim-routes.ts'
import { createFunctionRoutes } from './function-routes.ts'
import { forPerson } from './payments-problem.ts'
import { createWebhookRoutes } from './webhook-routes.ts'

const common = { tags: ['Billing'] }
const sessionId = z.string().regex(/^cs_\w{1,250}$/, 'That is not a checkout.')
const away = { 503: json(problemSchema, 'The payment provider is not responding. Nothing was charged.') }

const checkoutRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/checkout',
  'x-role': 'anonymous',
  'x-rate-limit': 'checkout',
  summary: 'Find the page where a plan is paid for',
  description:
    'Also for people without an account: the email about their payment has the link that adds the plan to one. A person who ' +
    'already has a plan like this is sent to the page where it is changed.',
  request: { body: jsonBody(checkoutRequestSchema) },
  responses: {
    200: json(checkoutResponseSchema, 'Where to go now; the page is for this person only.'),
    404: json(problemSchema, 'There is no such plan.'),
    409: json(
      problemSchema,
      'A plan like this was paid for with this address without an account, and is waiting to be claimed.',
    ),
    ...away,
  },
})

const checkoutStateRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/checkout/{sessionId}',
  'x-role': 'anonymous',
  'x-rate-limit': 'checkout',
  summary: 'Get the state of a checkout',
  description:
    'The payer’s address is shown only to the account that began it, or with the `visit` of the browser that did.',
  request: {
    params: z.object({ sessionId }),
    query: z.object({ visit: checkoutRequestSchema.shape.visit }),
  },
  responses: {
    200: json(checkoutStateSchema, 'As it is now.'),
    404: json(problemSchema, 'There is no such checkout.'),
    ...away,
  },
})

const mineRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/me',
  'x-role': 'account',
  summary: 'Get your plans and minutes',
  description: 'With the `session_id` of a checkout you return from, what was paid there is included.',
  request: { query: z.object({ session_id: sessionId.optional() }) },
  responses: { 200: json(myBillingSchema, 'Newest first.') },
})

const invoicesRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/invoices',
  'x-role': 'account',
  summary: 'List your invoices',
  responses: { 200: json(invoicesResponseSchema, 'Newest first.'), ...away },
})

const portalRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/portal',
  'x-role': 'account',
  'x-rate-limit': 'checkout',
  summary: 'Open the page where your plan is changed or canceled',
  responses: { 200: json(urlResponseSchema, 'Go there now.'), 404: json(problemSchema, 'There is no plan.'), ...away },
})

/** All of `/api/billing`, `/api/functions` and `/api/webhooks`. Without a provider each says that there is none. */
export function createBillingRoutes(billing: BillingParts | undefined) {
  function on(): BillingParts {
    if (!billing) throw new AppError('payments-off')
    return billing
  }
  return apiRouter()
    .openapi(checkoutRoute, async (c) => {
      const viewer = await c.var.viewer()
      const person = viewer.kind === 'user' ? { userId: viewer.userId, email: viewer.email } : null
      const answer = await forPerson(() => on().checkout({ ...c.req.valid('json'), person }))
      return c.json(answer, 200)
    })
    .openapi(checkoutStateRoute, async (c) => {
      const viewer = await c.var.viewer()
      const asker = { visit: c.req.valid('query').visit, userId: viewer.kind === 'user' ? viewer.userId : null }
      const state = await forPerson(() => on().mine.readCheckout(c.req.valid('param').sessionId, asker))
      return c.json(state, 200)
    })
    .openapi(mineRoute, async (c) => {
      const person = await accountOf(c)
      const mine = billing
        ? await billing.mine.read(person, c.req.valid('query').session_id)
        : { subscriptions: [], hasPortal: false, isStale: false }
      return c.json(mine, 200)
    })
    .openapi(invoicesRoute, async (c) => {
      const person = await accountOf(c)
      return c.json({ invoices: billing ? await forPerson(() => billing.mine.listInvoices(person)) : [] }, 200)
    })
    .openapi(portalRoute, async (c) => {
      const person = await accountOf(c)
      return c.json(await forPerson(() => on().mine.openPortal(person)), 200)
    })
    .route('/', createClaimRoutes(billing))
    .route('/', createFunctionRoutes(billing))
    .route('/', createWebhookRoutes(billing))
}
