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
import { apiRoute, apiRouter, json, jsonBody } from '../../http/api-route.ts'
import { problemSchema } from '../../http/problem.ts'
import { accountOf } from '../../http/session.ts'
import type { Billing } from './billing.ts'
import { createFunctionRoutes } from './function-routes.ts'
import { forPerson } from './payments-problem.ts'
import { createWebhookRoutes } from './webhook-routes.ts'

const common = { tags: ['Billing'] }
const sessionId = z.string().regex(/^cs_\w{1,250}$/, 'That is no checkout.')
const away = { 503: json(problemSchema, 'The payment provider does not answer. Nothing was charged.') }

const checkoutRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/checkout',
  'x-role': 'anonymous',
  'x-rate-limit': 'checkout',
  summary: 'Find the page where a plan is paid',
  description:
    'Also for people without an account: who pays with an address has the plan on the account made with it. Whoever has ' +
    'such a plan already is led to where it is changed.',
  request: { body: jsonBody(checkoutRequestSchema) },
  responses: {
    200: json(checkoutResponseSchema, 'Go there now; it is good for this person alone.'),
    404: json(problemSchema, 'No such plan.'),
    ...away,
  },
})

const checkoutStateRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/checkout/{sessionId}',
  'x-role': 'anonymous',
  'x-rate-limit': 'checkout',
  summary: 'What became of a checkout',
  request: { params: z.object({ sessionId }) },
  responses: {
    200: json(checkoutStateSchema, 'As it is now.'),
    404: json(problemSchema, 'No such checkout.'),
    ...away,
  },
})

const mineRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/me',
  'x-role': 'account',
  summary: "One's own plans and minutes",
  description: 'With the `session_id` of the checkout that one comes back from, what was paid there is in it.',
  request: { query: z.object({ session_id: sessionId.optional() }) },
  responses: { 200: json(myBillingSchema, 'Newest first.') },
})

const invoicesRoute = apiRoute({
  ...common,
  method: 'get',
  path: '/api/billing/invoices',
  'x-role': 'account',
  summary: "One's own invoices",
  responses: { 200: json(invoicesResponseSchema, 'Newest first.'), ...away },
})

const portalRoute = apiRoute({
  ...common,
  method: 'post',
  path: '/api/billing/portal',
  'x-role': 'account',
  'x-rate-limit': 'checkout',
  summary: "Open the page where one's own plan is changed or canceled",
  responses: { 200: json(urlResponseSchema, 'Go there now.'), 404: json(problemSchema, 'There is no plan.'), ...away },
})

/** All of `/api/billing`, `/api/functions` and `/api/webhooks`. Without a provider each says that there is none. */
export function createBillingRoutes(billing: Billing | undefined) {
  function on(): Billing {
    if (!billing) throw new AppError('payments-off')
    return billing
  }
  return apiRouter()
    .openapi(checkoutRoute, async (c) => {
      const viewer = await c.var.viewer()
      const person = viewer.kind === 'user' ? { userId: viewer.userId, email: viewer.email } : null
      const answer = await forPerson(() => on().checkout({ ...c.req.valid('json'), person }))
      c.header('Cache-Control', 'no-store')
      return c.json(answer, 200)
    })
    .openapi(checkoutStateRoute, async (c) => {
      const state = await forPerson(() => on().mine.readCheckout(c.req.valid('param').sessionId))
      c.header('Cache-Control', 'no-store')
      return c.json(state, 200)
    })
    .openapi(mineRoute, async (c) => {
      const person = await accountOf(c)
      const mine = billing
        ? await billing.mine.read(person, c.req.valid('query').session_id)
        : { subscriptions: [], hasPortal: false, isStale: false }
      c.header('Cache-Control', 'no-store')
      return c.json(mine, 200)
    })
    .openapi(invoicesRoute, async (c) => {
      const person = await accountOf(c)
      c.header('Cache-Control', 'no-store')
      return c.json({ invoices: billing ? await forPerson(() => billing.mine.listInvoices(person)) : [] }, 200)
    })
    .openapi(portalRoute, async (c) => {
      const person = await accountOf(c)
      return c.json(await forPerson(() => on().mine.openPortal(person)), 200)
    })
    .route('/', createFunctionRoutes(billing))
    .route('/', createWebhookRoutes(billing))
}
